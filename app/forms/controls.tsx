import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { describedBy, Field, FieldError } from "~/ui/field";
import { SuggestingInput } from "~/ui/suggesting-input";
import type { Suggestion } from "~/ui/suggestion";
import { type FieldState, type FormState, typedText } from "./form-state";

export interface FormFieldProps {
  field: FieldState;
  hint?: ReactNode;
  /** Whether the label marks the field as optional. */
  optional?: boolean;
}

/** A label, hint and error for a control that uses `controlProps`. */
export function FormField({ field: { name, label, errors }, optional, ...rest }: FormFieldProps & { children: ReactNode }) {
  const { t } = useTranslation("shell");
  return <Field id={name} label={label} optional={optional ? t("optional") : undefined} errors={errors} {...rest} />;
}

/**
 * The attributes of a field's control. Without `maxLength`, because browsers silently truncate pasted text, while the server reports the
 * limit and keeps the input. Only short texts that are rarely pasted have it (`TextField`, `stopsAtLimit`).
 */
export const controlProps = ({ name, value, errors, required }: FieldState, hint?: ReactNode) => ({
  name,
  defaultValue: value,
  required,
  ...describedBy(name, { hint, errors }),
});

interface TextFieldProps extends FormFieldProps, Omit<ComponentProps<"input">, "name" | "id" | "ref"> {
  /** Offered as suggestions while the user types. */
  suggestions?: Suggestion[];
  /** Any text is valid, not only a suggestion. */
  free?: boolean;
  /** Prevents typing beyond the limit of the schema. */
  stopsAtLimit?: boolean;
}

export function TextField({ field, hint, optional, suggestions, free, stopsAtLimit, ...input }: TextFieldProps) {
  const maxLength = stopsAtLimit ? field.maxLength : undefined;
  const attributes = { className: "input", maxLength, ...controlProps(field, hint), ...input };
  return (
    <FormField field={field} hint={hint} optional={optional}>
      {suggestions ? <SuggestingInput suggestions={suggestions} free={free} {...attributes} /> : <input {...attributes} />}
    </FormField>
  );
}

/** The password of an account. Its value is never sent back with a form. */
export const PasswordField = (props: FormFieldProps) => (
  <TextField type="password" autoComplete="current-password" defaultValue={undefined} {...props} />
);

export function TextAreaField({
  field,
  hint,
  optional,
  ...textarea
}: FormFieldProps & Omit<ComponentProps<"textarea">, "name" | "id" | "ref">) {
  return (
    <FormField field={field} hint={hint} optional={optional}>
      <textarea className="input" {...controlProps(field, hint)} {...textarea} />
    </FormField>
  );
}

/** A select; `children` are its options. */
export function SelectField({ field, hint, children }: FormFieldProps & { children: ReactNode }) {
  return (
    <FormField field={field} hint={hint}>
      <select className="input" {...controlProps(field, hint)}>
        {children}
      </select>
    </FormField>
  );
}

export function SwitchField({ field: { name, label, value, errors }, hint }: { field: FieldState; hint?: string }) {
  const control = (
    <label className="switch">
      <input type="checkbox" role="switch" name={name} defaultChecked={value === "on"} {...describedBy(name, { errors })} />
      <span>
        {label} {hint ? <small>{hint} </small> : null}
      </span>
    </label>
  );
  if (!errors?.length) return control;
  return (
    <div className="field">
      <FieldError id={name} errors={errors} />
      {control}
    </div>
  );
}

/**
 * Several controls with a common name and label. The label is the target of the error summary's link. A required group needs a choice or a
 * text (`holdIncomplete`).
 */
export function FieldGroup({
  field: { name, label, errors, required },
  hint,
  optional,
  children,
}: FormFieldProps & { children: ReactNode }) {
  const { t } = useTranslation("shell");
  return (
    <fieldset
      className="field"
      aria-describedby={describedBy(name, { hint, errors })["aria-describedby"]}
      data-required={required || undefined}
    >
      <legend className="label" id={name} tabIndex={-1}>
        {label}
        {optional ? <span className="opt"> {t("optional")}</span> : null}
      </legend>
      {hint ? (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldError id={name} errors={errors} />
      {children}
    </fieldset>
  );
}

/** Hidden fields, omitting those without a value. */
export function HiddenFields<Name extends string>({ form, names }: { form: FormState<Name>; names: readonly NoInfer<Name>[] }) {
  return names.map((name) => {
    const value = typedText(form.values, name);
    return value ? <input key={name} type="hidden" name={name} value={value} /> : null;
  });
}
