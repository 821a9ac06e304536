import { createHash } from "node:crypto";
import { z } from "zod";
import { type FormState, typedText } from "~/forms/form-state";
import { formKeySchema, newForm, type Reading, readForm } from "~/forms/read-form.server";
import { allTags, tagFields, withTagRules } from "~/forms/tags-form.server";
import { isoDay } from "~/i18n/dates.server";
import type { Translate } from "~/i18n/translate";
import { listTagsByUse, withFirst } from "~/lists/most-used.server";
import { listTargets, type TargetTeam } from "~/lists/target-folders.server";
import { cleanLightweightMarkup, htmlToLightweightMarkup, lightweightMarkupToHtml } from "~/rich-text/convert.server";
import type { PickerOption } from "~/ui/picker";
import { type Article, type ArticleFields, fieldsOfArticle, pickArticleFields } from "~/upstream/articles.server";
import { listFrequent } from "~/upstream/choices.server";
import type { Upstream } from "~/upstream/client.server";
import { listCountries } from "~/upstream/countries.server";
import { importPage } from "~/upstream/imports.server";
import type { Refusal } from "~/upstream/result";
import { listTags } from "~/upstream/tags.server";
import { type PageProblem, pageProblems } from "../../../contract/errors";
import * as limits from "../../../contract/limits";
import { contentFieldsSchema, languageSchema } from "../../../contract/rest/contents";
import { findSourceUrl } from "../../../contract/rest/source-url";
import { toCamelKeys } from "../../../contract/wire";
import { oneAddress } from "./address-queue";
import { readAddresses } from "./address-queue.server";
import { type FoundPage, noPage } from "./article-pictures.server";
import { attachmentFields } from "./attachments-form.server";
import { tagsInText } from "./tags-in-text.server";

const articleFormSchema = withTagRules(
  z.object({
    ...toCamelKeys(contentFieldsSchema.shape),
    body: z.string().overwrite(cleanLightweightMarkup).min(1).max(limits.body),
    /** Set by the rich text editor; a plain textarea sends lightweight markup. */
    bodyFormat: z.literal("html").optional().catch(undefined),
    tags: tagFields.chosen,
    newTags: tagFields.typed,
    countries: z.array(z.string()).default([]),
    folderId: z.string().min(1),
    // Browsers omit unchecked switches.
    shareable: z.boolean().default(false),
    external: z.boolean().default(false),
    // A hidden field filled by the import: users cannot correct it, so an unknown language becomes null.
    language: languageSchema.nullable().catch(null),
    pictures: z.array(z.string().max(limits.url)).max(limits.importedPictures).default([]),
    lockVersion: z.number().int().min(0).optional(),
    key: formKeySchema,
    fetched: z.string().max(limits.text).optional().catch(undefined),
    // Of the import, separated by spaces; kept while the form is open.
    doubts: z.string().optional().catch(undefined),
    ...attachmentFields,
  }),
  { chosen: "tags", typed: "newTags", max: limits.tagsPerArticle, required: true },
);

export type ArticleInput = z.output<typeof articleFormSchema>;

type FieldName = keyof typeof articleFormSchema.shape | "bodyHtml" | "files" | "lostFiles";

/** The form as the page shows it: including files, which are not in its schema, and the text as HTML for the editor. */
export type ArticleForm = FormState<FieldName>;

/** The form as the loader returns it. */
export const articleForm = (values: ArticleForm["values"], problems: Partial<ArticleForm> = {}): ArticleForm => ({
  ...newForm(articleFormSchema),
  values,
  ...problems,
});

/** Reads a posted article. The text is returned both as lightweight markup for the textarea and as HTML for the editor. */
export async function readArticleForm(body: FormData, t: Translate): Promise<Reading<ArticleInput, FieldName>> {
  const reading = readForm(body, articleFormSchema, t);
  const { bodyFormat, ...values } = reading.ok ? reading.values : reading.form.values;
  if (bodyFormat !== "html") return reading;
  const html = typedText(values, "body");
  const both = { ...values, body: await htmlToLightweightMarkup(html), bodyHtml: html };
  return reading.ok ? { ...reading, values: both } : { ok: false, form: { ...reading.form, values: both } };
}

/** Converts the form to the API's fields. Unchanged text keeps markup that a textarea cannot show. `undefined` if the text is too long. */
export async function toArticleFields(form: ArticleInput, before?: Article): Promise<ArticleFields | undefined> {
  const { newTags, body, bodyFormat } = form;
  const fields = { ...pickArticleFields(form), tags: allTags(form.tags, newTags) };
  if (bodyFormat === "html") return fields;
  const isUntouched = before !== undefined && cleanLightweightMarkup(await htmlToLightweightMarkup(before.body)) === body;
  const html = isUntouched ? before.body : await lightweightMarkupToHtml(body);
  return html === undefined ? undefined : { ...fields, body: html };
}

/** The form with the error for a text that is too long to convert. */
export const tooLongForm = (values: Record<string, unknown>, t: Translate): FormState => ({
  values,
  errors: { body: [t("errors:tooLong", { max: limits.body })] },
});

export interface ArticleChoices {
  /** Writable folders by team. */
  teams: TargetTeam[];
  /** The most frequent ones first. */
  tags: string[];
  /** The most frequent tags of the folder that is preselected. */
  folderTags: string[];
  /** Tags that a shared text mentions. */
  mentionedTags: string[];
  countries: PickerOption[];
}

/** All folders but one. Teams without another folder are dropped. */
export const withoutFolder = (teams: TargetTeam[], folderId: string): TargetTeam[] =>
  teams.map((team) => ({ ...team, folders: team.folders.filter(({ id }) => id !== folderId) })).filter(({ folders }) => folders.length > 0);

/** The options of the form: folders, tags and countries. Users without write access get no folders. */
export async function listChoices(request: Request, upstream: Upstream, t: Translate): Promise<ArticleChoices> {
  const [teams, tags, countries, frequent] = await Promise.all([
    listTargets(request, upstream, t),
    listTags(upstream),
    listCountries(upstream),
    listFrequent(upstream),
  ]);
  return {
    teams,
    tags: withFirst(tags, frequent.tags, ({ slug }) => slug).map(({ name }) => name),
    folderTags: [],
    mentionedTags: [],
    countries: withFirst(countries, frequent.countries, ({ code }) => code).map(({ code, name }) => ({ value: code, label: name })),
  };
}

/** The names of the most frequent tags of a folder. */
export async function listFolderTags(upstream: Upstream, folderId: string): Promise<string[]> {
  return (await listTagsByUse(upstream, folderId)).slice(0, limits.tagsOffered);
}

/** Initial values: today's date, the folder the form was opened in, and the workspace's defaults. */
export function newArticleValues(
  folderId: string | undefined,
  { shareable, external }: { shareable: boolean; external: boolean },
): Record<string, unknown> {
  return {
    folderId,
    publishedAt: isoDay(),
    priority: "normal",
    shareable: shareable ? "on" : undefined,
    external: external ? "on" : undefined,
    key: crypto.randomUUID(),
  };
}

/** The values of an existing article. */
export async function articleValues(article: Article): Promise<Record<string, unknown>> {
  const typed = Object.entries(fieldsOfArticle(article)).map(([name, value]) => [name, toTyped(value)]);
  return {
    ...Object.fromEntries(typed),
    lockVersion: String(article.lockVersion),
    body: await htmlToLightweightMarkup(article.body),
    bodyHtml: article.body,
  };
}

/** Switches that are off have no value. */
const toTyped = (value: ArticleFields[keyof ArticleFields]) => (value === false ? undefined : value === true ? "on" : (value ?? ""));

export type Import =
  /** `canonicalUrl`: the address that the page states as its own. */
  | { ok: true; values: Record<string, unknown>; found: FoundPage; canonicalUrl?: string | undefined }
  | { ok: false; errors: Record<string, string[]> };

/**
 * Fetches a page and fills the fields that the user has not edited. If the page cannot be read, all fields keep their values, and the
 * `problem` of what was found says why. `before` is what an earlier fetch found.
 */
export async function importIntoForm(
  upstream: Upstream,
  address: string,
  values: Record<string, unknown>,
  { tags, t, before = noPage }: { tags: readonly string[]; t: Translate; before?: FoundPage },
): Promise<Import> {
  const url = findSourceUrl(address, { allowLocalHosts: true });
  if (!url) {
    const reading = readAddresses(address, oneAddress, t);
    return { ok: false, errors: reading.ok ? { sourceUrl: [t("errors:invalidUrl")] } : reading.errors };
  }
  const result = await importPage(upstream, url.href);
  if (!result.ok)
    return {
      ok: true,
      values: { ...values, fetched: values.fetched ?? fingerprintsOf(values) },
      found: { ...before, host: "", problem: whyUnread(result, url, t) },
    };
  const page = result.data;
  const pictures = page.images.slice(0, limits.importedPictures);
  const html = page.content ?? page.media?.html ?? "";
  const fetched = {
    title: page.title ?? "",
    body: await htmlToLightweightMarkup(html),
    author: page.authors.map(({ name }) => name).join(", "),
    sourceName: page.sourceName ?? "",
    publishedAt: page.publishedAt === null ? "" : isoDay(page.publishedAt),
  };
  const edited = editedSince(values);
  return {
    ok: true,
    canonicalUrl: page.canonicalUrl ?? undefined,
    found: {
      host: new URL(page.url).hostname.replace(/^www\./, ""),
      pictures,
      tags: tagsInText(tags, `${fetched.title} ${fetched.body}`, limits.tagsOffered),
    },
    values: {
      ...values,
      ...fetched,
      ...edited,
      bodyHtml: edited.body === undefined ? html : values.bodyHtml,
      sourceUrl: page.url,
      language: page.language ?? "",
      doubts: page.doubts.join(" "),
      pictures: pictures.slice(0, 1).map((picture) => picture.url),
      fetched: fingerprintsOf(fetched),
    },
  };
}

/** Problems that may be temporary. */
const temporary = new Set<string | undefined>(["server_failed", "connection_refused", "unreachable", "timeout"] satisfies PageProblem[]);

/** Why a page could not be read: the API's text, or our own for an API that returns only a code. */
export function whyUnread({ errors, status, code, message }: Refusal, { host }: URL, t: Translate): string {
  if (status !== 422 || temporary.has(code)) return message ?? t("articles:import.failed");
  const problem = pageProblems.find((known) => known === code) ?? "unreadable";
  return errors.url?.[0] ?? t(`errors:page.${problem}`, { host, max: limits.importedPageMb });
}

/** The texts that the user has changed since the last fetch, detected by the fingerprints that the form carries. */
export function editedSince(values: Record<string, unknown>): Record<string, string> {
  const before = readFingerprints(values.fetched);
  return Object.fromEntries(
    Object.entries(before).flatMap(([name, print]) => {
      const text = typedText(values, name);
      return fingerprint(text) === print ? [] : [[name, text]];
    }),
  );
}

const fetchedTexts = ["title", "body", "author", "sourceName", "publishedAt"] as const;
const fingerprintsSchema = z.partialRecord(z.enum(fetchedTexts), z.string());

const fingerprintsOf = (values: Record<string, unknown>) =>
  JSON.stringify(Object.fromEntries(fetchedTexts.map((name) => [name, fingerprint(typedText(values, name))])));

function readFingerprints(text: unknown): Record<string, string> {
  try {
    return typeof text === "string" ? fingerprintsSchema.parse(JSON.parse(text)) : {};
  } catch {
    return {};
  }
}

/** Ignores whitespace differences: forms submit line breaks as CRLF, and single-line fields drop them. */
export const fingerprint = (text: string): string =>
  createHash("sha256").update(text.replace(/\s+/g, " ").trim()).digest("base64url").slice(0, 16);
