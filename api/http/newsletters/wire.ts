import type { z } from "zod";
import { type checkSchema, deliverySchema, type mailingSchema, scheduledMailingSchema } from "../../../contract/rest/mailings";
import { type Camel, toWire } from "../../../contract/wire";
import type { Check, CheckCode } from "../../domain/newsletters/check";
import type { FolderTag } from "../../domain/newsletters/choices";
import type { ShownNewsletter } from "../../domain/newsletters/compose";
import type { Delivery } from "../../domain/newsletters/deliveries";
import type { ListedNewsletter, Newsletter, ScheduledNewsletter, Template } from "../../domain/newsletters/newsletters";
import { displayName } from "../../domain/people/people";
import { type ApiTextKey, apiText, type Locale } from "../texts";
import { toAnswer } from "../to-answer";

type Mailing = z.infer<typeof mailingSchema>;

const toFields = (newsletter: ListedNewsletter): Omit<Camel<Mailing>, "vuexState"> => ({
  id: newsletter.id,
  folderId: newsletter.folderId,
  title: newsletter.subject || null,
  status: newsletter.status,
  createdAt: newsletter.createdAt.toISOString(),
  updatedAt: newsletter.updatedAt.toISOString(),
  updatedBy: { id: newsletter.updatedBy.id, name: { full: displayName(newsletter.updatedBy) } },
  lockVersion: newsletter.lockVersion,
  scheduledFor: newsletter.scheduledFor?.toISOString() ?? null,
  publishedAt: newsletter.publishedAt?.toISOString() ?? null,
  stoppedAt: newsletter.stoppedAt?.toISOString() ?? null,
  deliveries: newsletter.deliveries,
  leftOut: newsletter.leftOut,
});

/** Drafts of earlier versions lack these parts. */
const toState = (draft: Newsletter["draft"]): Camel<Mailing>["vuexState"] => ({
  adaptations: [],
  textBlocks: [],
  subscribers: true,
  ...draft,
});

/** For REST. Not parsed by its schema: a stored introduction may be longer than one in a request. */
export const toMailing = (newsletter: Newsletter) =>
  toWire({ ...toFields(newsletter), vuexState: toState(newsletter.draft) } satisfies Camel<Mailing>) as Mailing;

/** For GraphQL, whose own fields are in camelCase, and those of its JSON values in the names of the wire. */
export const toListedMailing = (newsletter: ListedNewsletter) => ({
  ...toFields(newsletter),
  deliveries: toWire(newsletter.deliveries),
});

export const toMailingTemplate = ({ id, subject, createdAt, publishedAt }: Template) => ({
  id,
  title: subject || null,
  createdAt: createdAt.toISOString(),
  publishedAt: publishedAt?.toISOString() ?? null,
});

/** As `toListedMailing`; draft and recipients only for people who may send it. */
export function toShownMailing(newsletter: ShownNewsletter) {
  const { content, htmlContent, isManaged, draft, audience, subscription } = newsletter;
  const shown = { ...toListedMailing(newsletter), content: toWire(content), htmlContent, subscription };
  return isManaged
    ? { ...shown, vuexState: toWire(toState(draft)), reach: audience && toWire(audience) }
    : { ...shown, vuexState: null, updatedBy: null, deliveries: null, leftOut: null, reach: null };
}

export const toScheduledMailing = ({ id, subject, scheduledFor }: ScheduledNewsletter) =>
  toAnswer(scheduledMailingSchema, { id, title: subject || null, scheduledFor: new Date(scheduledFor).toISOString() });

export const toFolderTag = ({ articles, ...tag }: FolderTag) => ({
  ...tag,
  contents: articles.map((article) => ({ ...article, sentAt: article.sentAt?.toISOString() ?? null })),
});

export const toDelivery = (delivery: Delivery) =>
  toAnswer(deliverySchema, {
    ...delivery,
    name: { full: delivery.name || delivery.email },
    nextAttemptAt: delivery.state === "waiting" ? delivery.nextAttemptAt : null,
  });

const checkTexts = {
  subject_missing: "checkSubjectMissing",
  no_tags: "checkNoTags",
  no_contents: "checkNoContents",
  no_recipients: "checkNoRecipients",
  dead_link: "checkDeadLink",
  private_link: "checkPrivateLink",
  picture_without_text: "checkPictureWithoutText",
  too_large: "checkTooLarge",
  long_headline: "checkLongHeadline",
  sent_before: "checkSentBefore",
  no_signature: "checkNoSignature",
  bounced_before: "checkBouncedBefore",
} as const satisfies Record<CheckCode, ApiTextKey>;

export const toCheck = ({ code, isError, article, url, recipients, values }: Check, locale: Locale): z.infer<typeof checkSchema> => ({
  code,
  level: isError ? "error" : "warning",
  message: apiText(locale, checkTexts[code], { ...values, ...(article ? { title: article.title } : {}) }),
  content: article && { id: article.id, title: article.title },
  url,
  recipients: recipients.map((recipient) => ({ id: recipient.id, email: recipient.email, name: { full: displayName(recipient) } })),
});
