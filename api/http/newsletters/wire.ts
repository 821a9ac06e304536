import type { z } from "zod";
import type { checkSchema, deliveryCountsSchema, deliverySchema, mailingSchema } from "../../../contract/rest/mailings";
import type { Check, CheckCode } from "../../domain/newsletters/checks";
import type { ListedMailing, Mailing } from "../../domain/newsletters/drafts";
import type { Delivery } from "../../domain/newsletters/publish";
import { displayName } from "../../domain/people/people";
import { type ApiTextKey, apiText, type Locale } from "../texts";

export const toMailing = (mailing: Mailing): z.infer<typeof mailingSchema> => ({
  id: mailing.id,
  folder_id: mailing.folderId,
  title: mailing.subject || null,
  status: mailing.status,
  created_at: mailing.createdAt.toISOString(),
  updated_at: mailing.updatedAt.toISOString(),
  updated_by: toEditor(mailing.updatedBy),
  lock_version: mailing.lockVersion,
  vuex_state: mailing.vuexState,
  scheduled_for: mailing.scheduledFor?.toISOString() ?? null,
  published_at: mailing.publishedAt?.toISOString() ?? null,
  stopped_at: mailing.stoppedAt?.toISOString() ?? null,
  deliveries: toCounts(mailing.deliveries),
});

/** As GraphQL answers it, in the names of the schema. */
export const toListedMailing = (mailing: ListedMailing) => ({
  id: mailing.id,
  folderId: mailing.folderId,
  title: mailing.subject || null,
  createdAt: mailing.createdAt.toISOString(),
  updatedAt: mailing.updatedAt.toISOString(),
  updatedBy: toEditor(mailing.updatedBy),
  lockVersion: mailing.lockVersion,
  status: mailing.status,
  scheduledFor: mailing.scheduledFor?.toISOString() ?? null,
  publishedAt: mailing.publishedAt?.toISOString() ?? null,
  stoppedAt: mailing.stoppedAt?.toISOString() ?? null,
  deliveries: toCounts(mailing.deliveries),
});

const toEditor = (person: ListedMailing["updatedBy"]) => ({ id: person.id, name: { full: displayName(person) } });

const toCounts = ({ handedOver, ...counts }: ListedMailing["deliveries"]): z.infer<typeof deliveryCountsSchema> => ({
  ...counts,
  handed_over: handedOver,
});

export const toDelivery = (delivery: Delivery): z.infer<typeof deliverySchema> => ({
  id: delivery.id,
  email: delivery.email,
  name: { full: delivery.name || delivery.email },
  state: delivery.state,
  answer: delivery.answer,
  attempts: delivery.attempts,
  next_attempt_at: delivery.state === "waiting" ? delivery.nextAttemptAt.toISOString() : null,
  updated_at: delivery.updatedAt.toISOString(),
});

const checkTexts = {
  subject_missing: "checkSubjectMissing",
  no_tags: "checkNoTags",
  no_contents: "checkNoContents",
  no_recipients: "checkNoRecipients",
  not_shareable: "checkNotShareable",
  dead_link: "checkDeadLink",
  picture_without_text: "checkPictureWithoutText",
  too_large: "checkTooLarge",
  no_mail_server: "checkNoMailServer",
  local_address: "checkLocalAddress",
  no_signature: "checkNoSignature",
  no_imprint: "checkNoImprint",
  bounced_before: "checkBouncedBefore",
} as const satisfies Record<CheckCode, ApiTextKey>;

export const toCheck = ({ code, isError, content, url, recipients, values }: Check, locale: Locale): z.infer<typeof checkSchema> => ({
  code,
  level: isError ? "error" : "warning",
  message: apiText(locale, checkTexts[code], { ...values, ...(content ? { title: content.title } : {}) }),
  content: content && { id: content.id, title: content.title },
  url,
  recipients: recipients.map((recipient) => ({ id: recipient.id, email: recipient.email, name: { full: displayName(recipient) } })),
});
