import { data, redirect } from "@remix-run/node";
import { config } from "~/config.server";
import type { FormState } from "~/forms/form-state";
import { refusalInit, refusedForm } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { momentText } from "~/i18n/dates.server";
import type { Locale } from "~/i18n/locale";
import { translator } from "~/i18n/resources.server";
import { redirectWithFlash } from "~/session/flash.server";
import type { requireSession } from "~/session/session.server";
import { thrownRefusal, unlessGone } from "~/upstream/failure.server";
import { createNewsletter, type Draft, findNewsletter, updateNewsletter } from "~/upstream/newsletter-drafts.server";
import { serverHref } from "../../../contract/paths.server";
import type { Conflict, SaveAnswer } from "./autosave";
import { type FormStep, placeOf, type Step, stepAfter } from "./newsletter-steps";
import {
  baseOf,
  differencesOf,
  type FolderChoices,
  folderChoices,
  overlapOf,
  overwritingBase,
  ownChange,
  readBase,
  savedBase,
  typedOf,
} from "./newsletter-versions.server";
import { type Hidden, keptOf, type ReadStep, readers, readHidden, type StepContext } from "./read-step.server";
import { leadToHistory, type Params, requireDraft, requireNewsletter, stepHref } from "./require-newsletter.server";

/** The form that a button of the articles step leads to. A new text goes above the article `before`, or to the end. */
type Item = { articleId: string } | { textId: string; before?: string };

const itemHref = (folderId: string, newsletterId: string, item: Item) => {
  const place = { product: config.product.slug, folderId, newsletterId };
  if ("articleId" in item) return serverHref("newsletterArticle", { ...place, contentId: item.articleId });
  const search = item.before ? `?${new URLSearchParams({ before: item.before }).toString()}` : "";
  return `${serverHref("newsletterText", { ...place, textId: item.textId })}${search}`;
};

function toItem({ adapt: articleId, editText: textId, addText: before }: Hidden): Item | undefined {
  if (articleId) return { articleId };
  if (textId) return { textId };
  return before === undefined ? undefined : { textId: "new", before };
}

/** The part of a draft that the form of a step needs: version, time of the last save, and the initial values. */
export async function formDraft(
  step: FormStep,
  from: FolderChoices,
  { draft, lockVersion, updatedAt }: Awaited<ReturnType<typeof requireDraft>>,
  locale: Locale,
) {
  return { lockVersion, savedAt: savedText(updatedAt, locale), base: await baseOf(step, from, draft) };
}

/** The time of the last save, which every step shows. */
const savedText = (updatedAt: string, locale: Locale) => momentText(updatedAt, locale).text;

interface Saving extends StepContext, Pick<ReadStep, "change" | "typed"> {
  step: FormStep;
}

/** How often a change is merged with what others save at the same time. */
export const mostMerges = 3;

/**
 * Creates the draft, or saves what this person changed. Changes that others saved in the meantime are kept, unless both changed the same
 * field: then the result is the 409. `formVersion` is the version that the form shows: after a merge still the one that it was sent with,
 * so that the next save looks for changes by others again.
 */
async function save({ upstream, folderId, newsletterId, step, hidden, change, typed }: Saving, perform?: "preview") {
  if (!newsletterId) {
    const result = await createNewsletter(upstream, folderId, change, { key: hidden.key });
    return withFormVersion(result);
  }
  const base = readBase(hidden.base);
  const draft = ownChange(change, typed, base);
  const formVersion = hidden.lockVersion;
  const result = await updateNewsletter(upstream, newsletterId, { draft, lockVersion: formVersion }, perform);
  let merged = result;
  for (let merges = 0; !merged.ok && merged.status === 409 && merges < mostMerges; merges += 1) {
    const stored = await findNewsletter(upstream, newsletterId);
    if (!stored?.draft || stored.status !== "draft") return merged;
    if (overlapOf(typed, base, await typedOf(step, folderChoices(upstream, folderId, newsletterId), stored.draft)).length > 0)
      return merged;
    merged = await updateNewsletter(upstream, newsletterId, { draft, lockVersion: stored.lockVersion }, perform);
  }
  return withFormVersion(merged, result.ok ? undefined : formVersion);
}

const withFormVersion = (result: Awaited<ReturnType<typeof updateNewsletter>>, formVersion?: number) =>
  result.ok ? { ...result, data: { ...result.data, formVersion: formVersion ?? result.data.lockVersion } } : result;

/** The base of the form after `save`. Only texts are stored differently from how they were sent. */
async function baseAfter({ upstream, folderId, newsletterId, step, hidden, change, typed }: Saving, saved: Draft) {
  const stored = step === "title" ? await typedOf(step, folderChoices(upstream, folderId, newsletterId), saved) : typed;
  return savedBase(readBase(hidden.base), { typed, change, stored });
}

export interface StepRequest {
  session: Awaited<ReturnType<typeof requireSession>>;
  params: Params;
  body: FormData;
}

/**
 * Saves a step, then redirects to the next one, to the one a button names, or back to the same page if the button only changed the
 * list. Missing input does not prevent going back.
 */
export async function answerStep(step: FormStep, { session: { upstream, locale }, params, body }: StepRequest) {
  requireProduct(params.product);
  const t = translator(locale);
  const folderId = params.folderId ?? "";
  const hidden = readHidden(body);
  const context = { upstream, folderId, newsletterId: params.newsletterId ?? hidden.newsletterId, hidden, t };
  const { change, typed, values, errors } = await readers[step](body, context);
  const kept = { ...values, ...keptOf(hidden) };

  const item = toItem(hidden);
  const place = hidden.up ?? hidden.down;
  const stays = item !== undefined || place !== undefined || hidden.choose !== undefined;
  const next: Step = hidden.to ?? stepAfter(step);
  const isForward = !stays && placeOf(next) > placeOf(step);
  const isEmpty = context.newsletterId === undefined && !change.subject && !change.introText;
  if (!isForward && isEmpty) return redirect(stepHref(folderId, "", "history"));
  // No draft of nothing.
  if (isForward && isEmpty && Object.keys(errors).length > 0)
    return data({ form: { values: kept, errors } satisfies FormState, conflict: undefined }, { status: 422 });

  const all: Saving = { ...context, step, change, typed };
  const saving = save(all);
  // Without typed text there is nothing to keep.
  const result = step === "tags" || step === "articles" ? await unlessGone(saving) : await saving;
  if (!result) {
    await leadToHistory(upstream, folderId);
    throw new Response(null, { status: 404 });
  }
  if (!result.ok) {
    const conflict = result.status === 409 ? await findConflict(all, { ...params, newsletterId: context.newsletterId }, locale) : undefined;
    const form = refusedForm(result, conflict ? { ...kept, base: conflict.base } : kept, t);
    return data({ form: { ...form, errors: { ...errors, ...form.errors } }, conflict }, refusalInit(result));
  }
  const saved = result.data;
  if (isForward && Object.keys(errors).length > 0) {
    const ids = { lockVersion: String(saved.formVersion), base: await baseAfter(all, saved.vuexState), newsletterId: saved.id };
    const form: FormState = { values: { ...kept, ...ids }, errors };
    return data({ form, conflict: undefined }, { status: 422 });
  }
  if (item) return redirect(itemHref(folderId, saved.id, item));
  const hash = place ? `#entry-${encodeURIComponent(place)}` : "";
  return redirect(`${stepHref(folderId, saved.id, stays ? step : next)}${hash}`);
}

/**
 * Autosaves a form in its current state. Values that a draft cannot hold yet are left out and reported. Throws a `Response` if a retry
 * may succeed.
 */
export async function autosaveStep({ session: { upstream, locale, user }, params, body }: StepRequest): Promise<Response> {
  requireProduct(params.product);
  const t = translator(locale);
  const hidden = readHidden(body);
  const { step, follows } = hidden;
  if (!step) return new Response(null, { status: 400 });
  const context = { upstream, folderId: params.folderId ?? "", newsletterId: params.newsletterId ?? hidden.newsletterId, hidden, t };
  const { change, typed, errors } = await readers[step](body, context);
  const all: Saving = { ...context, step, change, typed };
  const isWhole = step === "title" ? Object.keys(change).length > 0 : errors.previewRecipients === undefined;

  const result = await saveAfterOwn();
  if (result.ok) {
    const { id, lockVersion, formVersion, updatedAt, vuexState } = result.data;
    return Response.json({
      kind: "saved",
      savedAt: savedText(updatedAt, locale),
      lockVersion: formVersion,
      savedVersion: lockVersion,
      newsletterId: id,
      base: await baseAfter(all, vuexState),
      isWhole,
      wrong: Object.keys(errors),
    } satisfies SaveAnswer);
  }
  if (result.status === 409 && context.newsletterId) {
    const conflict = await findConflict(all, { ...params, newsletterId: context.newsletterId }, locale);
    return Response.json({ kind: "conflict", conflict } satisfies SaveAnswer);
  }
  if (result.status !== 422 && result.status !== 413) throw thrownRefusal(result);
  return Response.json({ kind: "refused" } satisfies SaveAnswer);

  /**
   * The final save of a closed window may arrive after its previous one, which changed the version that the window knew (`follows`): then
   * it builds on that one.
   */
  async function saveAfterOwn() {
    const first = await save(all);
    if (first.ok || first.status !== 409 || !context.newsletterId || follows === undefined) return first;
    const { lockVersion, updatedBy } = await requireNewsletter(upstream, { ...params, newsletterId: context.newsletterId });
    if (updatedBy?.id !== user.id || lockVersion !== follows + 1) return first;
    return withFormVersion(
      await updateNewsletter(upstream, context.newsletterId, { draft: ownChange(change, typed, readBase(hidden.base)), lockVersion }),
    );
  }
}

/** Describes the stored version, who saved it, and what differs from this one. */
async function findConflict({ upstream, step, hidden, change, typed, t }: Saving, params: Params, locale: Locale): Promise<Conflict> {
  const { id, folderId, status, updatedBy, updatedAt, draft } = await requireNewsletter(upstream, params);
  const isDraft = status === "draft";
  const base = readBase(hidden.base);
  const stored = await typedOf(step, folderChoices(upstream, folderId, id), draft);
  const overlap = isDraft ? overlapOf(typed, base, stored) : [];
  return {
    differences: await differencesOf(overlap, { upstream, folderId, newsletterId: id, mine: change, stored: draft, t }),
    isDraft,
    href: stepHref(folderId, id, isDraft ? step : "history"),
    by: updatedBy?.name.full ?? null,
    at: savedText(updatedAt, locale),
    base: overwritingBase(base, overlap, stored),
  };
}

/** Saves the form of the recipients' step and sends the preview. */
export async function answerPreview({ session: { upstream, locale }, params, body }: StepRequest) {
  const t = translator(locale);
  const { folderId, id: newsletterId } = await requireDraft(upstream, params, { gone: "404" });
  const hidden = readHidden(body);
  const context = { upstream, folderId, newsletterId, hidden, t };
  const { change, typed, values, errors } = await readers.recipients(body, context);
  const kept = { ...values, ...keptOf(hidden) };
  const previewErrors = errors.previewRecipients;
  if (previewErrors)
    return data({ form: { values: kept, errors: { previewRecipients: previewErrors } }, conflict: undefined }, { status: 422 });
  const all: Saving = { ...context, step: "recipients", change, typed };
  const result = await save(all, "preview");
  if (!result.ok) {
    const conflict = result.status === 409 ? await findConflict(all, { ...params, newsletterId }, locale) : undefined;
    return data({ form: refusedForm(result, conflict ? { ...kept, base: conflict.base } : kept, t), conflict }, refusalInit(result));
  }
  return redirectWithFlash(stepHref(folderId, newsletterId, "recipients"), "newsletterPreviewed");
}
