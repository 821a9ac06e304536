import { createHash } from "node:crypto";
import { z } from "zod";
import { type FormState, typedText } from "~/forms/form-state";
import { formKeySchema, type Reading, readForm } from "~/forms/read-form.server";
import { allTags, tagFields, withTagRules } from "~/forms/tags-form.server";
import { isoDay } from "~/i18n/dates.server";
import type { Translate } from "~/i18n/translate";
import { htmlToMarkedText, markedTextToHtml } from "~/rich-text/convert.server";
import { teamName } from "~/ui/team-name";
import type { Article, ArticleFields } from "~/upstream/articles.server";
import type { Upstream } from "~/upstream/client.server";
import { listCountries } from "~/upstream/countries.server";
import { listFolders } from "~/upstream/folders.server";
import { importPage } from "~/upstream/imports.server";
import type { Refusal } from "~/upstream/result";
import { listTags } from "~/upstream/tags.server";
import { pageProblems } from "../../../contract/errors";
import { limits } from "../../../contract/limits";
import { languageSchema, prioritySchema } from "../../../contract/rest/contents";
import { cleanText, daySchema, optionalLine, requiredLine } from "../../../contract/rest/shared";
import { findSourceUrl, optionalSourceUrlSchema } from "../../../contract/rest/source-url";
import type { ArticleChoices, FoundPicture } from "./article-form";
import { attachmentFields } from "./attachments-form.server";

const articleFormSchema = withTagRules(
  z.object({
    sourceUrl: optionalSourceUrlSchema,
    title: requiredLine(),
    body: z.string().overwrite(cleanText).min(1).max(limits.body),
    /** What the editor writes; a textarea writes marked text. */
    bodyFormat: z.literal("html").optional().catch(undefined),
    tags: tagFields.chosen,
    newTags: tagFields.typed,
    countries: z.array(z.string()).default([]),
    author: optionalLine(),
    sourceName: optionalLine(),
    publishedAt: daySchema,
    folderId: z.string().min(1),
    priority: prioritySchema.default("normal"),
    shareable: z.boolean().default(false),
    external: z.boolean().default(false),
    // A hidden field: nobody can mend what the import did not put there, and an unknown language is none.
    language: languageSchema.nullable().catch(null),
    pictures: z.array(z.string().max(limits.url)).max(limits.importedPictures).default([]),
    lockVersion: z.number().int().min(0).optional(),
    key: formKeySchema,
    fetched: z.string().max(limits.text).optional().catch(undefined),
    // Said beside the fields as long as the form is open.
    noDate: z.string().optional().catch(undefined),
    cutText: z.string().optional().catch(undefined),
    ...attachmentFields,
  }),
  { chosen: "tags", typed: "newTags", max: limits.tagsPerArticle, required: true },
);

export type ArticleForm = z.output<typeof articleFormSchema>;

/** The article form as it was posted. Its text comes back for both, the textarea and the editor. */
export async function readArticleForm(body: FormData, t: Translate): Promise<Reading<ArticleForm>> {
  const reading = readForm(body, articleFormSchema, t);
  const { bodyFormat, ...values } = reading.ok ? reading.values : reading.form.values;
  if (bodyFormat !== "html") return reading;
  const html = typedText(values, "body");
  const both = { ...values, body: await htmlToMarkedText(html), bodyHtml: html };
  return reading.ok ? { ...reading, values: both } : { ok: false, form: { ...reading.form, values: both } };
}

/** What goes to the API. A text that nobody touched stays as it is, with what a textarea cannot show. `undefined` for too long a text. */
export async function toArticleFields(form: ArticleForm, before?: Article): Promise<ArticleFields | undefined> {
  const { sourceUrl, title, countries, author, sourceName, publishedAt, folderId, priority, shareable, external, language } = form;
  const fields = { sourceUrl, title, countries, author, sourceName, publishedAt, folderId, priority, shareable, external, language };
  const { newTags, tags, body, bodyFormat } = form;
  if (bodyFormat === "html") return { ...fields, body, tags: allTags(tags, newTags) };
  const isUntouched = before !== undefined && cleanText(await htmlToMarkedText(before.body)) === body;
  const html = isUntouched ? before.body : await markedTextToHtml(body);
  return html === undefined ? undefined : { ...fields, body: html, tags: allTags(tags, newTags) };
}

/** The form of a text that is too long to be converted. */
export const tooLongForm = (values: Record<string, unknown>, t: Translate): FormState => ({
  values,
  errors: { body: [t("errors:tooLong", { max: limits.body })] },
});

/** The folders that take articles from this person, by team. */
export async function listTargets(upstream: Upstream, t: Translate): Promise<ArticleChoices["teams"]> {
  const teams = new Map<string, ArticleChoices["teams"][number]>();
  for (const { id, name, team } of await listFolders(upstream, { writable: true })) {
    const group = teams.get(team.id) ?? { id: team.id, name: teamName(team, t), folders: [] };
    group.folders.push({ id, name });
    teams.set(team.id, group);
  }
  return [...teams.values()];
}

/** What can be chosen in the form: folders, tags and countries; no folders for people who may not write anywhere. */
export async function listChoices(upstream: Upstream, t: Translate): Promise<ArticleChoices> {
  const [teams, tags, countries] = await Promise.all([listTargets(upstream, t), listTags(upstream), listCountries(upstream)]);
  return {
    teams,
    tags: tags.map(({ name }) => name),
    countries: countries.map(({ code, name }) => ({ value: code, label: name })),
  };
}

/** The form of a new article: today, the folder it was opened in, and the workspace's defaults. */
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

/** The form of an article that is there already. */
export async function articleValues(article: Article): Promise<Record<string, unknown>> {
  const { title, author, publishedAt, folderId, priority, shareable, external, language, sourceUrl, lockVersion } = article;
  return {
    title,
    author: author ?? "",
    sourceName: article.source.name ?? "",
    sourceUrl: sourceUrl ?? "",
    publishedAt,
    folderId,
    priority,
    language: language ?? "",
    lockVersion: String(lockVersion),
    shareable: shareable ? "on" : undefined,
    external: external ? "on" : undefined,
    body: await htmlToMarkedText(article.body),
    bodyHtml: article.body,
    tags: article.tags.map(({ name }) => name),
    countries: article.countries.map(({ code }) => code),
  };
}

export type Import =
  | { ok: true; values: Record<string, unknown>; found: { host: string; pictures: FoundPicture[] } }
  | { ok: false; errors: Record<string, string[]>; message?: string };

/** What is wrong with an address before anything is fetched. */
export function addressErrors(address: string, t: Translate): { sourceUrl: string[] } | undefined {
  if (findSourceUrl(address, { allowBareHosts: true })) return undefined;
  if (address.trim() === "") return { sourceUrl: [t("errors:required")] };
  return { sourceUrl: [address.length > limits.url ? t("errors:tooLong", { max: limits.url }) : t("errors:invalidUrl")] };
}

/** Fetches a page and puts what it says into the fields that nobody edited; a page that cannot be read leaves all as they were. */
export async function importIntoForm(upstream: Upstream, address: string, values: Record<string, unknown>, t: Translate): Promise<Import> {
  const url = findSourceUrl(address, { allowBareHosts: true });
  if (!url) return { ok: false, errors: addressErrors(address, t) ?? {} };
  const result = await importPage(upstream, url.href);
  if (!result.ok)
    return { ok: false, errors: { sourceUrl: unreadErrors(result, url, t) }, message: result.message ?? t("articles:import.failed") };
  const page = result.data;
  const pictures = page.images.slice(0, limits.importedPictures);
  const html = page.content ?? page.media?.html ?? "";
  const fetched = {
    title: page.title ?? "",
    body: await htmlToMarkedText(html),
    author: page.authors.map(({ name }) => name).join(", "),
    sourceName: page.sourceName ?? "",
    publishedAt: page.publishedAt === null ? "" : isoDay(page.publishedAt),
  };
  const edited = editedSince(values);
  return {
    ok: true,
    found: { host: new URL(page.url).hostname.replace(/^www\./, ""), pictures },
    values: {
      ...values,
      ...fetched,
      ...edited,
      bodyHtml: edited.body === undefined ? html : values.bodyHtml,
      sourceUrl: page.url,
      language: page.language ?? "",
      noDate: page.publishedAt === null ? "on" : undefined,
      cutText: page.contentIsCut ? "on" : undefined,
      pictures: pictures.slice(0, 1).map((picture) => picture.url),
      fetched: JSON.stringify(Object.fromEntries(Object.entries(fetched).map(([name, text]) => [name, fingerprint(text)]))),
    },
  };
}

/** Why a page could not be read, in the API's words; for an API that gives the code alone, in ours. */
function unreadErrors({ errors, status, code }: Refusal, { host }: URL, t: Translate): string[] {
  if (errors.url?.length || status !== 422) return errors.url ?? [];
  const problem = pageProblems.find((known) => known === code) ?? "unreadable";
  return [t(`errors:page.${problem}`, { host, max: limits.importedPageMb })];
}

/** Texts that differ from what was fetched before, whose fingerprints the form carries. */
export function editedSince(values: Record<string, unknown>): Record<string, string> {
  const before = readFingerprints(values.fetched);
  return Object.fromEntries(
    Object.entries(before).flatMap(([name, print]) => {
      const text = typedText(values, name);
      return fingerprint(text) === print ? [] : [[name, text]];
    }),
  );
}

const fingerprintsSchema = z.partialRecord(z.enum(["title", "body", "author", "sourceName", "publishedAt"]), z.string());

function readFingerprints(text: unknown): Record<string, string> {
  try {
    return typeof text === "string" ? fingerprintsSchema.parse(JSON.parse(text)) : {};
  } catch {
    return {};
  }
}

/** Forms send every line break as two characters, and fields of one line none. */
export const fingerprint = (text: string): string =>
  createHash("sha256").update(text.replace(/\s+/g, " ").trim()).digest("base64url").slice(0, 16);
