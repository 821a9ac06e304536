import { z } from "zod";
import { typedList, typedText } from "~/forms/form-state";
import { mergeStored, openedWith, toFormData } from "~/forms/merge-stored.server";
import { type FormOf, formKeySchema, newForm, readForm } from "~/forms/read-form.server";
import { allTags, tagFields, withTagRules } from "~/forms/tags-form.server";
import type { Translate } from "~/i18n/translate";
import type { Source } from "~/upstream/sources.server";
import * as limits from "../../../contract/limits";
import { cleanLine } from "../../../contract/rest/shared";
import { sourceUrlSchema } from "../../../contract/rest/source-url";
import { updateSourceBodySchema } from "../../../contract/rest/sources";

/** Words, separated by commas or line breaks. */
const wordsSchema = z
  .string()
  .default("")
  .transform((text) => [...new Set(text.split(/[,\n]/).map(cleanLine).filter(Boolean))])
  .refine((words) => words.length <= limits.sourceWords, { params: { key: "tooMany", values: { max: limits.sourceWords } } })
  .refine((words) => words.every(({ length }) => length <= limits.tag), { params: { key: "tooLong", values: { max: limits.tag } } });

const settings = {
  title: updateSourceBodySchema.shape.source.shape.title,
  includedWords: wordsSchema,
  excludedWords: wordsSchema,
  tags: tagFields.chosen,
  newTags: tagFields.typed,
  fullText: z.boolean().default(false),
  isPaused: z.boolean().default(false),
};
const tagRules = { chosen: "tags", typed: "newTags", max: limits.tagsPerArticle, required: true };

/** The form before the preview. */
export const addressFormSchema = z.object({ address: sourceUrlSchema });

export const newSourceFormSchema = withTagRules(
  z.object({
    address: sourceUrlSchema,
    ...settings,
    /** The address of the feed that the form shows. */
    previewed: z.string().optional(),
    key: formKeySchema,
  }),
  tagRules,
);

export const sourceFormSchema = withTagRules(
  z.object({
    ...settings,
    lockVersion: z.coerce.number().int().min(0).optional(),
    opened: z.string().optional().catch(undefined),
  }),
  tagRules,
);

export type SourceForm = FormOf<typeof sourceFormSchema>;
type Settings = Omit<z.output<typeof sourceFormSchema>, "lockVersion" | "opened">;

export const toSettings = ({ title, includedWords, excludedWords, tags, newTags, fullText, isPaused }: Settings) => ({
  title,
  includedWords,
  excludedWords,
  tags: allTags(tags, newTags),
  fullText,
  isPaused,
});

/** The form of an existing source. */
export function sourceForm(source: Source): SourceForm {
  const values = {
    title: source.title,
    includedWords: source.includedWords.join(", "),
    excludedWords: source.excludedWords.join(", "),
    tags: source.tags,
    fullText: source.fullText ? "on" : "",
    isPaused: source.isPaused ? "on" : "",
  };
  return newForm(sourceFormSchema, { ...values, lockVersion: String(source.lockVersion), opened: openedWith(withTagText(values)) });
}

const mergedNames = ["title", "includedWords", "excludedWords", "tags", "fullText", "isPaused"] as const;

/** The typed form, merged with the changes that others have saved since (`mergeStored`), and the settings to save, unless they are stored already. */
export function mergeSource(typed: SourceForm["values"], source: Source, t: Translate) {
  const { values: stored } = sourceForm(source);
  const versions = { typed: withTagText(typed), opened: typed.opened, stored: withTagText(stored) };
  const { values, errors } = mergeStored(mergedNames, versions, (name, value) => {
    const isSwitch = name === "fullText" || name === "isPaused";
    const text = isSwitch ? t(value ? "articles:stored.on" : "articles:stored.off") : value;
    return t("folders:settings.stored", { value: text || t("folders:settings.nothing") });
  });
  const { tags, newTags } = values.tags === versions.typed.tags ? typed : { ...stored, newTags: "" };
  const merged = { ...values, tags, newTags, lockVersion: stored.lockVersion, opened: stored.opened };
  const isStored = mergedNames.every((name) => typedText(values, name) === typedText(versions.stored, name));
  const reading = readForm(toFormData(merged), sourceFormSchema, t);
  return { values: merged, errors, isStored, settings: reading.ok ? toSettings(reading.value) : undefined };
}

/** With all tags as one text, which can be compared. */
const withTagText = (values: SourceForm["values"]): SourceForm["values"] => ({
  ...values,
  tags: allTags(typedList(values, "tags"), values.newTags).sort().join(", "),
});
