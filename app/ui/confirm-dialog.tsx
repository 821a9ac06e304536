import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Dialog } from "./dialog";

interface ConfirmDialogProps {
  title: string;
  /** The verb again, never "OK". */
  confirm: string;
  cancel: string;
  closeTo: string;
  /** Why it has not been done. */
  errors?: ReactNode;
  /** Names the thing and its size, and what becomes of it. */
  children: ReactNode;
}

/** The last question before something irreversible; its form posts to the dialog's own address. */
export function ConfirmDialog({ title, confirm, cancel, closeTo, errors, children }: ConfirmDialogProps) {
  return (
    <Dialog title={title} closeTo={closeTo} closeLabel={cancel} kind="modal small" alert>
      <div className="dialog-body" id="dialog-text">
        {errors}
        <p>{children}</p>
      </div>
      <Form className="dialog-foot" method="post" preventScrollReset>
        <span className="end">
          <Link className="btn" to={closeTo} autoFocus preventScrollReset>
            {cancel}
          </Link>
          <button className="btn danger" type="submit">
            {confirm}
          </button>
        </span>
      </Form>
    </Dialog>
  );
}
