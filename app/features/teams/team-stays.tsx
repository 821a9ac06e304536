import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useOverlay } from "~/layouts/overlay";
import { CloseLink } from "~/ui/close-link";
import { Dialog } from "~/ui/dialog";

interface TeamStaysProps {
  title: string;
  /** Explains why, and what to do instead. */
  text: string;
  /** Links or buttons to the alternatives. */
  children?: ReactNode;
}

/** Shown instead of a confirmation if the action is not possible. */
export function TeamStays({ title, text, children }: TeamStaysProps) {
  const { t } = useTranslation("shell");
  const { below } = useOverlay();
  return (
    <Dialog title={title} closeTo={below} closeLabel={t("close")} kind="modal small">
      <div className="dialog-body">
        <p>{text}</p>
      </div>
      <div className="dialog-foot">
        <span className="end">
          <CloseLink className="btn" to={below}>
            {t("close")}
          </CloseLink>
          {children}
        </span>
      </div>
    </Dialog>
  );
}
