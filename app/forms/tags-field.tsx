import { useTranslation } from "react-i18next";
import { FieldError } from "~/ui/field";
import { Picker } from "~/ui/picker";
import { type FormState, typedList, typedText } from "./form-state";

interface TagsFieldProps {
  form: FormState;
  /** The field of the chosen tags; errors stand at it. */
  name: string;
  /** The field of new ones; without it only tags that are there can be chosen. */
  newName?: string;
  label: string;
  optional?: string;
  hint?: string;
  /** The tags of the workspace. */
  tags: string[];
}

/** Tags to choose from, and to make by typing. */
export function TagsField({ form, name, newName, label, optional, hint, tags }: TagsFieldProps) {
  const { t, i18n } = useTranslation("shell");
  const errors = form.errors[name];
  const describedBy = [hint ? `${name}-hint` : "", errors ? `${name}-error` : ""].filter(Boolean).join(" ") || undefined;
  return (
    <fieldset className="field">
      <legend className="label" id={name} tabIndex={-1}>
        {label}
        {optional ? <span className="opt"> {optional}</span> : null}
      </legend>
      {hint ? (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldError id={name} errors={errors} />
      <Picker
        name={name}
        options={tags.map((tag) => ({ value: tag, label: tag }))}
        chosen={typedList(form.values, name)}
        moreLabel={t("tags.more", { count: tags.length, text: tags.length.toLocaleString(i18n.language) })}
        create={
          newName === undefined
            ? undefined
            : {
                id: newName,
                name: newName,
                label: t("tags.new"),
                value: typedText(form.values, newName),
                describedBy,
                invalid: Boolean(errors),
              }
        }
      />
    </fieldset>
  );
}
