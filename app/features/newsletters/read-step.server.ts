import { z } from "zod";
import { type FormState, typedText } from "~/forms/form-state";
import { formKeySchema, readForm } from "~/forms/read-form.server";
import type { Translate } from "~/i18n/translate";
import { htmlToLightweightMarkup, lightweightMarkupToHtml } from "~/rich-text/convert.server";
import { type Draft, findNewsletter, listFolderTags, listRecipients } from "~/upstream/newsletter-drafts.server";
import * as limits from "../../../contract/limits";
import { vuexStateSchema } from "../../../contract/rest/mailings";
import { cleanLine, emailSchema } from "../../../contract/rest/shared";
import { articleChoices, changeTags, chooseArticles, groupsOf, moved, toChoices } from "./newsletter-choices";
import type { FormStep } from "./newsletter-steps";
import { type Typed, typedLines, typedList } from "./newsletter-versions.server";
import type { Upstream } from "./require-newsletter.server";

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

export interface ReadStep {
  change: Change;
  /** The posted values, to compare with the initial ones. */
  typed: Typed;
  /** All input, for a form that is shown again. */
  values: FormState["values"];
  /** Errors that prevent the next step; a draft may have them. */
  errors: FormState["errors"];
}

export interface StepContext {
  upstream: Upstream;
  folderId: string;
  /** `undefined` for a draft that has not been created yet. */
  newsletterId: string | undefined;
  t: Translate;
}

const titleSchema = z.object({
  subject: vuexStateSchema.shape.subject.default(""),
  introText: z.string().max(limits.introText).default(""),
  introTextFormat: z.literal("html").optional().catch(undefined),
});

/** Reads the form of a step. Leaves to the API what only it can validate. */
export const readers: Record<FormStep, (body: FormData, context: StepContext) => Promise<ReadStep> | ReadStep> = {
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

  async tags(body, { upstream, folderId, newsletterId = "", t }) {
    const [tags, newsletter] = await Promise.all([
      listFolderTags(upstream, folderId, newsletterId),
      findNewsletter(upstream, newsletterId),
    ]);
    const order = listed(body, "order");
    const known = new Set(tags.map(({ id }) => id));
    const choose = body.get("choose");
    const selected = choose === "all" ? [...known] : choose === "none" ? [] : listed(body, "tags");
    const changed = newsletter?.draft
      ? changeTags(newsletter.draft, tags, { order: stepped(body, order), selected: selected.filter((id) => known.has(id)) })
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

  async articles(body, { upstream, folderId, newsletterId = "", t }) {
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
      const [tags, newsletter] = await Promise.all([
        listFolderTags(upstream, folderId, newsletterId),
        findNewsletter(upstream, newsletterId),
      ]);
      return { isGrouped: newsletter?.draft?.groupByTags, choices: newsletter?.draft ? articleChoices(newsletter.draft, tags) : [] };
    }

    async function chosenArticles(which: string) {
      const { choices } = await storedChoices();
      const articles = choices.map(({ article }) => article);
      return chooseArticles(articles, which, String(body.get("since") ?? ""));
    }

    /** If they are grouped, articles move within their group, and text blocks everywhere. */
    async function steppedArticles() {
      const { isGrouped, choices } = await storedChoices();
      if (!isGrouped) return stepped(body, order);
      const tagOf = new Map(choices.map(({ article, tag }) => [article.id, tag.id]));
      const groups = groupsOf(order, tagOf, new Set(selected));
      return stepped(body, order, (id, other) => !tagOf.has(id) || groups.get(id) === groups.get(other));
    }
  },

  async recipients(body, { upstream, folderId, t }) {
    const typed = String(body.get("previewRecipients") ?? "");
    const addresses = readAddresses(typed);
    const unknown = addresses.filter((address) => !isAddress(address));
    const choose = body.get("choose");
    const posted = listed(body, "recipients");
    const selected = typeof choose === "string" ? await chosen(choose) : posted;
    // Without subscribers, the step does not offer them.
    const outside = body.has("subscribersOffered") ? { subscribers: body.has("subscribers") } : {};
    const errors: FormState["errors"] = {
      ...wrong("recipients", selected.length === 0 && !outside.subscribers && t("errors:noRecipients")),
      ...wrong("previewRecipients", ...unknown.map((email) => t("errors:notAnEmailOf", { email }))),
    };
    return {
      change: {
        recipients: toChoices([], selected),
        ...outside,
        ...(unknown.length === 0 ? { previewRecipients: addresses } : {}),
      },
      typed: { recipients: selected.toSorted(), ...outside, previewRecipients: addresses },
      values: { recipients: selected, subscribers: outside.subscribers ? "on" : "", previewRecipients: typed },
      errors,
    };

    async function chosen(which: string) {
      if (which === "none") return [];
      const people = (await listRecipients(upstream, folderId)).filter(({ subscribed }) => subscribed);
      const interest = body.get("interest");
      const before = new Set(posted);
      return people
        .filter(({ id, interests }) => which === "all" || before.has(id) || interests.some((tag) => tag.id === interest))
        .map(({ id }) => id);
    }
  },
};

function wrong(field: string, ...messages: (string | false)[]): FormState["errors"] {
  const said = messages.filter((message) => message !== false);
  return said.length > 0 ? { [field]: said } : {};
}

export const listed = (body: FormData, name: string): string[] =>
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

export const idOf = (body: FormData) => {
  const id = body.get("newsletterId");
  return typeof id === "string" && id !== "" ? id : undefined;
};

/** The idempotency key of a form that begins a newsletter. */
export const readKey = (body: FormData, name = "key") => formKeySchema.parse(body.get(name) ?? undefined);
