import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import type { FormState } from "~/forms/form-state";
import { CloseLink } from "~/ui/close-link";
import { Dialog } from "~/ui/dialog";
import { useOverlay } from "./overlay";

interface ConfirmDialogProps {
  title: string;
  /** Names the action; never just "OK". */
  confirm: string;
  /** Default: the page below. */
  closeTo?: string;
  /** The action's result, with the reason if nothing was done. */
  answer: FormState | undefined;
  /** What will be deleted, how much of it, and the consequences. */
  children: ReactNode;
}

/** Asks for confirmation of something irreversible. Its form posts to the dialog's own URL. */
export function ConfirmDialog({ title, confirm, closeTo, answer, children }: ConfirmDialogProps) {
  const { t } = useTranslation("shell");
  const { below } = useOverlay();
  const to = closeTo ?? below;
  return (
    <Dialog title={title} closeTo={to} closeLabel={t("cancel")} kind="modal small" alert>
      <div className="dialog-body" id="dialog-text">
        <FormErrors form={answer} />
        <p>{children}</p>
      </div>
      <Form className="dialog-foot" method="post" replace preventScrollReset>
        <span className="end">
          <CloseLink className="btn" to={to} autoFocus>
            {t("cancel")}
          </CloseLink>
          <button className="btn danger" type="submit">
            {confirm}
          </button>
        </span>
      </Form>
    </Dialog>
  );
}
