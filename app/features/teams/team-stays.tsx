import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useOverlay } from "~/layouts/overlay";
import { Dialog } from "~/ui/dialog";

interface TeamStaysProps {
  title: string;
  /** Why, and what to do instead. */
  text: string;
  /** The ways on. */
  children?: ReactNode;
}

/** In place of a question whose answer could only be no. */
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
          <Link className="btn" to={below} preventScrollReset>
            {t("close")}
          </Link>
          {children}
        </span>
      </div>
    </Dialog>
  );
}
