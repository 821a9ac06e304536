import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { formAnswer, formKeySchema, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { translator } from "~/i18n/resources.server";
import { readFilter } from "~/lists/article-filter.server";
import { listFirst } from "~/lists/shown-articles.server";
import { redirectWithFlash } from "~/session/flash.server";
import { refusedBecause, unlessGone } from "~/upstream/failure.server";
import { createNewsletter, deleteNewsletter, listFolderTags } from "~/upstream/newsletter-drafts.server";
import * as limits from "../../../contract/limits";
import { toChoices } from "./newsletter-choices";
import { idsSchema, keptOf, readers, readHidden } from "./read-step.server";
import { requireNewsletterFolder, stepHref } from "./require-newsletter.server";
import type { StepRequest } from "./save-step.server";

const selectionSchema = z.object({
  contentIds: idsSchema,
  /** All articles of the list instead of the chosen ones. */
  all: z.string().optional(),
  /** The filter of the list, as a query string. */
  filter: z.string().optional(),
  newsletterKey: formKeySchema,
});

/**
 * Begins a newsletter with exactly the articles that were selected in the folder's list. Too many are refused, and those without tags, which
 * no newsletter holds, are reported.
 */
export async function beginWithSelection({ session: { upstream, locale }, params: { product, folderId = "" }, body }: StepRequest) {
  requireProduct(product);
  const t = translator(locale);
  await requireNewsletterFolder(upstream, folderId, t);
  const max = limits.newsletterArticles;
  const reading = readForm(body, selectionSchema, t);
  if (!reading.ok) return formAnswer(reading.form, { conflict: undefined });
  const { contentIds, all, newsletterKey: key } = reading.value;
  const { filter } = readFilter(new URLSearchParams(reading.value.filter));
  const list = all ? await listFirst(upstream, { ...filter, folderIds: [folderId] }, max) : undefined;
  const selected = list ? list.articles.map(({ id }) => id) : [...new Set(contentIds)];
  const total = list?.total.count ?? selected.length;
  if (total > max)
    throw refusedBecause({ title: t("newsletters:tooMany.title"), text: t("newsletters:tooMany.text", { count: total, max }) });
  const result = await createNewsletter(upstream, folderId, { contents: toChoices([], selected) }, { key });
  if (!result.ok) {
    const form = refusedForm(result, {}, t);
    return data({ form, conflict: undefined }, refusalInit(result));
  }
  const to = stepHref(folderId, result.data.id, "articles");
  const tagged = new Set(
    (await listFolderTags(upstream, folderId, result.data.id)).flatMap(({ contents }) => contents.map(({ id }) => id)),
  );
  const untagged = selected.filter((id) => !tagged.has(id)).length;
  if (untagged === 0) return redirect(to);
  return redirectWithFlash(to, "newsletterUntagged", { type: "warning", name: t("newsletters:articles", { count: untagged }) });
}

/**
 * Begins a newsletter as an earlier one of the folder was, with what was typed already. A draft that the form created on the way is
 * replaced.
 */
export async function beginWithTemplate({ session: { upstream, locale }, params: { product, folderId = "" }, body }: StepRequest) {
  requireProduct(product);
  const t = translator(locale);
  await requireNewsletterFolder(upstream, folderId, t);
  const hidden = readHidden(body);
  const { change, values, errors } = await readers.title(body, { upstream, folderId, newsletterId: undefined, hidden, t });
  const kept = { ...values, ...keptOf(hidden) };
  const own = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== ""));
  const hasOwn = Object.keys(change).length > 0;
  const { key, template: templateId } = hidden;
  const result = hasOwn ? await createNewsletter(upstream, folderId, own, { key, templateId }) : undefined;
  if (!result?.ok) {
    const isGone = result?.errors.templateId !== undefined;
    const refused = result ? refusedForm(result, kept, t) : { values: kept, errors };
    const form = isGone ? { values: kept, errors: {}, message: t("newsletters:template.gone") } : refused;
    return data({ form, conflict: undefined }, result ? refusalInit(result) : { status: 422 });
  }
  if (hidden.newsletterId) await unlessGone(deleteNewsletter(upstream, hidden.newsletterId));
  return redirect(stepHref(folderId, result.data.id, "title"));
}
