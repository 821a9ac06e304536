import { useTranslation } from "react-i18next";
import { describedBy } from "~/ui/field";
import { Picker } from "~/ui/picker";
import { FieldGroup } from "./controls";
import type { FieldState } from "./form-state";

interface TagsFieldProps {
  /** The chosen tags, with the errors of both fields. */
  field: FieldState;
  /** New tags, separated by commas. Without it, only existing tags can be chosen. */
  newField?: FieldState;
  optional?: boolean;
  hint?: string;
  /** All tags of the workspace. */
  tags: string[];
}

/** A picker for existing tags, with a field for new ones. */
export function TagsField({ field, newField, optional, hint, tags }: TagsFieldProps) {
  const { t, i18n } = useTranslation("shell");
  const { errors } = field;
  return (
    <FieldGroup field={field} hint={hint} optional={optional}>
      <Picker
        name={field.name}
        options={tags.map((tag) => ({ value: tag, label: tag }))}
        chosen={field.values}
        moreLabel={t("tags.more", { count: tags.length, text: tags.length.toLocaleString(i18n.language) })}
        create={
          newField && {
            id: newField.name,
            name: newField.name,
            label: newField.label,
            value: newField.value,
            describedBy: describedBy(field.name, { hint, errors })["aria-describedby"],
            invalid: Boolean(errors),
          }
        }
      />
    </FieldGroup>
  );
}
