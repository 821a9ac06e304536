import { useTranslation } from "react-i18next";
import { describedBy } from "~/ui/field";
import { Picker } from "~/ui/picker";
import { FieldGroup } from "./controls";
import type { FieldState } from "./form-state";

interface TagsFieldProps {
  /** The chosen tags, with the errors of both fields. */
  field: FieldState;
  /** Typed tags, separated by commas. Without it, only existing tags can be chosen. */
  newField?: FieldState;
  optional?: boolean;
  hint?: string;
  /** All tags of the workspace, the most likely ones first. */
  tags: string[];
  /** Tags that are likely to be chosen. */
  offered?: string[];
}

/** A picker for existing tags, in which new ones can be typed. Pages with it need the texts `tags`. */
export function TagsField({ field, newField, optional, hint, tags, offered }: TagsFieldProps) {
  const { t, i18n } = useTranslation("tags");
  const { errors } = field;
  return (
    <FieldGroup field={field} hint={hint} optional={optional}>
      <Picker
        name={field.name}
        options={tags.map((tag) => ({ value: tag, label: tag }))}
        chosen={field.values}
        offered={offered}
        moreLabel={t("more", { count: tags.length, text: tags.length.toLocaleString(i18n.language) })}
        field={{
          id: newField?.name ?? `${field.name}-search`,
          name: newField?.name,
          value: newField?.value,
          label: newField?.label ?? t("find"),
          describedBy: describedBy(field.name, { hint, errors })["aria-describedby"],
          invalid: Boolean(errors),
        }}
        create={
          newField && {
            toLabel: (text) => t("create", { text }),
            unfinished: t("unfinished"),
          }
        }
      />
    </FieldGroup>
  );
}
