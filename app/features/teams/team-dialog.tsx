import { FormDialog } from "~/layouts/form-dialog";
import { TeamFields } from "./team-fields";
import type { TeamForm } from "./team-form.server";

interface TeamDialogProps {
  title: string;
  submit: string;
  form: TeamForm;
  answer: TeamForm | undefined;
}

/** The modal for creating or editing a team. */
export function TeamDialog({ title, submit, form, answer }: TeamDialogProps) {
  return (
    <FormDialog title={title} submit={submit} touched={answer !== undefined}>
      <TeamFields form={{ ...form, ...answer }} autoFocus />
    </FormDialog>
  );
}
