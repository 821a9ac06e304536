import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AttachmentItem } from "~/forms/attachments-field";
import { AttachmentsField } from "~/forms/attachments-field";
import { controlProps, FieldGroup, FormField, HiddenFields, SwitchField, TextField } from "~/forms/controls";
import { FormErrors } from "~/forms/form-errors";
import { type FieldState, fieldsOf, labelsOf, typedList, typedText } from "~/forms/form-state";
import { pictureIdOf } from "~/forms/picture-text";
import { SearchableField } from "~/forms/searchable-field";
import { TagsField } from "~/forms/tags-field";
import { useFetchedList } from "~/forms/use-fetched-list";
import { SourceField } from "~/lists/source-field";
import { RichTextField } from "~/rich-text/rich-text-field";
import { Icon } from "~/ui/icon";
import { Picker } from "~/ui/picker";
import * as limits from "../../../contract/limits";
import { href } from "../../../contract/paths";
import type { PageDoubt } from "../../../contract/rest/embedly";
import type { ArticleChoices, ArticleForm } from "./article-form.server";
import type { FoundPage, FoundPicture } from "./article-pictures.server";
import type { Duplicates } from "./duplicates.server";
import { DuplicatesNotice } from "./duplicates-notice";

interface ArticleFieldsProps {
  form: ArticleForm;
  choices: ArticleChoices;
  onFolder?: (folderId: string) => void;
  /** The page that filled the form. */
  found?: FoundPage;
  /** Articles that already exist for the URL; in link mode the dialog shows them at the top, as part of the import. */
  duplicates?: Duplicates;
  /** The article being edited. */
  contentId?: string;
  attachments?: AttachmentItem[];
}

/** In the order of the form, which is also the order of the error summary. */
const fieldNames = [
  "title",
  "folderId",
  "tags",
  "publishedAt",
  "sourceName",
  "body",
  "author",
  "sourceUrl",
  "countries",
  "priority",
  "files",
  "fileUrls",
] as const;

/** Fields that are chosen, not typed. */
const chosenNames: readonly string[] = ["folderId", "countries", "priority", "files"];

export const articleTyped = {
  ...labelsOf(
    fieldNames.filter((name) => !chosenNames.includes(name)),
    (name) => `articles:fields.${name}`,
  ),
  newTags: "tags:new",
  "pictureText-*": "articles:files.pictureText",
};

const hiddenNames = ["language", "key", "lockVersion", "fetched", "doubts"] as const;

/** The error summary. In link mode the URL is the first field. */
export function ArticleErrors({ form, addressFirst = false }: { form: ArticleForm; addressFirst?: boolean }) {
  const { t } = useTranslation(["articles", "shell"]);
  const fields = fieldsOf(
    form,
    labelsOf(fieldNames, (name) => t(`articles:fields.${name}`)),
  );
  const ofTexts = Object.entries(form.errors)
    .filter(([name]) => pictureIdOf(name))
    .map(([name, errors]) => [name, { name, label: t("articles:files.pictureText"), errors }] as const);
  // Pages cannot preselect files: without JavaScript, a form that comes back has lost them.
  const lost = fields.files.errors?.length ? [] : typedList(form.values, "lostFiles");
  const again = `${fields.files.label}: ${t("articles:files.again", { names: lost.join(", ") })}`;
  return (
    <FormErrors
      form={form}
      fields={{ ...(addressFirst && { sourceUrl: fields.sourceUrl }), ...fields, ...Object.fromEntries(ofTexts) }}
      refused={t("shell:summaryTitle")}
      more={lost.length > 0 ? [{ id: "files", message: again, withoutScript: true }] : []}
    />
  );
}

/** The choices of the form, with the tags of the folder that is chosen in it. */
export function useChoices(choices: ArticleChoices): Pick<ArticleFieldsProps, "choices" | "onFolder"> {
  const [folderTags, setFolderTags] = useState(choices.folderTags);
  const fetchTags = useFetchedList();
  const load = async (folderId: string) => {
    const tags = await fetchTags(`${href("folderTags")}?${new URLSearchParams({ folder_id: folderId })}`);
    if (tags) setFolderTags(tags);
  };
  return { choices: { ...choices, folderTags }, onFolder: (folderId) => void load(folderId) };
}

export function ArticleFields({ form, choices, onFolder, found, duplicates, contentId, attachments = [] }: ArticleFieldsProps) {
  const { t } = useTranslation(["articles", "tags"]);
  const fields = fieldsOf(form, {
    ...labelsOf(fieldNames, (name) => t(`articles:fields.${name}`)),
    newTags: t("tags:new"),
    shareable: t("articles:shareable.label"),
    external: t("articles:external.label"),
  });
  // Few enough for Folda and tags to stay on the first screen.
  const mentioned = [...(found?.tags ?? []), ...choices.mentionedTags];
  const used = new Set(choices.folderTags);
  const likely = [...mentioned.filter((tag) => used.has(tag)), ...mentioned, ...used];
  const offered = [...new Set(likely)].slice(0, limits.tagsOffered);
  const doubts = typedText(form.values, "doubts").split(" ");
  const textsOf = (about: readonly PageDoubt[]) =>
    about
      .filter((doubt) => doubts.includes(doubt))
      .map((doubt) => t(`articles:import.doubts.${doubt}`))
      .join(" ") || undefined;
  const textDoubts = textsOf(["cut_text", "partial_text"]);
  const body = controlProps(fields.body, t("articles:bodyHint"));
  const author = <TextField field={fields.author} optional dir="auto" />;
  return (
    <>
      <TextField field={fields.title} dir="auto" />
      <FolderField field={fields.folderId} teams={choices.teams} onChange={onFolder} />
      <TagsField field={{ ...fields.tags, required: true }} newField={fields.newTags} tags={choices.tags} offered={offered} />
      <div className="pair narrow">
        <TextField field={fields.publishedAt} hint={textsOf(["no_date", "guessed_date", "modified_date"])} type="date" />
        <SourceField field={fields.sourceName} optional />
      </div>
      <FormField field={fields.body} hint={t("articles:bodyHint")}>
        {textDoubts ? (
          <p className="hint" id="body-doubts">
            {textDoubts}
          </p>
        ) : null}
        <RichTextField
          {...body}
          aria-describedby={textDoubts ? `${body["aria-describedby"]} body-doubts` : body["aria-describedby"]}
          label={fields.body.label}
          isBrief={found !== undefined && !found.problem}
          html={bodyHtml(form)}
          words={t("articles:richText", { returnObjects: true })}
          dir="auto"
        />
      </FormField>
      {found ? <PicturesField form={form} pictures={found.pictures} /> : null}
      {duplicates ? (
        <>
          <div className="pair">
            {author}
            <TextField field={fields.sourceUrl} optional type="text" inputMode="url" placeholder="https://" />
          </div>
          <DuplicatesNotice duplicates={duplicates} contentId={contentId} />
        </>
      ) : (
        author
      )}
      <FieldGroup field={fields.countries} optional>
        <Picker
          name="countries"
          options={choices.countries}
          chosen={fields.countries.values}
          moreLabel={t("articles:moreCountries", { count: choices.countries.length })}
          field={{ id: "country-search", label: t("articles:findCountry") }}
        />
      </FieldGroup>
      <PriorityField field={fields.priority} />
      <AttachmentsField form={form} attachments={attachments} />
      <div className="pair">
        <SwitchField field={fields.shareable} hint={t("articles:shareable.hint")} />
        <SwitchField field={fields.external} hint={t("articles:external.hint")} />
      </div>
      <HiddenFields form={form} names={hiddenNames} />
    </>
  );
}

/** The text as HTML, if known. A form posted by the editor and returned by an offline browser has it in `body`. */
function bodyHtml({ values }: ArticleForm): string | undefined {
  if (typedText(values, "bodyFormat") === "html") return typedText(values, "body");
  return values.bodyHtml === undefined ? undefined : typedText(values, "bodyHtml");
}

interface FolderFieldProps {
  field: FieldState;
  teams: ArticleChoices["teams"];
  /** The form asks for nothing else. */
  isOnly?: boolean;
  onChange?: (folderId: string) => void;
}

export function FolderField({ field, teams, isOnly, onChange }: FolderFieldProps) {
  const { t } = useTranslation("articles");
  return (
    <SearchableField
      field={field}
      emptyLabel={t("chooseFolder")}
      groups={teams.map(({ name, folders }) => ({ name, options: folders }))}
      autoFocus={isOnly}
      sendsWithEnter={isOnly}
      onChange={onChange}
    />
  );
}

function PriorityField({ field }: { field: FieldState }) {
  const { t } = useTranslation("articles");
  return (
    <FieldGroup field={field}>
      <div className="radiobar block">
        {(["normal", "high"] as const).map((value) => (
          <label key={value}>
            <input type="radio" name="priority" value={value} defaultChecked={(field.value || "normal") === value} />
            {value === "high" ? <Icon name="high" /> : null}
            <span>{t(`priority.${value}`)} </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

/** The pictures of an imported page. The first one chosen becomes the picture of the article. */
function PicturesField({ form, pictures }: { form: ArticleForm; pictures: FoundPicture[] }) {
  const { t, i18n } = useTranslation("articles");
  const chosen = new Set(typedList(form.values, "pictures"));
  if (pictures.length === 0) return null;
  return (
    <fieldset className="field">
      <legend className="label">{t("pictures.label")}</legend>
      <p className="hint">{t("pictures.hint")}</p>
      <div className="found-pictures">
        {pictures.map(({ url, width, height, alt }, index) => (
          <label key={url}>
            <input type="checkbox" name="pictures" value={url} defaultChecked={chosen.has(url)} />
            <img
              src={`${href("picturePreview")}?${new URLSearchParams({ url })}`}
              width={480}
              height={360}
              alt={alt || t("pictures.alt", { number: index + 1 })}
              loading="lazy"
              decoding="async"
            />
            {width && height ? ` ${width.toLocaleString(i18n.language)} × ${height.toLocaleString(i18n.language)} ` : null}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
