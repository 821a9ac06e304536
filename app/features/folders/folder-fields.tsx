import { useTranslation } from "react-i18next";
import { HiddenFields, TextAreaField, TextField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf, translated } from "~/forms/form-state";
import { SearchableField } from "~/forms/searchable-field";
import type { FolderForm, TeamChoice } from "./folder-form.server";

export const folderTyped = {
  name: "folders:fields.name",
  alternativeName: "folders:fields.alternativeName",
  description: "folders:fields.description",
} as const;

interface FolderFieldsProps {
  form: FolderForm;
  teams: TeamChoice[];
  /** The labels of the form's other fields. */
  more?: Record<string, string>;
  /** The whole response, if the form is only part of it. */
  answer?: unknown;
}

/** The fields of a folder, below the errors of the form. */
export function FolderFields({ form, teams, more, answer = form }: FolderFieldsProps) {
  const { t } = useTranslation(["folders"]);
  const fields = fieldsOf(form, { ...translated(folderTyped, t), teamId: t("fields.teamId") });
  return (
    <>
      <FormErrors form={form} fields={{ ...fields, ...fieldsOf<string, string>(form, more ?? {}) }} answer={answer} />
      <TextField field={fields.name} dir="auto" autoComplete="off" autoFocus={!fields.name.value} />
      <TextField field={fields.alternativeName} hint={t("fields.alternativeNameHint")} optional dir="auto" autoComplete="off" />
      <TextAreaField field={fields.description} optional rows={3} dir="auto" />
      <SearchableField field={fields.teamId} emptyLabel={t("fields.chooseTeam")} groups={[{ name: "", options: teams }]} />
      <HiddenFields form={form} names={["key", "lockVersion", "opened"]} />
    </>
  );
}
