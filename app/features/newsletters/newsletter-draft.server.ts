import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { config } from "~/config.server";
import { type FormState, typedText } from "~/forms/form-state";
import { formKeySchema, readForm, refusalInit, refusedForm } from "~/forms/read-form.server";
import { requireProduct } from "~/http/product.server";
import { momentText } from "~/i18n/dates.server";
import type { Locale } from "~/i18n/locale";
import { translator } from "~/i18n/resources.server";
import type { Translate } from "~/i18n/translate";
import { htmlToLightweightMarkup, lightweightMarkupToHtml } from "~/rich-text/convert.server";
import { redirectWithFlash } from "~/session/flash.server";
import type { requireSession } from "~/session/session.server";
import { refusedBecause, thrownRefusal, unlessGone } from "~/upstream/failure.server";
import { type Folder, requireFolder } from "~/upstream/folders.server";
import { createMailing, type Draft, findMailing, listFolderTags, listRecipients, updateMailing } from "~/upstream/newsletter-drafts.server";
import { limits } from "../../../contract/limits";
import { href } from "../../../contract/paths";
import { cleanLine, emailSchema } from "../../../contract/rest/shared";
import type { Conflict, SaveAnswer } from "./autosave";
import { articleChoices, changeTags, chooseArticles, moved, tagChoices, toChoices } from "./newsletter-choices";
import { type FormStep, isStep, placeOf, type Step, stepAfter } from "./newsletter-steps";
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
  type Typed,
  typedLines,
  typedList,
  typedOf,
} from "./newsletter-versions.server";

export type Upstream = Awaited<ReturnType<typeof requireSession>>["upstream"];

interface Params {
  product?: string;
  folderId?: string;
  mailingId?: string;
}

/** The URL of a step. */
export const stepHref = (folderId: string, mailingId: string, step: Step | "success" | "deliveries") =>
  step === "history"
    ? href("mailings", { product: config.product.slug, folderId })
    : href("mailingStep", { product: config.product.slug, folderId, mailingId, step });

interface MailingOptions {
  withAudience?: boolean;
  /**
   * Response for a newsletter that no longer exists: redirects to the history, which says so, or throws an error page with the typed text.
   */
  gone?: "history" | "404";
}

/** The newsletter of a URL, for users who may edit it. Throws 404 if it is missing, 403 for users who may only see the published page. */
export async function requireMailing(
  upstream: Upstream,
  { product, folderId = "", mailingId = "" }: Params,
  { withAudience = false, gone = "404" }: MailingOptions = {},
) {
  requireProduct(product);
  const mailing = await findMailing(upstream, mailingId, { withAudience });
  if (!mailing && gone === "history") await leadToHistory(upstream, folderId);
  if (!mailing || mailing.folderId !== folderId) throw new Response(null, { status: 404 });
  const { draft, deliveries } = mailing;
  if (!draft || !deliveries) throw new Response(null, { status: 403 });
  return { ...mailing, draft, deliveries };
}

/** A folder that can have newsletters. Throws a `Response`; for an inbox, a 403 that says so. */
export async function requireNewsletterFolder(upstream: Upstream, folderId: string, t: Translate): Promise<Folder> {
  const folder = await requireFolder(upstream, folderId);
  if (folder.purpose === "inbox") throw refusedBecause({ title: t("mailings:inbox.title"), text: t("mailings:inbox.text") });
  return folder;
}

/** Says that the newsletter was deleted, to people who could have edited it. */
async function leadToHistory(upstream: Upstream, folderId: string): Promise<void> {
  const { permissions } = await requireFolder(upstream, folderId);
  if (permissions.manageMailings) throw redirectWithFlash(stepHref(folderId, "", "history"), "mailingGone", { type: "warning" });
}

/** The draft of a step. Redirects to the history, with a flash message, if the newsletter is deleted, published or scheduled. */
export async function requireDraft(upstream: Upstream, params: Params, options: MailingOptions = {}) {
  const mailing = await requireMailing(upstream, params, { gone: "history", ...options });
  const { id, folderId, status } = mailing;
  if (status === "draft") return mailing;
  const key = status === "scheduled" ? "mailingScheduled" : "mailingPublished";
  throw redirectWithFlash(stepHref(folderId, id, "history"), key, { type: "warning" });
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

/** The title step's form values. */
export const titleValues = async ({ subject, introText }: Pick<Draft, "subject" | "introText">) => ({
  subject,
  introText: await htmlToLightweightMarkup(introText),
  introHtml: introText,
});

/** The preview addresses as typed text. */
export const toAddressText = (addresses: readonly string[]) => addresses.join(", ");

/** Splits addresses at commas, semicolons and line breaks. */
const readAddresses = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]+/)
      .map(cleanLine)
      .filter(Boolean),
  ),
];

const isAddress = (text: string) => emailSchema.safeParse(text).success;

type Change = Partial<Draft>;

interface ReadStep {
  change: Change;
  /** The posted values, to compare with the initial ones. */
  typed: Typed;
  /** All input, for a form that is shown again. */
  values: FormState["values"];
  /** Errors that prevent the next step; a draft may have them. */
  errors: FormState["errors"];
}

interface StepContext {
  upstream: Upstream;
  folderId: string;
  /** `undefined` for a draft that has not been created yet. */
  mailingId: string | undefined;
  t: Translate;
}

const titleSchema = z.object({
  subject: z.string().overwrite(cleanLine).max(limits.text).default(""),
  introText: z.string().max(limits.introText).default(""),
  introTextFormat: z.literal("html").optional().catch(undefined),
});

/** Reads the form of a step. Leaves to the API what only it can validate. */
const readers: Record<FormStep, (body: FormData, context: StepContext) => Promise<ReadStep> | ReadStep> = {
  async title(body, { t }) {
    const reading = readForm(body, titleSchema, t);
    const typed = reading.ok ? reading.values : reading.form.values;
    const isHtml = body.get("introTextFormat") === "html";
    const introText = typedText(typed, "introText");
    const values = isHtml ? { ...typed, introText: await htmlToLightweightMarkup(introText), introHtml: introText } : typed;
    if (!reading.ok) return { change: {}, typed: {}, values, errors: reading.form.errors };
    const { subject } = reading.value;
    const html = isHtml ? introText : await lightweightMarkupToHtml(introText);
    if (html === undefined)
      return { change: {}, typed: {}, values, errors: wrong("introText", t("errors:tooLong", { max: limits.introText })) };
    const change = { subject, introText: html };
    return {
      change,
      typed: { subject, [isHtml ? "introHtml" : "introText"]: typedLines(introText) },
      values,
      errors: wrong("subject", subject === "" && t("errors:required")),
    };
  },

  async tags(body, { upstream, folderId, mailingId = "", t }) {
    const [tags, mailing] = await Promise.all([listFolderTags(upstream, folderId), findMailing(upstream, mailingId)]);
    const order = listed(body, "order");
    const known = new Set(tags.map(({ id }) => id));
    const choose = body.get("choose");
    const selected = choose === "all" ? [...known] : choose === "none" ? [] : listed(body, "tags");
    const changed = mailing?.draft
      ? changeTags(mailing.draft, tags, { order: stepped(body, order), selected: selected.filter((id) => known.has(id)) })
      : {};
    return {
      change: { ...changed, groupByTags: body.has("groupByTags") },
      typed: {
        tags: typedList(
          stepped(body, order),
          selected.filter((id) => known.has(id)),
        ),
        groupByTags: body.has("groupByTags"),
      },
      values: { order, tags: selected },
      errors: wrong("tags", selected.length === 0 && t("errors:noTags")),
    };
  },

  async articles(body, { upstream, folderId, mailingId = "", t }) {
    const order = listed(body, "order");
    const choose = body.get("choose");
    const selected = typeof choose === "string" ? await chosenArticles(choose) : listed(body, "contents");
    const isStepped = body.has("up") || body.has("down");
    const now = isStepped ? await steppedArticles() : order;
    const change = { contents: toChoices(now, selected) };
    const typed = { contents: typedList(now, selected) };
    const errors = wrong("contents", selected.length === 0 && t("errors:noContents"));
    return { change, typed, values: { order, contents: selected }, errors };

    async function storedChoices() {
      const [tags, mailing] = await Promise.all([listFolderTags(upstream, folderId), findMailing(upstream, mailingId)]);
      return { isGrouped: mailing?.draft?.groupByTags, choices: mailing?.draft ? articleChoices(mailing.draft, tags) : [] };
    }

    async function chosenArticles(which: string) {
      const { choices } = await storedChoices();
      const articles = choices.map(({ article }) => article);
      return chooseArticles(articles, which, String(body.get("since") ?? ""));
    }

    /** Moves among the articles of the same tag if they are grouped. */
    async function steppedArticles() {
      const { isGrouped, choices } = await storedChoices();
      if (!isGrouped) return stepped(body, order);
      const tagOf = new Map(choices.map(({ article, tag }) => [article.id, tag.id]));
      return stepped(body, order, (id, other) => tagOf.get(id) === tagOf.get(other));
    }
  },

  async recipients(body, { upstream, folderId, t }) {
    const typed = String(body.get("previewRecipients") ?? "");
    const addresses = readAddresses(typed);
    const unknown = addresses.filter((address) => !isAddress(address));
    const choose = body.get("choose");
    const posted = listed(body, "recipients");
    const selected = typeof choose === "string" ? await chosen(choose) : posted;
    const errors: FormState["errors"] = {
      ...wrong("recipients", selected.length === 0 && t("errors:noRecipients")),
      ...wrong("previewRecipients", ...unknown.map((email) => t("errors:notAnEmailOf", { email }))),
    };
    return {
      change: {
        recipients: toChoices([], selected),
        ...(unknown.length === 0 ? { previewRecipients: addresses } : {}),
      },
      typed: { recipients: selected.toSorted(), previewRecipients: addresses },
      values: { recipients: selected, previewRecipients: typed },
      errors,
    };

    async function chosen(which: string) {
      if (which === "none") return [];
      const people = (await listRecipients(upstream, folderId)).filter(({ subscribed }) => subscribed);
      const interest = body.get("interest");
      return people
        .filter(({ id, interests }) => which === "all" || posted.includes(id) || interests.some((tag) => tag.id === interest))
        .map(({ id }) => id);
    }
  },
};

function wrong(field: string, ...messages: (string | false)[]): FormState["errors"] {
  const said = messages.filter((message) => message !== false);
  return said.length > 0 ? { [field]: said } : {};
}

const listed = (body: FormData, name: string): string[] =>
  body.getAll(name).filter((value): value is string => typeof value === "string" && value !== "");

/** The order after an "up" or "down" button was pressed. */
function stepped(body: FormData, order: readonly string[], isNeighbour: (id: string, other: string) => boolean = () => true): string[] {
  const [up, down] = [body.get("up"), body.get("down")];
  if (typeof up === "string") return moved(order, up, -1, (other) => isNeighbour(up, other));
  if (typeof down === "string") return moved(order, down, 1, (other) => isNeighbour(down, other));
  return [...order];
}

const versionSchema = z.coerce.number().int().min(0).optional().catch(undefined);

/** The version that the form is based on. */
export const versionOf = (body: FormData) => versionSchema.parse(body.get("lockVersion") ?? undefined);

const idOf = (body: FormData) => {
  const id = body.get("mailingId");
  return typeof id === "string" && id !== "" ? id : undefined;
};

interface Saving extends StepContext, Pick<ReadStep, "change" | "typed"> {
  step: FormStep;
  body: FormData;
}

/** How often a change is merged with what others save at the same time. */
const mostMerges = 3;

/**
 * Creates the draft, or saves what this person changed. Changes that others saved in the meantime are kept, unless both changed the same
 * field: then the result is the 409. `formVersion` is the version that the form shows: after a merge still the one that it was sent with,
 * so that the next save looks for changes by others again.
 */
async function save({ upstream, folderId, mailingId, step, body, change, typed }: Saving, perform?: "preview") {
  if (!mailingId) {
    const result = await createMailing(upstream, folderId, change, formKeySchema.parse(body.get("key") ?? undefined));
    return withFormVersion(result);
  }
  const base = readBase(body);
  const draft = ownChange(change, typed, base);
  const formVersion = versionOf(body);
  const result = await updateMailing(upstream, mailingId, { draft, lockVersion: formVersion }, perform);
  let merged = result;
  for (let merges = 0; !merged.ok && merged.status === 409 && merges < mostMerges; merges += 1) {
    const stored = await findMailing(upstream, mailingId);
    if (!stored?.draft || stored.status !== "draft") return merged;
    if (overlapOf(typed, base, await typedOf(step, folderChoices(upstream, folderId), stored.draft)).length > 0) return merged;
    merged = await updateMailing(upstream, mailingId, { draft, lockVersion: stored.lockVersion }, perform);
  }
  return withFormVersion(merged, result.ok ? undefined : formVersion);
}

const withFormVersion = (result: Awaited<ReturnType<typeof updateMailing>>, formVersion?: number) =>
  result.ok ? { ...result, data: { ...result.data, formVersion: formVersion ?? result.data.lockVersion } } : result;

/** The base of the form after `save`. Only texts are stored differently from how they were sent. */
async function baseAfter({ upstream, folderId, step, body, change, typed }: Saving, saved: Draft) {
  const stored = step === "title" ? await typedOf(step, folderChoices(upstream, folderId), saved) : typed;
  return savedBase(readBase(body), { typed, change, stored });
}

interface StepRequest {
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
  const context = { upstream, folderId, mailingId: params.mailingId ?? idOf(body), t };
  const { change, typed, values, errors } = await readers[step](body, context);
  const kept = {
    ...values,
    lockVersion: body.get("lockVersion"),
    base: body.get("base"),
    key: body.get("key"),
    mailingId: body.get("mailingId"),
  };

  const to = body.get("to");
  const stays = ["up", "down", "choose"].some((name) => body.has(name));
  const next: Step = isStep(to) ? to : stepAfter(step);
  const isForward = !stays && placeOf(next) > placeOf(step);
  const isEmpty = context.mailingId === undefined && !change.subject && !change.introText;
  if (!isForward && isEmpty) return redirect(stepHref(folderId, "", "history"));
  // No draft of nothing.
  if (isForward && isEmpty && Object.keys(errors).length > 0)
    return data({ form: { values: kept, errors } satisfies FormState, conflict: undefined }, { status: 422 });

  const all: Saving = { ...context, step, body, change, typed };
  const saving = save(all);
  // Without typed text there is nothing to keep.
  const result = step === "tags" || step === "articles" ? await unlessGone(saving) : await saving;
  if (!result) {
    await leadToHistory(upstream, folderId);
    throw new Response(null, { status: 404 });
  }
  if (!result.ok) {
    const conflict = result.status === 409 ? await findConflict(all, { ...params, mailingId: context.mailingId }, locale) : undefined;
    const form = refusedForm(result, conflict ? { ...kept, base: conflict.base } : kept, t);
    return data({ form: { ...form, errors: { ...errors, ...form.errors } }, conflict }, refusalInit(result));
  }
  const saved = result.data;
  if (isForward && Object.keys(errors).length > 0) {
    const ids = { lockVersion: String(saved.formVersion), base: await baseAfter(all, saved.vuexState), mailingId: saved.id };
    const form: FormState = { values: { ...kept, ...ids }, errors };
    return data({ form, conflict: undefined }, { status: 422 });
  }
  const place = body.get("up") ?? body.get("down");
  const hash = typeof place === "string" ? `#entry-${encodeURIComponent(place)}` : "";
  return redirect(`${stepHref(folderId, saved.id, stays ? step : next)}${hash}`);
}

/**
 * Autosaves a form in its current state. Values that a draft cannot hold yet are left out and reported. Throws a `Response` if a retry
 * may succeed.
 */
export async function autosaveStep({ session: { upstream, locale, user }, params, body }: StepRequest): Promise<Response> {
  requireProduct(params.product);
  const t = translator(locale);
  const step = body.get("step");
  if (step !== "title" && step !== "tags" && step !== "articles" && step !== "recipients") return new Response(null, { status: 400 });
  const context = { upstream, folderId: params.folderId ?? "", mailingId: params.mailingId ?? idOf(body), t };
  const { change, typed, errors } = await readers[step](body, context);
  const all: Saving = { ...context, step, body, change, typed };
  const isWhole = step === "title" ? Object.keys(change).length > 0 : errors.previewRecipients === undefined;

  const result = await saveAfterOwn();
  if (result.ok) {
    const { id, lockVersion, formVersion, updatedAt, vuexState } = result.data;
    return Response.json({
      kind: "saved",
      savedAt: savedText(updatedAt, locale),
      lockVersion: formVersion,
      savedVersion: lockVersion,
      mailingId: id,
      base: await baseAfter(all, vuexState),
      isWhole,
      wrong: Object.keys(errors),
    } satisfies SaveAnswer);
  }
  if (result.status === 409 && context.mailingId) {
    const conflict = await findConflict(all, { ...params, mailingId: context.mailingId }, locale);
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
    if (first.ok || first.status !== 409 || !context.mailingId || !body.has("follows")) return first;
    const { lockVersion, updatedBy } = await requireMailing(upstream, { ...params, mailingId: context.mailingId });
    if (updatedBy?.id !== user.id || lockVersion !== Number(body.get("follows")) + 1) return first;
    return withFormVersion(
      await updateMailing(upstream, context.mailingId, { draft: ownChange(change, typed, readBase(body)), lockVersion }),
    );
  }
}

/** Describes the stored version, who saved it, and what differs from this one. */
async function findConflict({ upstream, step, body, change, typed, t }: Saving, params: Params, locale: Locale): Promise<Conflict> {
  const { id, folderId, status, updatedBy, updatedAt, draft } = await requireMailing(upstream, params);
  const isDraft = status === "draft";
  const base = readBase(body);
  const stored = await typedOf(step, folderChoices(upstream, folderId), draft);
  const overlap = isDraft ? overlapOf(typed, base, stored) : [];
  return {
    differences: await differencesOf(overlap, { upstream, folderId, mine: change, stored: draft, t }),
    isDraft,
    href: stepHref(folderId, id, isDraft ? step : "history"),
    by: updatedBy?.name.full ?? null,
    at: savedText(updatedAt, locale),
    base: overwritingBase(base, overlap, stored),
  };
}

/** The folder's tags, reduced to what the step shows. */
export async function listTagChoices(from: FolderChoices, state: Draft) {
  return tagChoices(state, await from.tags()).map(({ tag: { id, name, contents }, selected }) => ({
    id,
    name,
    selected,
    titles: contents.map(({ title }) => title),
  }));
}

/** Saves the form of the recipients' step and sends the preview. */
export async function answerPreview({ session: { upstream, locale }, params, body }: StepRequest) {
  const t = translator(locale);
  const { folderId, id: mailingId } = await requireDraft(upstream, params, { gone: "404" });
  const context = { upstream, folderId, mailingId, t };
  const { change, typed, values, errors } = await readers.recipients(body, context);
  const kept = { ...values, lockVersion: body.get("lockVersion"), base: body.get("base") };
  const previewErrors = errors.previewRecipients;
  if (previewErrors)
    return data({ form: { values: kept, errors: { previewRecipients: previewErrors } }, conflict: undefined }, { status: 422 });
  const all: Saving = { ...context, step: "recipients", body, change, typed };
  const result = await save(all, "preview");
  if (!result.ok) {
    const conflict = result.status === 409 ? await findConflict(all, { ...params, mailingId }, locale) : undefined;
    return data({ form: refusedForm(result, conflict ? { ...kept, base: conflict.base } : kept, t), conflict }, refusalInit(result));
  }
  return redirectWithFlash(stepHref(folderId, mailingId, "recipients"), "mailingPreviewed");
}
