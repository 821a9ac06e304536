import { useTranslation } from "react-i18next";
import { SwitchField, TextAreaField, TextField } from "~/forms/controls";
import type { FieldState } from "~/forms/form-state";
import { TagsField } from "~/forms/tags-field";

const fieldNames = ["title", "includedWords", "excludedWords", "tags", "newTags", "fullText", "isPaused"] as const;
type Name = (typeof fieldNames)[number];

/** The labels of a source's settings. Pages with them need the texts `sources` and `tags`. */
export function useSettingsLabels(): Record<Name, string> {
  const { t } = useTranslation(["sources", "tags"]);
  return {
    title: t("sources:fields.title"),
    includedWords: t("sources:fields.includedWords"),
    excludedWords: t("sources:fields.excludedWords"),
    tags: t("sources:fields.tags"),
    newTags: t("tags:new"),
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
