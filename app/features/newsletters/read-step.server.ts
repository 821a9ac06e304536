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
import { type FormStep, formSteps, steps } from "./newsletter-steps";
import { type Typed, typedLines, typedList } from "./newsletter-versions.server";
import { publishingErrors } from "./publishing.server";
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
  hidden: Hidden;
  t: Translate;
}

/** Invalid ones are ignored, because people could not correct them. */
const hiddenText = z.string().optional().catch(undefined);
const version = z.coerce.number().int().min(0).optional().catch(undefined);

/** The hidden fields of all steps, and the pressed button. */
const hiddenSchema = z.object({
  step: z.enum(formSteps).optional().catch(undefined),
  /** The version that the form is based on. */
  lockVersion: version,
  base: hiddenText,
  /** The idempotency key of a new draft. */
  key: formKeySchema,
  newsletterId: hiddenText.transform((id) => id || undefined),
  /** The version that this person's save in progress is based on, if this one follows it. */
  follows: version,
  to: z.enum(steps).optional().catch(undefined),
  up: hiddenText,
  down: hiddenText,
  choose: hiddenText,
  adapt: hiddenText,
  editText: hiddenText,
  /** The article that a new text goes above; empty for the end. */
  addText: hiddenText,
  template: hiddenText,
});

export type Hidden = z.output<typeof hiddenSchema>;

export const readHidden = (body: FormData): Hidden => hiddenSchema.parse(Object.fromEntries(body));

/** Those of a form that is shown again. */
export const keptOf = ({ lockVersion, base, key, newsletterId }: Hidden) => ({
  lockVersion: String(lockVersion ?? ""),
  base,
  key,
  newsletterId,
});

const titleSchema = z.object({
  subject: vuexStateSchema.shape.subject.default(""),
  introText: z.string().max(limits.introText).default(""),
  introTextFormat: z.literal("html").optional().catch(undefined),
});

export const idsSchema = z
  .array(z.string().default(""))
  .default([])
  .transform((ids) => ids.filter(Boolean));

const tagsSchema = z.object({ order: idsSchema, tags: idsSchema, groupByTags: z.boolean().default(false) });

const articlesSchema = z.object({ order: idsSchema, contents: idsSchema, since: z.string().default("") });

const recipientsSchema = z.object({
  recipients: idsSchema,
  interest: z.string().optional(),
  /** Without subscribers, the step does not offer them. */
  subscribersOffered: z.string().optional(),
  subscribers: z.boolean().default(false),
  previewRecipients: z.string().default(""),
});

/** Reads the form of a step. Leaves to the API what only it can validate. */
export const readers: Record<FormStep, (body: FormData, context: StepContext) => Promise<ReadStep> | ReadStep> = {
  async title(body, { t }) {
    const reading = readForm(body, titleSchema, t);
    const typed = reading.ok ? reading.values : reading.form.values;
    const isHtml = typedText(typed, "introTextFormat") === "html";
    const introText = typedText(typed, "introText");
    const values = isHtml ? { ...typed, introText: await htmlToLightweightMarkup(introText), introHtml: introText } : typed;
    if (!reading.ok) return unread({ ...reading.form, values });
    const { subject } = reading.value;
    const html = isHtml ? introText : await lightweightMarkupToHtml(introText);
    if (html === undefined) return unread({ values, errors: { introText: [t("errors:tooLong", { max: limits.introText })] } });
    return {
      change: { subject, introText: html },
      typed: { subject, [isHtml ? "introHtml" : "introText"]: typedLines(introText) },
      values,
      errors: publishingErrors({ subject }, t),
    };
  },

  async tags(body, { upstream, folderId, newsletterId = "", hidden, t }) {
    const reading = readForm(body, tagsSchema, t);
    if (!reading.ok) return unread(reading.form);
    const { order, tags: posted, groupByTags } = reading.value;
    const [tags, newsletter] = await Promise.all([
      listFolderTags(upstream, folderId, newsletterId),
      findNewsletter(upstream, newsletterId),
    ]);
    const known = new Set(tags.map(({ id }) => id));
    const selected = hidden.choose === "all" ? [...known] : hidden.choose === "none" ? [] : posted;
    const now = { order: stepped(hidden, order), selected: selected.filter((id) => known.has(id)) };
    return {
      change: { ...(newsletter?.draft && changeTags(newsletter.draft, tags, now)), groupByTags },
      typed: { tags: typedList(now.order, now.selected), groupByTags },
      values: { order, tags: selected },
      errors: publishingErrors({ tags: selected.length }, t),
    };
  },

  async articles(body, { upstream, folderId, newsletterId = "", hidden, t }) {
    const reading = readForm(body, articlesSchema, t);
    if (!reading.ok) return unread(reading.form);
    const { order, contents, since } = reading.value;
    const { choose, up, down } = hidden;
    const selected = choose === undefined ? contents : await chosenArticles(choose);
    const now = up === undefined && down === undefined ? order : await steppedArticles();
    return {
      change: { contents: toChoices(now, selected) },
      typed: { contents: typedList(now, selected) },
      values: { order, contents: selected },
      errors: publishingErrors({ articles: selected.length }, t),
    };

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
      return chooseArticles(articles, which, since);
    }

    /** If they are grouped, articles move within their group, and text blocks everywhere. */
    async function steppedArticles() {
      const { isGrouped, choices } = await storedChoices();
      if (!isGrouped) return stepped(hidden, order);
      const tagOf = new Map(choices.map(({ article, tag }) => [article.id, tag.id]));
      const groups = groupsOf(order, tagOf, new Set(selected));
      return stepped(hidden, order, (id, other) => !tagOf.has(id) || groups.get(id) === groups.get(other));
    }
  },

  async recipients(body, { upstream, folderId, hidden: { choose }, t }) {
    const reading = readForm(body, recipientsSchema, t);
    if (!reading.ok) return unread(reading.form);
    const { recipients: posted, interest, subscribersOffered, subscribers, previewRecipients: typed } = reading.value;
    const addresses = readAddresses(typed);
    const unknown = addresses.filter((address) => !isAddress(address));
    const selected = choose === undefined ? posted : await chosen(choose);
    const outside = subscribersOffered === undefined ? {} : { subscribers };
    return {
      change: {
        recipients: toChoices([], selected),
        ...outside,
        ...(unknown.length === 0 ? { previewRecipients: addresses } : {}),
      },
      typed: { recipients: selected.toSorted(), ...outside, previewRecipients: addresses },
      values: { recipients: selected, subscribers: outside.subscribers ? "on" : "", previewRecipients: typed },
      errors: {
        ...publishingErrors({ recipients: selected.length + Number(outside.subscribers ?? false) }, t),
        ...(unknown.length > 0 && { previewRecipients: unknown.map((email) => t("errors:notAnEmailOf", { email })) }),
      },
    };

    async function chosen(which: string) {
      if (which === "none") return [];
      const people = (await listRecipients(upstream, folderId)).filter(({ subscribed }) => subscribed);
      const before = new Set(posted);
      return people
        .filter(({ id, interests }) => which === "all" || before.has(id) || interests.some((tag) => tag.id === interest))
        .map(({ id }) => id);
    }
  },
};

/** A form of which nothing can be saved. */
const unread = ({ values, errors }: FormState): ReadStep => ({ change: {}, typed: {}, values, errors });

/** The order after an "up" or "down" button was pressed. */
function stepped(
  { up, down }: Hidden,
  order: readonly string[],
  isNeighbour: (id: string, other: string) => boolean = () => true,
): string[] {
  if (up !== undefined) return moved(order, up, -1, (other) => isNeighbour(up, other));
  if (down !== undefined) return moved(order, down, 1, (other) => isNeighbour(down, other));
  return [...order];
}
