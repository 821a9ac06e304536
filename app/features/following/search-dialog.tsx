import { useTranslation } from "react-i18next";
import { TextField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { fieldsOf } from "~/forms/form-state";
import type { FormOf } from "~/forms/read-form.server";
import { FormDialog } from "~/layouts/form-dialog";
import type { searchFormSchema } from "./search-form.server";

export const searchTyped = { name: "following:name" } as const;

interface SearchDialogProps {
  title: string;
  text?: string;
  submit: string;
  form: FormOf<typeof searchFormSchema>;
  /** The form has unsaved input from an earlier submission. */
  touched: boolean;
  closeTo: string;
}

/** A small dialog with the name of a saved search. */
export function SearchDialog({ title, text, submit, form, touched, closeTo }: SearchDialogProps) {
  const { t } = useTranslation(["following"]);
  const fields = fieldsOf(form, { name: t(searchTyped.name) });
  return (
    <FormDialog title={title} submit={submit} touched={touched} closeTo={closeTo}>
      <FormErrors form={form} fields={fields} />
      {text ? <p>{text}</p> : null}
      <TextField field={fields.name} stopsAtLimit dir="auto" />
    </FormDialog>
  );
}
