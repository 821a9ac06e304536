import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CloseFoot } from "~/layouts/form-dialog";
import { useOverlay } from "~/layouts/overlay";
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
      <CloseFoot closeTo={below} label={t("close")}>
        {children}
      </CloseFoot>
    </Dialog>
  );
}
