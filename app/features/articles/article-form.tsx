import { useTranslation } from "react-i18next";
import type { AttachmentItem } from "~/forms/attachments-field";
import { AttachmentsField } from "~/forms/attachments-field";
import { type FormState, typedList, typedText } from "~/forms/form-state";
import { pictureIdOf } from "~/forms/picture-text";
import { TagsField } from "~/forms/tags-field";
import { href } from "~/paths";
import { RichTextField } from "~/rich-text/rich-text-field";
import { ErrorSummary } from "~/ui/error-summary";
import { describedBy, Field, FieldError } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { Picker, type PickerOption } from "~/ui/picker";
import type { Duplicates } from "./duplicates.server";
import { DuplicatesNotice } from "./duplicates-notice";

export interface ArticleChoices {
  /** Writable folders by team. */
  teams: { id: string; name: string; folders: { id: string; name: string }[] }[];
  tags: string[];
  countries: PickerOption[];
}

export interface FoundPicture {
  url: string;
  width: number | null;
  height: number | null;
  alt: string | null;
}

interface ArticleFieldsProps {
  form: FormState;
  choices: ArticleChoices;
  /** Where the address is filed already; in link mode it stands on top, as part of the import. */
  duplicates?: Duplicates;
  /** The article being changed. */
  contentId?: string;
  /** The files that it has. */
  attachments?: AttachmentItem[];
}

type Fields = { form: FormState };

/** In the order of the form; errors are named by it. In link mode the address stands on top. */
const fieldNames = [
  "title",
  "body",
  "folderId",
  "publishedAt",
  "tags",
  "sourceName",
  "author",
  "sourceUrl",
  "countries",
  "priority",
  "files",
  "fileUrls",
] as const;

/** What is wrong with the form, on top of it. */
export function ArticleErrors({ form, addressFirst = false }: Fields & { addressFirst?: boolean }) {
  const { t } = useTranslation(["articles", "shell"]);
  const names = addressFirst ? new Set(["sourceUrl" as const, ...fieldNames]) : fieldNames;
  const ofTexts = Object.entries(form.errors).filter(([name]) => pictureIdOf(name));
  const isAboutFields = ofTexts.length > 0 || fieldNames.some((name) => form.errors[name]?.length);
  // A hidden field has no place of its own to say what is wrong with it.
  const unplaced = isAboutFields || Object.keys(form.errors).length === 0 ? undefined : t("shell:genericError");
  const message = form.unread ? t(`shell:unread.${form.unread}`) : (form.message ?? unplaced);
  const ofField = (name: (typeof fieldNames)[number], text: string) => ({ id: name, message: `${t(`articles:fields.${name}`)}: ${text}` });
  const errors = [
    ...(message ? [{ message }] : []),
    ...[...names].flatMap((name) => (form.errors[name] ?? []).map((text) => ofField(name, text))),
    ...ofTexts.flatMap(([id, texts]) => texts.map((text) => ({ id, message: `${t("articles:files.pictureText")}: ${text}` }))),
  ];
  if (errors.length === 0) return null;
  // No page can choose files: what comes back without script has lost them.
  const lost = form.errors.files?.length ? [] : typedList(form.values, "lostFiles");
  const again =
    lost.length > 0 ? [{ ...ofField("files", t("articles:files.again", { names: lost.join(", ") })), withoutScript: true as const }] : [];
  return <ErrorSummary title={t("shell:summaryTitle")} errors={[...errors, ...again]} answer={form} />;
}

/** Every field of an article. */
export function ArticleFields({ form, choices, duplicates, contentId, attachments = [] }: ArticleFieldsProps) {
  const { t } = useTranslation(["articles", "shell"]);
  const optional = t("shell:optional");
  const text = (name: string) => typedText(form.values, name);
  const words = t("articles:richText", { returnObjects: true });
  const dateHint = text("noDate") ? t("articles:import.noDate") : undefined;
  return (
    <>
      <Field id="title" label={t("articles:fields.title")} errors={form.errors.title}>
        <input
          className="input"
          name="title"
          defaultValue={text("title")}
          required
          dir="auto"
          {...describedBy("title", { errors: form.errors.title })}
        />
      </Field>
      <Field id="body" label={t("articles:fields.body")} hint={t("articles:bodyHint")} errors={form.errors.body}>
        <RichTextField
          name="body"
          label={t("articles:fields.body")}
          rows={7}
          defaultValue={text("body")}
          html={bodyHtml(form)}
          words={words}
          required
          dir="auto"
          {...describedBy("body", { hint: true, errors: form.errors.body })}
        />
      </Field>
      <div className="pair">
        <FolderField label={t("articles:fields.folderId")} teams={choices.teams} chosen={text("folderId")} errors={form.errors.folderId} />
        <Field id="publishedAt" label={t("articles:fields.publishedAt")} hint={dateHint} errors={form.errors.publishedAt}>
          <input
            className="input"
            type="date"
            name="publishedAt"
            defaultValue={text("publishedAt")}
            required
            {...describedBy("publishedAt", { hint: dateHint, errors: form.errors.publishedAt })}
          />
        </Field>
      </div>
      <TagsField form={form} name="tags" newName="newTags" label={t("articles:fields.tags")} tags={choices.tags} />
      {duplicates ? (
        <>
          <TextField form={form} name="sourceName" />
          <div className="pair">
            <TextField form={form} name="author" />
            <Field id="sourceUrl" label={t("articles:fields.sourceUrl")} optional={optional} errors={form.errors.sourceUrl}>
              <input
                className="input"
                name="sourceUrl"
                type="text"
                inputMode="url"
                placeholder="https://"
                defaultValue={text("sourceUrl")}
                {...describedBy("sourceUrl", { errors: form.errors.sourceUrl })}
              />
            </Field>
          </div>
          <DuplicatesNotice duplicates={duplicates} contentId={contentId} />
        </>
      ) : (
        <div className="pair">
          <TextField form={form} name="sourceName" />
          <TextField form={form} name="author" />
        </div>
      )}
      <CountriesField form={form} countries={choices.countries} />
      <PriorityField form={form} />
      <AttachmentsField form={form} attachments={attachments} />
      <div className="pair">
        <SwitchField form={form} name="shareable" />
        <SwitchField form={form} name="external" />
      </div>
      {(["language", "key", "lockVersion", "fetched", "noDate", "cutText"] as const).map((name) =>
        text(name) ? <input key={name} type="hidden" name={name} value={text(name)} /> : null,
      )}
    </>
  );
}

/** The text as HTML, where it is known: what the editor sent itself comes back so from a browser without a network. */
function bodyHtml({ values }: FormState): string | undefined {
  if (typedText(values, "bodyFormat") === "html") return typedText(values, "body");
  return values.bodyHtml === undefined ? undefined : typedText(values, "bodyHtml");
}

/** A line that may stay empty. */
function TextField({ form, name }: Fields & { name: "sourceName" | "author" }) {
  const { t } = useTranslation(["articles", "shell"]);
  const errors = form.errors[name];
  return (
    <Field id={name} label={t(`articles:fields.${name}`)} optional={t("shell:optional")} errors={errors}>
      <input className="input" name={name} defaultValue={typedText(form.values, name)} dir="auto" {...describedBy(name, { errors })} />
    </Field>
  );
}

interface FolderFieldProps {
  label: string;
  teams: ArticleChoices["teams"];
  chosen: string;
  errors?: string[];
}

/** The writable folders, by team. */
export function FolderField({ label, teams, chosen, errors }: FolderFieldProps) {
  const { t } = useTranslation("articles");
  return (
    <Field id="folderId" label={label} errors={errors}>
      <select className="input" name="folderId" defaultValue={chosen} required {...describedBy("folderId", { errors })}>
        <option value="">{t("chooseFolder")}</option>
        {teams.map(({ id, name, folders }) => (
          <optgroup key={id} label={name}>
            {folders.map((folder) => (
              <option key={folder.id} value={folder.id}>
                {folder.name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </Field>
  );
}

function CountriesField({ form, countries }: Fields & { countries: PickerOption[] }) {
  const { t } = useTranslation(["articles", "shell"]);
  return (
    <fieldset className="field">
      <legend className="label" id="countries" tabIndex={-1}>
        {t("articles:fields.countries")} <span className="opt">{t("shell:optional")}</span>
      </legend>
      <FieldError id="countries" errors={form.errors.countries} />
      <Picker
        name="countries"
        options={countries}
        chosen={typedList(form.values, "countries")}
        moreLabel={t("articles:moreCountries", { count: countries.length })}
      />
    </fieldset>
  );
}

function PriorityField({ form }: Fields) {
  const { t } = useTranslation("articles");
  const priority = typedText(form.values, "priority", "normal");
  return (
    <fieldset className="field">
      <legend className="label" id="priority" tabIndex={-1}>
        {t("fields.priority")}
      </legend>
      <FieldError id="priority" errors={form.errors.priority} />
      <div className="radiobar block">
        {(["normal", "high"] as const).map((value) => (
          <label key={value}>
            <input type="radio" name="priority" value={value} defaultChecked={priority === value} />
            {value === "high" ? <Icon name="high" /> : null}
            <span>{t(`priority.${value}`)} </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function SwitchField({ form, name }: Fields & { name: "shareable" | "external" }) {
  const { t } = useTranslation("articles");
  return (
    <label className="switch">
      <input type="checkbox" role="switch" name={name} defaultChecked={typedText(form.values, name) === "on"} />
      <span>
        {t(`${name}.label`)} <small>{t(`${name}.hint`)} </small>
      </span>
    </label>
  );
}

/** The pictures a page offers. The first chosen one becomes the article's. */
export function PicturesField({ form, pictures }: Fields & { pictures: FoundPicture[] }) {
  const { t, i18n } = useTranslation("articles");
  const chosen = new Set(typedList(form.values, "pictures"));
  if (pictures.length === 0) return null;
  return (
    <fieldset className="field">
      <legend className="label">{t("pictures.label")}</legend>
      <p className="hint">{t("pictures.hint")}</p>
      <div className="picks">
        {pictures.map(({ url, width, height, alt }, index) => (
          <label className="pick" key={url}>
            <input type="checkbox" name="pictures" value={url} defaultChecked={chosen.has(url)} />
            <img
              src={`${href("picturePreview", {})}?${new URLSearchParams({ url })}`}
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
