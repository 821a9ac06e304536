import { config } from "~/config.server";
import type { Locale } from "~/i18n/locale";
import { translator } from "~/i18n/resources.server";
import type { Translate } from "~/i18n/translate";
import { htmlToLightweightMarkup, withoutMarkup } from "~/rich-text/convert.server";
import * as limits from "../../contract/limits";
import { href } from "../../contract/paths";
import type { KeptField, KeptForm } from "./failed-form";
import { toFields, typedText, typedValues } from "./form-state";
import type { FormWithoutFiles } from "./form-with-files.server";

/** Limits on the form values that an error page repeats. Larger forms are rejected by their pages, whose limits are far below. */
const most = { characters: 1_000_000, fields: 2_000 };

/** The labels of fields that users type into. All other fields are posted again as hidden fields. */
const labels = {
  title: "articles:fields.title",
  body: "articles:fields.body",
  author: "articles:fields.author",
  sourceName: "articles:fields.sourceName",
  sourceUrl: "articles:fields.sourceUrl",
  publishedAt: "articles:fields.publishedAt",
  tags: "articles:fields.tags",
  newTags: "tags:new",
  fileUrls: "articles:fields.fileUrls",
  // What another app shared.
  text: "articles:fields.body",
  url: "articles:fields.sourceUrl",
  address: "sources:fields.address",
  includedWords: "sources:fields.includedWords",
  excludedWords: "sources:fields.excludedWords",
  fallbackTag: "bookmarks:mapping.fallbackTag",
  name: "folders:fields.name",
  alternativeName: "folders:fields.alternativeName",
  description: "folders:fields.description",
  person: "teams:add.person",
  subject: "newsletters:fields.subject",
  introText: "newsletters:fields.introText",
  headline: "newsletters:fields.headline",
  teaser: "newsletters:fields.teaser",
  heading: "newsletters:fields.heading",
  textBlock: "newsletters:fields.textBlock",
  previewRecipients: "newsletters:fields.previewRecipients",
  scheduledFor: "newsletters:fields.scheduledFor",
  workspace: "client:fields.workspace",
  emailSignature: "client:fields.emailSignature",
  emailWhitelist: "client:fields.emailWhitelist",
  emailBlacklist: "client:fields.emailBlacklist",
  baseHex: "client:theme.derive.hex",
  addresses: "subscribers:fields.addresses",
  consent: "subscribers:fields.proof",
  emailAddresses: "client:invitations.new.emailAddresses",
  email: "auth:signIn.email",
  emailConfirmation: "settings:email.fields.emailConfirmation",
  firstName: "settings:profile.firstName",
  lastName: "settings:profile.lastName",
  jobTitle: "settings:profile.jobTitle",
  newInterests: "tags:new",
  website: "newsletterPage:subscribe.website",
  into: "client:tags.mergeInto.into",
} as const;

const isLabelled = (name: string): name is keyof typeof labels => Object.hasOwn(labels, name);

/** Fields that the editor posts as HTML if `<name>Format` is `html`. */
const richNames = new Set(["body", "introText", "textBlock"]);

interface Posted {
  /** Path and query to which the form was posted. */
  address: string;
  status: number;
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
  sent,
  locale,
}: Posted): Promise<{ values: Record<string, string[]>; kept: KeptForm } | undefined> {
  const values = typedValues(sent.body);
  const all = toFields(values);
  const characters = all.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (all.length > most.fields || characters > most.characters) return undefined;
  const t = translator(locale);
  const files = sent.fileNames.length > 0 || [...sent.body.values()].some((value) => typeof value !== "string" && value.size > 0);
  const { fields, hidden } = await partFields(values, t);
  const kept = { fields, hidden, files: files ? t("kept:files") : undefined };
  if (status >= 500 || status === 429) {
    const reason = status === 429 && { title: t("kept:title"), text: t("kept:tooMany") };
    return { values, kept: { ...kept, ...reason, post: { to: address, text: t("shell:errors.again") } } };
  }
  const { thing, post, next } = whatNext(address, values);
  const reason = status === 403 ? t("kept:forbidden") : t(`kept:gone.${thing}`);
  return {
    values,
    kept: {
      ...kept,
      // An idempotency key, so that repeated submissions create only one article or newsletter.
      hidden: post && !values.key ? [...hidden, ["key", crypto.randomUUID()]] : hidden,
      title: t("kept:title"),
      text: `${reason} ${t("kept:below")}`,
      post: post && { to: post.to, text: t(`kept:post.${post.text}`) },
      next: next && { to: next.to, text: t(`kept:next.${next.text}`) },
    },
  };
}

async function partFields(values: Record<string, string[]>, t: Translate): Promise<Pick<KeptForm, "fields" | "hidden">> {
  const fields: KeptField[] = [];
  const hidden: KeptForm["hidden"] = [];
  for (const [name, typed] of Object.entries(values)) {
    const isRich = richNames.has(name);
    // Converts a single value only: conversion takes time, and a form could repeat the field 2,000 times.
    const isHtml = isRich && typed.length === 1 && typedText(values, `${name}Format`) === "html";
    for (const value of typed) {
      const isShown = isLabelled(name) && value.trim() !== "";
      if (!isShown || isHtml) hidden.push([name, value]);
      if (!isShown) continue;
      const text = isHtml && value.length <= limits.body ? await htmlToLightweightMarkup(value).catch(() => withoutMarkup(value)) : value;
      const isLong = isRich || text.length > 80 || /[\r\n]/.test(text);
      fields.push({ name: isHtml ? undefined : name, label: t(labels[name]), value: text, isLong });
    }
  }
  return { fields, hidden };
}

interface WhatNext {
  thing: "comment" | "article" | "newsletter" | "folder" | "team" | "other";
  post?: { to: string; text: "article" | "newsletter" };
  next?: { to: string; text: "article" | "folder" | "folders" | "newsletters" | "teams" };
}

/** Derives from a form's URL where its text can go instead. */
function whatNext(address: string, values: Record<string, string[]>): WhatNext {
  const { pathname } = new URL(address, "http://here.invalid");
  const segments = pathname.split("/").slice(1);
  const product = config.product.slug;
  const folderId = segments[0] === product && segments[1] !== "new" && segments[1] !== "import" ? segments[1] : undefined;
  const folder = folderId ? { to: href("folder", { product, folderId }), text: "folder" as const } : undefined;
  const contents = segments.indexOf("contents");
  if (contents >= 0 && segments[contents + 1] !== "new") {
    if (segments[contents + 2] === "comments")
      return { thing: "comment", next: { to: href("article", { contentId: segments[contents + 1] ?? "" }), text: "article" } };
    const isWhole = values.title !== undefined && values.body !== undefined;
    return { thing: "article", next: folder, ...(isWhole && { post: { to: `${href("stream")}/contents/new`, text: "article" } }) };
  }
  if (folderId && segments[2] === "mailings" && segments.length > 4) {
    return {
      thing: "newsletter",
      next: { to: href("newsletters", { product, folderId }), text: "newsletters" },
      ...(segments[4] === "title" && { post: { to: href("newsletterNew", { product, folderId }), text: "newsletter" } }),
    };
  }
  if (folder) return { thing: "folder", next: { to: href("folders", { product }), text: "folders" } };
  if (["team", "teams"].includes(segments[0] ?? "") && segments[1] !== "new")
    return { thing: "team", next: { to: href("teams"), text: "teams" } };
  return { thing: "other" };
}
