import { useTranslation } from "react-i18next";
import { SwitchField, TextAreaField, TextField } from "~/forms/controls";
import { type FieldState, translated } from "~/forms/form-state";
import { TagsField } from "~/forms/tags-field";

export const sourceTyped = {
  title: "sources:fields.title",
  includedWords: "sources:fields.includedWords",
  excludedWords: "sources:fields.excludedWords",
  tags: "sources:fields.tags",
  newTags: "tags:new",
} as const;

type Name = keyof typeof sourceTyped | "fullText" | "isPaused";

/** The labels of a source's settings. Pages with them need the texts `sources` and `tags`. */
export function useSettingsLabels(): Record<Name, string> {
  const { t } = useTranslation(["sources", "tags"]);
  return {
    ...translated(sourceTyped, t),
    fullText: t("sources:fields.fullText"),
    isPaused: t("sources:fields.isPaused"),
  };
}

interface SettingsFieldsProps {
  fields: Record<Name, FieldState>;
  titleHint: string;
  /** All tags of the workspace. */
  tags: string[];
}

/** The settings of a source. */
export function SettingsFields({ fields, titleHint, tags }: SettingsFieldsProps) {
  const { t } = useTranslation("sources");
  return (
    <>
      <TextField field={fields.title} hint={titleHint} optional autoComplete="off" dir="auto" />
      <TagsField field={{ ...fields.tags, required: true }} newField={fields.newTags} hint={t("hints.tags")} tags={tags} />
      <TextAreaField field={fields.includedWords} hint={t("hints.includedWords")} optional rows={2} dir="auto" />
      <TextAreaField field={fields.excludedWords} hint={t("hints.excludedWords")} optional rows={2} dir="auto" />
      <SwitchField field={fields.fullText} hint={t("hints.fullText")} />
      <SwitchField field={fields.isPaused} hint={t("hints.isPaused")} />
    </>
  );
}
