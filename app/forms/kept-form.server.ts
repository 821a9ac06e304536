import { config } from "~/config.server";
import type { Locale } from "~/i18n/locale";
import { translator } from "~/i18n/resources.server";
import type { Translate } from "~/i18n/translate";
import { htmlToLightweightMarkup, withoutMarkup } from "~/rich-text/convert.server";
import * as limits from "../../contract/limits";
import { href, overlay } from "../../contract/paths";
import type { RouteHandle } from "../../contract/route-handle";
import type { KeptField, KeptForm } from "./failed-form";
import { toFields, typedText, typedValues } from "./form-state";
import type { FormWithoutFiles } from "./form-with-files.server";

/** Limits on the form values that an error page repeats. Larger forms are rejected by their pages, whose limits are far below. */
const most = { characters: 1_000_000, fields: 2_000 };

/** The path parameters of the route to which a form was posted. */
type Params = Record<string, string | undefined>;

interface Posted {
  /** Path and query to which the form was posted. */
  address: string;
  status: number;
  params: Params;
  handle: RouteHandle;
  sent: FormWithoutFiles;
  locale: Locale;
}

/**
 * The values of an unsaved form that the error page shows: all but passwords and files. `undefined` for a form that is too large to have
 * been saved.
 */
export async function keptForm({
  address,
  status,
  params,
  handle: { typed = {}, textAreas = [], savesAsNew },
  sent,
  locale,
}: Posted): Promise<{ values: Record<string, string[]>; kept: KeptForm } | undefined> {
  const values = typedValues(sent.body);
  const all = toFields(values);
  const characters = all.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (all.length > most.fields || characters > most.characters) return undefined;
  const t = translator(locale);
  const files = sent.fileNames.length > 0 || [...sent.body.values()].some((value) => typeof value !== "string" && value.size > 0);
  const { fields, hidden } = await partFields(values, typed, textAreas, t);
  const kept = { fields, hidden, files: files ? t("kept:files") : undefined };
  if (status >= 500 || status === 429) {
    const reason = status === 429 && { title: t("kept:title"), text: t("kept:tooMany") };
    return { values, kept: { ...kept, ...reason, post: { to: address, text: t("shell:errors.again") } } };
  }
  const { thing, next } = goneThing(params);
  const reason = status === 403 ? t("kept:forbidden") : t(`kept:gone.${thing}`);
  return {
    values,
    kept: {
      ...kept,
      // An idempotency key, so that repeated submissions create only one article or newsletter.
      hidden: savesAsNew && !values.key ? [...hidden, ["key", crypto.randomUUID()]] : hidden,
      title: t("kept:title"),
      text: `${reason} ${t("kept:below")}`,
      post: savesAsNew && { to: newFormOf[savesAsNew](params), text: t(`kept:post.${savesAsNew}`) },
      next: next && { to: next.to, text: t(`kept:next.${next.text}`) },
    },
  };
}

async function partFields(
  values: Record<string, string[]>,
  typed: NonNullable<RouteHandle["typed"]>,
  textAreas: readonly string[],
  t: Translate,
): Promise<Pick<KeptForm, "fields" | "hidden">> {
  const fields: KeptField[] = [];
  const hidden: KeptForm["hidden"] = [];
  for (const [name, texts] of Object.entries(values)) {
    const declared = declaredName(name, typed);
    const isArea = declared !== undefined && textAreas.includes(declared);
    // Converts a single value only: conversion takes time, and a form could repeat the field 2,000 times.
    const isHtml = isArea && declared === name && texts.length === 1 && typedText(values, `${name}Format`) === "html";
    for (const value of texts) {
      const isShown = declared !== undefined && value.trim() !== "";
      if (!isShown || isHtml) hidden.push([name, value]);
      if (!isShown) continue;
      const text = isHtml && value.length <= limits.body ? await htmlToLightweightMarkup(value).catch(() => withoutMarkup(value)) : value;
      const isLong = isArea || text.length > 80 || /[\r\n]/.test(text);
      fields.push({ name: isHtml ? undefined : name, label: t(typed[declared] as "articles:fields.title"), value: text, isLong });
    }
  }
  return { fields, hidden };
}

/** The name under which a field is declared; that of fields with ids ends in "-*". */
const declaredName = (name: string, typed: NonNullable<RouteHandle["typed"]>): string | undefined =>
  [name, name.replace(/-.*/, "-*")].find((one) => Object.hasOwn(typed, one));

interface Gone {
  thing: "comment" | "article" | "newsletter" | "folder" | "team" | "other";
  /** The page that the error page links to. */
  next?: { to: string; text: "article" | "folder" | "folders" | "newsletters" | "teams" } | undefined;
}

/** The innermost object in the path of a form, which it would have changed. */
function goneThing({ commentId, contentId, newsletterId, folderId, teamId }: Params): Gone {
  const product = config.product.slug;
  if (commentId && contentId) return { thing: "comment", next: { to: href("article", { contentId }), text: "article" } };
  if (newsletterId && folderId)
    return { thing: "newsletter", next: { to: href("newsletters", { product, folderId }), text: "newsletters" } };
  if (contentId) return { thing: "article", next: folderId ? { to: href("folder", { product, folderId }), text: "folder" } : undefined };
  if (folderId) return { thing: "folder", next: { to: href("folders", { product }), text: "folders" } };
  if (teamId) return { thing: "team", next: { to: href("teams"), text: "teams" } };
  return { thing: "other" };
}

const newFormOf = {
  article: () => `${href("stream")}/${overlay("articleNew")}`,
  newsletter: ({ folderId = "" }: Params) => href("newsletterNew", { product: config.product.slug, folderId }),
};
