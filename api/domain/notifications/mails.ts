import { createHash, randomUUID } from "node:crypto";
import { serverHref } from "../../../contract/paths.server";
import { findRecipient } from "../../db/auth/recipients";
import { findViewerById } from "../../db/auth/session";
import * as store from "../../db/notifications/mails";
import { listDue } from "../../db/notifications/notifications";
import { describeFailure } from "../../log";
import { MailRefused, MailUncertain } from "../../mail/failure";
import { type NotificationEntry, notificationsMessage } from "../../mail/messages/notifications";
import { personName } from "../../mail/names";
import { mailTexts } from "../../mail/texts";
import type { Services } from "../../services";
import { defaultLocale, type Locale } from "../../texts";
import { attemptMinutes, retryMinutes, sendDueMails } from "../due-mails";
import { pageUrl } from "../page-url";
import { displayName } from "../people/people";
import { notificationMailsUrl } from "./mail-links";
import { type NotificationGroup, toGroups } from "./notifications";
import { enqueueNotificationMails } from "./notify";

/** The most mails that one person gets; further notifications wait for the next daily mail. */
const mailsPerHour = 10;
/** Days after which a mail that could not be sent is given up. */
const patienceDays = 3;

/** Enqueues the job if a mail is due. */
export async function askForNotificationMails(services: Pick<Services, "database" | "jobs">): Promise<void> {
  if ((await store.listDuePeople(services.database.db, 1)).length > 0) await enqueueNotificationMails(services);
}

/**
 * Sends the mails that are due, one to each person. May be killed at any point, and run twice at the same time: before the content of a mail goes
 * out, its notifications are committed as being sent, and an attempt whose end is unknown is never repeated.
 */
export async function sendNotificationMails(services: Services, signal: AbortSignal): Promise<void> {
  const { database, log } = services;
  const interrupted = await store.endInterrupted(database.db, attemptMinutes);
  if (interrupted > 0) log.warn({ count: interrupted }, "notification mails were interrupted");
  await sendDueMails(services, {
    signal,
    list: (limit) => store.listDuePeople(database.db, limit),
    send: ({ userId }) => sendDueMail(services, userId),
    postpone: ({ userId }) => store.delay(database.db, userId, retryMinutes),
  });
  if (!signal.aborted) await askForNotificationMails(services);
}

/** Mails a person all due notifications that they are allowed to see at this moment. */
async function sendDueMail(services: Services, userId: string): Promise<void> {
  const { config, database, log, mail } = services;
  const { db } = database;
  const account = await findRecipient(db, userId);
  const viewer = await findViewerById(db, userId);
  const givenUp = await store.dropUnwanted(db, userId, patienceDays);
  if (givenUp > 0) log.error({ userId, count: givenUp }, "notifications given up: their mail could not be sent");
  const due = account?.confirmedAt && viewer ? await listDue(db, viewer) : [];
  const groups = viewer ? toGroups(viewer, due) : [];
  const told = new Set(groups.map(({ latest }) => `${latest.kind} ${latest.subjectId}`));
  const ids = due.filter(({ kind, subjectId }) => told.has(`${kind} ${subjectId}`)).map(({ id }) => id);
  await store.dropOthers(db, userId, ids);
  if (!account || ids.length === 0) return;
  const { sent, hasWaited } = await store.findPace(db, userId, ids);
  if (sent >= mailsPerHour && !hasWaited) return store.postpone(db, ids, config.timeZone);

  const locale = account.locale ?? defaultLocale;
  const to = { name: personName(account), address: account.email };
  const entries = groups.map((group) => toEntry(services, group, locale));
  const settingsUrl = pageUrl(services, serverHref("settingsNotifications"), locale);
  const unsubscribeUrl = notificationMailsUrl(services, userId, locale);
  const message = notificationsMessage({ name: to.name, entries, settingsUrl, unsubscribeUrl }, mailTexts(locale, config.productName));
  const attempt = randomUUID();
  const begin = async () => {
    if (!(await store.beginMail(db, attempt, ids))) throw new Error("the notifications were taken by another attempt");
  };
  try {
    await mail.send({ to, locale, message, theme: account.theme, messageId: messageIdOf(ids), unsubscribeUrl }, begin);
  } catch (error) {
    if (error instanceof MailRefused || error instanceof MailUncertain) {
      log.error({ userId, failure: describeFailure(error) }, "notification mail failed");
      // A refusal of the recipient comes before the attempt has begun.
      if (error instanceof MailRefused) await store.beginMail(db, attempt, ids);
      return store.endMail(db, attempt, error instanceof MailRefused ? "refused" : "unknown");
    }
    log.warn({ userId, failure: describeFailure(error) }, "notification mail failed, it will be tried again");
    return store.retryMail(db, attempt, ids, retryMinutes);
  }
  await store.endMail(db, attempt, "sent");
}

/** The same for every attempt to mail the same notifications, so that mail programs merge duplicates. */
const messageIdOf = (ids: readonly string[]) =>
  createHash("sha256")
    .update([...ids].sort().join())
    .digest("hex")
    .slice(0, 32);

function toEntry(services: Services, { latest, people }: NotificationGroup, locale: Locale): NotificationEntry {
  const { kind, subjectId, subjectType, subjectName, comment, role, deliveries, problem, place } = latest;
  const product = services.config.productSlug;
  const folderId = place?.folderId ?? subjectId;
  const urls = {
    content: () =>
      `${pageUrl(services, serverHref("article", { contentId: subjectId }), locale)}${comment ? `#kommentar-${comment.id}` : ""}`,
    team: () => pageUrl(services, serverHref("team", { teamId: subjectId }), locale),
    folder: () => pageUrl(services, serverHref("folder", { product, folderId: subjectId }), locale),
    client: () => pageUrl(services, serverHref("stream"), locale),
    export: () => pageUrl(services, serverHref("settingsExports"), locale),
    mailing: () => pageUrl(services, serverHref("newsletters", { product, folderId }), locale),
    source: () => pageUrl(services, serverHref("source", { product, folderId, sourceId: subjectId }), locale),
  };
  return {
    kind,
    url: urls[subjectType](),
    subject: { type: subjectType, name: subjectName },
    folder: place?.folderName ?? "",
    people: people.map((person) => personName(person) ?? displayName(person)),
    comment: comment?.body ?? null,
    role,
    deliveries,
    problem,
  };
}
