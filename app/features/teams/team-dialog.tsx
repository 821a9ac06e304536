import { Form, Link, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AskBeforeLeaving } from "~/forms/ask-before-leaving";
import type { FormState } from "~/forms/form-state";
import { useOverlay } from "~/layouts/overlay";
import { Dialog } from "~/ui/dialog";
import { TeamFields } from "./team-fields";

interface TeamDialogProps {
  title: string;
  submit: string;
  form: FormState;
  /** The form came back. */
  isAnswer: boolean;
}

/** The small modal of a team, new or not. */
export function TeamDialog({ title, submit, form, isAnswer }: TeamDialogProps) {
  const { t } = useTranslation("shell");
  const { state, formMethod } = useNavigation();
  const { below } = useOverlay();
  return (
    <Dialog title={title} closeTo={below} closeLabel={t("close")} kind="modal small">
      <Form className="dialog-form" id="team-form" method="post" noValidate preventScrollReset>
        <div className="dialog-body form">
          <TeamFields form={form} autoFocus />
        </div>
        <div className="dialog-foot">
          <span className="end">
            <Link className="btn" to={below} preventScrollReset>
              {t("cancel")}
            </Link>
            <button className="btn primary" type="submit" aria-busy={(state !== "idle" && formMethod === "POST") || undefined}>
              {submit}
            </button>
          </span>
        </div>
      </Form>
      <AskBeforeLeaving form="team-form" touched={isAnswer} />
    </Dialog>
  );
}
