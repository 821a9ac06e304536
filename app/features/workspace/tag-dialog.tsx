import type { ReactNode } from "react";
import { TextField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import type { FieldState, FormState } from "~/forms/form-state";
import { FormDialog } from "~/layouts/form-dialog";

interface TagDialogProps {
  title: string;
  /** Explains what will happen, if the field does not. */
  text?: ReactNode;
  field: FieldState;
  hint?: string;
  suggestions?: string[];
  submit: string;
  form: FormState<"name" | "into">;
  /** The form has unsaved input from an earlier submission. */
  touched: boolean;
  closeTo: string;
}

/** A small dialog with one field for a tag's name. */
export function TagDialog({ title, text, field, hint, suggestions, submit, form, touched, closeTo }: TagDialogProps) {
  return (
    <FormDialog title={title} submit={submit} touched={touched} closeTo={closeTo}>
      <FormErrors form={form} fields={{ field }} />
      {text ? <p>{text}</p> : null}
      <TextField
        field={field}
        hint={hint}
        suggestions={suggestions?.map((value) => ({ value, label: value }))}
        autoComplete="off"
        dir="auto"
      />
    </FormDialog>
  );
}
