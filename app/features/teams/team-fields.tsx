import { useTranslation } from "react-i18next";
import { HiddenFields, TextField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf } from "~/forms/form-state";
import type { TeamForm } from "./team-form.server";

export const teamTyped = { name: "teams:fields.name" } as const;

/** The fields of a team, preceded by their errors. */
export function TeamFields({ form, autoFocus }: { form: TeamForm; autoFocus?: boolean }) {
  const { t } = useTranslation(["teams"]);
  const fields = fieldsOf(form, { name: t(teamTyped.name) });
  return (
    <>
      <FormErrors form={form} fields={fields} />
      <TextField field={fields.name} dir="auto" autoComplete="off" autoFocus={autoFocus && !fields.name.errors} />
      <HiddenFields form={form} names={["key", "refusedName"]} />
    </>
  );
}
