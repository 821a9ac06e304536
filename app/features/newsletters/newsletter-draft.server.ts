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
import { href } from "~/paths";
import { htmlToMarkedText, markedTextToHtml } from "~/rich-text/convert.server";
import { showNotice } from "~/session/notices.server";
import type { requireSession } from "~/session/session.server";
import { thrownRefusal } from "~/upstream/failure.server";
import {
  createMailing,
  findMailing,
  listFolderTags,
  listRecipients,
  type MailingState,
  updateMailing,
} from "~/upstream/newsletter-drafts.server";
import { limits } from "../../../contract/limits";
import { cleanLine, emailSchema } from "../../../contract/rest/shared";
import type { Conflict, SaveAnswer } from "./autosave";
import { articleChoices, changeTags, moved, tagChoices, toChoices } from "./newsletter-choices";
import { type FormStep, isStep, placeOf, type Step, stepAfter } from "./newsletter-steps";

export type Upstream = Awaited<ReturnType<typeof requireSession>>["upstream"];

interface Params {
  product?: string;
  folderId?: string;
  mailingId?: string;
}

/** The address of a step. */
export const stepHref = (folderId: string, mailingId: string, step: Step | "success" | "deliveries") =>
  step === "history"
    ? href("mailings", { product: config.product.slug, folderId })
    : href("mailingStep", { product: config.product.slug, folderId, mailingId, step });

/** The newsletter of an address, for who may edit it; throws a 404, and a 403 to those who see the page but not how it came about. */
export async function requireMailing(
  upstream: Upstream,
  { product, folderId = "", mailingId = "" }: Params,
  options = { withReach: false },
) {
  requireProduct(product);
  const mailing = await findMailing(upstream, mailingId, options);
  if (!mailing || mailing.folderId !== folderId) throw new Response(null, { status: 404 });
  const { vuexState, deliveries } = mailing;
  if (!vuexState || !deliveries) throw new Response(null, { status: 403 });
  return { ...mailing, vuexState, deliveries };
}

/** The draft of a step; one that went out or waits to leads back to the history, which says so. */
export async function requireDraft(upstream: Upstream, params: Params, options = { withReach: false }) {
  const mailing = await requireMailing(upstream, params, options);
  const { id, folderId, status } = mailing;
  if (status === "draft") return mailing;
  const notice = showNotice("warning", status === "scheduled" ? "mailingScheduled" : "mailingPublished");
  throw redirect(stepHref(folderId, id, "history"), { headers: { "Set-Cookie": notice } });
}

/** What every step shows of the draft below it. */
export const savedText = (updatedAt: string, locale: Locale) => momentText(updatedAt, locale).text;

/** The title as its form has it. */
export const titleValues = async ({ subject, introText }: Pick<MailingState, "subject" | "introText">) => ({
  subject,
  introText: await htmlToMarkedText(introText),
  introHtml: introText,
});

/** The preview addresses as people type them. */
export const toAddressText = (addresses: readonly string[]) => addresses.join(", ");

/** Addresses, parted by commas, semicolons or lines. */
const readAddresses = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]+/)
      .map(cleanLine)
      .filter(Boolean),
  ),
];

const isAddress = (text: string) => emailSchema.safeParse(text).success;

type Change = Partial<MailingState>;

interface ReadStep {
  change: Change;
  /** Everything typed, for a form that comes back. */
  values: FormState["values"];
  /** What keeps the next step from coming; a draft may have it. */
  errors: FormState["errors"];
}

interface Asked {
  upstream: Upstream;
  folderId: string;
  /** `undefined` for a draft that is not there yet. */
  mailingId: string | undefined;
  t: Translate;
}

const titleSchema = z.object({
  subject: z.string().overwrite(cleanLine).max(limits.text).default(""),
  introText: z.string().max(limits.introText).default(""),
  introTextFormat: z.literal("html").optional().catch(undefined),
});

/** What a step's form says; what the API has to judge is left to it. */
const readers: Record<FormStep, (body: FormData, asked: Asked) => Promise<ReadStep> | ReadStep> = {
  async title(body, { t }) {
    const reading = readForm(body, titleSchema, t);
    const typed = reading.ok ? reading.values : reading.form.values;
    const isHtml = body.get("introTextFormat") === "html";
    const introText = typedText(typed, "introText");
    const values = isHtml ? { ...typed, introText: await htmlToMarkedText(introText), introHtml: introText } : typed;
    if (!reading.ok) return { change: {}, values, errors: reading.form.errors };
    const { subject } = reading.value;
    const html = isHtml ? introText : await markedTextToHtml(introText);
    if (html === undefined) return { change: {}, values, errors: wrong("introText", t("errors:tooLong", { max: limits.introText })) };
    const change = { subject, introText: html };
    return { change, values, errors: wrong("subject", subject === "" && t("errors:required")) };
  },

  async tags(body, { upstream, folderId, mailingId = "", t }) {
    const [tags, mailing] = await Promise.all([listFolderTags(upstream, folderId), findMailing(upstream, mailingId)]);
    const order = listed(body, "order");
    const known = new Set(tags.map(({ id }) => id));
    const choose = body.get("choose");
    const selected = choose === "all" ? [...known] : choose === "none" ? [] : listed(body, "tags");
    const changed = mailing?.vuexState
      ? changeTags(mailing.vuexState, tags, { order: stepped(body, order), selected: selected.filter((id) => known.has(id)) })
      : {};
    return {
      change: { ...changed, groupByTags: body.has("groupByTags") },
      values: { order, tags: selected },
      errors: wrong("tags", selected.length === 0 && t("errors:noTags")),
    };
  },

  async articles(body, { upstream, folderId, mailingId = "", t }) {
    const [order, selected] = [listed(body, "order"), listed(body, "contents")];
    const isStepped = body.has("up") || body.has("down");
    const change = { contents: toChoices(isStepped ? await steppedArticles() : order, selected) };
    const errors = wrong("contents", selected.length === 0 && t("errors:noContents"));
    return { change, values: { order, contents: selected }, errors };

    /** Among those of the same tag where they are grouped. */
    async function steppedArticles() {
      const [tags, mailing] = await Promise.all([listFolderTags(upstream, folderId), findMailing(upstream, mailingId)]);
      if (!mailing?.vuexState?.groupByTags) return stepped(body, order);
      const tagOf = new Map(articleChoices(mailing.vuexState, tags).map(({ article, tag }) => [article.id, tag.id]));
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

/** The order after one of the buttons beside an entry was pressed. */
function stepped(body: FormData, order: readonly string[], isNeighbour: (id: string, other: string) => boolean = () => true): string[] {
  const [up, down] = [body.get("up"), body.get("down")];
  if (typeof up === "string") return moved(order, up, -1, (other) => isNeighbour(up, other));
  if (typeof down === "string") return moved(order, down, 1, (other) => isNeighbour(down, other));
  return [...order];
}

const versionSchema = z.coerce.number().int().min(0).optional().catch(undefined);

/** The version that a form started from. */
export const versionOf = (body: FormData) => versionSchema.parse(body.get("lockVersion") ?? undefined);

const idOf = (body: FormData) => {
  const id = body.get("mailingId");
  return typeof id === "string" && id !== "" ? id : undefined;
};

/** Creates the draft, or changes it. */
function save(upstream: Upstream, { folderId, mailingId, body, change }: Asked & { body: FormData; change: Change }) {
  if (mailingId) return updateMailing(upstream, mailingId, { vuexState: change, lockVersion: versionOf(body) });
  return createMailing(upstream, folderId, change, formKeySchema.parse(body.get("key") ?? undefined));
}

interface Asking {
  session: Awaited<ReturnType<typeof requireSession>>;
  params: Params;
  body: FormData;
}

/**
 * Saves a step and goes on: to the next one, to that which a button names, or back to the same page where a button changed only the
 * list. What is missing keeps nobody from going back.
 */
export async function answerStep(step: FormStep, { session: { upstream, locale }, params, body }: Asking) {
  requireProduct(params.product);
  const t = translator(locale);
  const folderId = params.folderId ?? "";
  const asked = { upstream, folderId, mailingId: params.mailingId ?? idOf(body), t };
  const { change, values, errors } = await readers[step](body, asked);
  const kept = { ...values, lockVersion: body.get("lockVersion"), key: body.get("key"), mailingId: body.get("mailingId") };

  const to = body.get("to");
  const stays = ["up", "down", "choose"].some((name) => body.has(name));
  const next: Step = isStep(to) ? to : stepAfter(step);
  const isForward = !stays && placeOf(next) > placeOf(step);
  const isEmpty = asked.mailingId === undefined && !change.subject && !change.introText;
  if (!isForward && isEmpty) return redirect(stepHref(folderId, "", "history"));

  const result = await save(upstream, { ...asked, body, change });
  if (!result.ok) {
    const conflict =
      result.status === 409 ? await findConflict(upstream, { ...params, mailingId: asked.mailingId }, step, locale) : undefined;
    const form = refusedForm(result, conflict ? { ...kept, lockVersion: String(conflict.lockVersion) } : kept, t);
    return data({ form: { ...form, errors: { ...errors, ...form.errors } }, conflict }, refusalInit(result));
  }
  const saved = result.data;
  if (isForward && Object.keys(errors).length > 0) {
    const form: FormState = { values: { ...kept, lockVersion: String(saved.lockVersion), mailingId: saved.id }, errors };
    return data({ form, conflict: undefined }, { status: 422 });
  }
  const place = body.get("up") ?? body.get("down");
  const hash = typeof place === "string" ? `#entry-${encodeURIComponent(place)}` : "";
  return redirect(`${stepHref(folderId, saved.id, stays ? step : next)}${hash}`);
}

/**
 * Saves a form in its current state while somebody works on it. What a draft cannot hold yet is left out, and reported. Throws a
 * `Response` where a later try may succeed.
 */
export async function autosaveStep({ session: { upstream, locale, user }, params, body }: Asking): Promise<Response> {
  requireProduct(params.product);
  const t = translator(locale);
  const step = body.get("step");
  if (step !== "title" && step !== "tags" && step !== "articles" && step !== "recipients") return new Response(null, { status: 400 });
  const asked = { upstream, folderId: params.folderId ?? "", mailingId: params.mailingId ?? idOf(body), t };
  const { change, errors } = await readers[step](body, asked);
  const isWhole = step === "title" ? Object.keys(change).length > 0 : errors.previewRecipients === undefined;

  const result = await saveAfterOwn();
  if (result.ok) {
    const { id, lockVersion, updatedAt } = result.data;
    return Response.json({
      kind: "saved",
      savedAt: savedText(updatedAt, locale),
      lockVersion,
      mailingId: id,
      isWhole,
      wrong: Object.keys(errors),
    } satisfies SaveAnswer);
  }
  if (result.status === 409 && asked.mailingId) {
    const conflict = await findConflict(upstream, { ...params, mailingId: asked.mailingId }, step, locale);
    return Response.json({ kind: "conflict", conflict } satisfies SaveAnswer);
  }
  if (result.status !== 422 && result.status !== 413) throw thrownRefusal(result);
  return Response.json({ kind: "refused" } satisfies SaveAnswer);

  /** The last save of a window that is gone may find the one before it, which was still on its way: it goes on from that. */
  async function saveAfterOwn() {
    const first = await save(upstream, { ...asked, body, change });
    if (first.ok || first.status !== 409 || !asked.mailingId || !body.has("follows")) return first;
    const { lockVersion, updatedBy } = await requireMailing(upstream, { ...params, mailingId: asked.mailingId });
    if (updatedBy?.id !== user.id || lockVersion !== (versionOf(body) ?? 0) + 1) return first;
    return updateMailing(upstream, asked.mailingId, { vuexState: change, lockVersion });
  }
}

/** Whose version is stored. */
async function findConflict(upstream: Upstream, params: Params, step: Step, locale: Locale): Promise<Conflict> {
  const { id, folderId, status, updatedBy, updatedAt, lockVersion } = await requireMailing(upstream, params);
  const isDraft = status === "draft";
  return {
    isDraft,
    href: stepHref(folderId, id, isDraft ? step : "history"),
    by: updatedBy?.name.full ?? null,
    at: savedText(updatedAt, locale),
    lockVersion,
  };
}

/** The tags of the folder as the step shows them, in few bytes. */
export async function listTagChoices(upstream: Upstream, folderId: string, state: MailingState) {
  return tagChoices(state, await listFolderTags(upstream, folderId)).map(({ tag: { id, name, contents }, selected }) => ({
    id,
    name,
    selected,
    titles: contents.map(({ title }) => title),
  }));
}

/** Saves the recipients of the form, sends the preview, and redirects to `next`. The status of the draft does not change. */
export async function answerPreview(next: "recipients" | "summary", { session: { upstream, locale }, params, body }: Asking) {
  const t = translator(locale);
  const { folderId, id: mailingId } = await requireDraft(upstream, params);
  const typed = body.get("previewRecipients");
  const { change, values, errors } = await readers.recipients(body, { upstream, folderId, mailingId, t });
  const previewErrors = errors.previewRecipients;
  if (previewErrors) return data({ form: { values, errors: { previewRecipients: previewErrors } } }, { status: 422 });
  const { previewRecipients } = change;
  const vuexState = next === "recipients" ? change : typed === null ? {} : { previewRecipients };
  const result = await updateMailing(upstream, mailingId, { vuexState, lockVersion: versionOf(body) }, "preview");
  if (!result.ok) return data({ form: refusedForm(result, values, t) }, refusalInit(result));
  return redirect(stepHref(folderId, mailingId, next), { headers: { "Set-Cookie": showNotice("success", "mailingPreviewed") } });
}
