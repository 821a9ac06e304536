import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AskBeforeLeaving } from "~/forms/ask-before-leaving";
import { EnterButton, SubmitButton } from "~/forms/submit-button";
import { CloseLink } from "~/ui/close-link";
import { Dialog } from "~/ui/dialog";
import { useOverlay } from "./overlay";

interface FormDialogProps {
  title: string;
  submit: string;
  /** The form was rejected and contains unsaved input. */
  touched: boolean;
  /** Default: the page below. */
  closeTo?: string;
  /** A new value remounts the fields, which discards typed values. */
  version?: string;
  /** Further buttons. */
  more?: ReactNode;
  children: ReactNode;
}

const formId = "dialog-form";

/** A small dialog with a form; closing it warns of unsaved changes. */
export function FormDialog({ title, submit, touched, closeTo, version, more, children }: FormDialogProps) {
  const { t } = useTranslation("shell");
  const { below } = useOverlay();
  const to = closeTo ?? below;
  return (
    <Dialog title={title} closeTo={to} closeLabel={t("close")} kind="modal small">
      <Form className="dialog-form" id={formId} key={version} method="post" noValidate replace preventScrollReset>
        {more ? <EnterButton>{submit}</EnterButton> : null}
        <div className="dialog-body form">{children}</div>
        <DialogFoot closeTo={to} submit={submit}>
          {more}
        </DialogFoot>
      </Form>
      <AskBeforeLeaving key={version} form={formId} touched={touched} />
    </Dialog>
  );
}

/** The foot of a dialog that can only be closed. */
export function CloseFoot({
  closeTo,
  label,
  start,
  children,
}: {
  closeTo: string;
  label: string;
  start?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="dialog-foot">
      {start}
      <span className="end">
        <CloseLink className="btn" to={closeTo}>
          {label}
        </CloseLink>
        {children}
      </span>
    </div>
  );
}

interface DialogFootProps {
  closeTo: string;
  submit: string;
  /** Submitting deletes something. */
  danger?: boolean;
  children?: ReactNode;
}

export function DialogFoot({ closeTo, submit, danger = false, children }: DialogFootProps) {
  const { t } = useTranslation("shell");
  return (
    <CloseFoot closeTo={closeTo} label={t("cancel")}>
      {children}
      <SubmitButton className={danger ? "btn danger" : "btn primary"}>{submit}</SubmitButton>
    </CloseFoot>
  );
}
