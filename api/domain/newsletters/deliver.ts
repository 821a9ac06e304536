import { randomUUID } from "node:crypto";
import { serverHref } from "../../../contract/paths.server";
import { createSemaphore } from "../../../contract/semaphore.server";
import { endAbandonedLeases, findNextAttempt, type Lease, listOpenNewsletters, type Outcome } from "../../db/newsletters/deliveries";
import { findNewsletterToDeliver } from "../../db/newsletters/newsletters";
import { inTransaction } from "../../db/pool";
import { type NewsletterParts, toParts } from "../../mail/newsletter/copies";
import type { NewsletterCopy, SendResult } from "../../mail/transport";
import type { Services } from "../../services";
import { pageUrl } from "../page-url";
import { displayName } from "../people/people";
import { signIds } from "../signed-ids";
import { tellFailures } from "./delivery-failures";
import { createDeliveryLeases, type DeliveryLeases } from "./delivery-leases";
import { type DeliveryReport, startDeliveryReport } from "./delivery-report";
import { publishWhenDue } from "./publish";

const second = 1000;
/** Newsletter mails that this process sends at the same time. */
const atOnce = 10;
/** A job works for this long and then enqueues the next one, so that none looks dead and other newsletters proceed. */
const sliceMs = 30 * second;
/**
 * Seconds after which a lease is abandoned. A run takes half a minute, an attempt and storing its result a minute each. A mail that was
 * not begun may be leased again although its run is alive, which then does not send it.
 */
const abandonedAfter = { waiting: 30, sending: 180 };
/** Seconds between attempts while the mail server defers the mail or is unavailable. After the last one, the mail counts as refused. */
const waits = [30, 120, 600, 1800, 3600, 7200, 14_400, 28_800];

type ToDeliver = NonNullable<Awaited<ReturnType<typeof findNewsletterToDeliver>>>;

/**
 * Sends the waiting mails of a newsletter for at most half a minute, and enqueues a job for the rest. Publishes it first if it is due.
 * May run concurrently, in several processes: each mail is leased by one run.
 */
export async function deliverNewsletter(services: Services, newsletterId: string, signal: AbortSignal): Promise<void> {
  const { database } = services;
  await publishWhenDue(services, newsletterId);
  const newsletter = await findNewsletterToDeliver(database.db, newsletterId);
  if (newsletter?.status !== "published") return;
  const { runs } = services.deliveries;
  const run = randomUUID();
  const report = startDeliveryReport(services.log, newsletterId);
  runs.add(run);
  try {
    await endAbandonedLeases(database.db, newsletterId, {
      after: abandonedAfter,
      // The embedded database belongs to this process: leases of other runs are abandoned.
      ...(database.engine === "embedded" ? { otherThan: [...runs] } : {}),
    });
    await work(services, newsletter, run, report, signal);
  } finally {
    runs.delete(run);
    report.end();
  }
  const seconds = await findNextAttempt(database.db, newsletterId, { abandonedAfter, runs: [...runs] });
  if (seconds === undefined) {
    services.log.info({ newsletter: newsletterId }, "newsletter delivered");
    await tellFailures(services, newsletterId);
  } else await putNext(services, newsletterId, seconds);
}

/** Resumes the delivery of newsletters whose job was lost. */
export async function resumeDeliveries(services: Services): Promise<void> {
  const ids = await listOpenNewsletters(services.database.db);
  await inTransaction(services.database, async (tx) => {
    for (const mailingId of ids) await services.jobs.enqueue(tx, "mailing-delivery", { mailingId });
  });
}

export const createDeliveries = (): Services["deliveries"] => ({ runs: new Set(), withPermit: createSemaphore(atOnce) });

const putNext = ({ database, jobs }: Services, newsletterId: string, seconds: number): Promise<void> =>
  inTransaction(database, (tx) =>
    jobs.enqueue(tx, "mailing-delivery", { mailingId: newsletterId }, { startAt: new Date(Date.now() + Math.max(seconds, 1) * second) }),
  );

/** Runs the senders. Each takes a mail, sends it, and reports its result. */
async function work(services: Services, newsletter: ToDeliver, run: string, report: DeliveryReport, signal: AbortSignal): Promise<void> {
  const { mailHtml, mailText, content } = newsletter;
  if (mailHtml === null || mailText === null || content === null) return;
  const { withPermit } = services.deliveries;
  const copy = toCopy({ ...newsletter, content }, toParts({ html: mailHtml, text: mailText }));
  const leases = createDeliveryLeases(services.database, newsletter, { run, atOnce });
  const until = Date.now() + sliceMs;
  const send = async () => {
    for (let isMore = true; isMore; ) {
      isMore = await withPermit(async () => {
        const lease = signal.aborted || Date.now() > until ? undefined : await leases.take();
        if (lease) leases.report(await attempt(services, newsletter, copy, lease, leases, report));
        return lease !== undefined;
      });
    }
  };
  // A sender that fails does not stop the others: their mails are being sent.
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, send));
  await leases.close();
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

async function attempt(
  services: Services,
  { folderId }: ToDeliver,
  copy: Omit<NewsletterCopy, "messageId" | "to" | "unsubscribeUrl">,
  { id, userId, subscriberId, email, name, attempts, isWanted }: Lease,
  leases: DeliveryLeases,
  report: DeliveryReport,
): Promise<Outcome> {
  if (!isWanted) {
    report.add("withdrawn", null);
    return { id, state: "withdrawn", answer: null, retryIn: 0, isAttempt: false };
  }
  const token =
    userId === null
      ? signIds(services, "unsubscribe-subscriber", [folderId, subscriberId ?? ""])
      : signIds(services, "unsubscribe", [folderId, userId]);
  const unsubscribeUrl = pageUrl(services, serverHref("unsubscription", { token }), copy.locale);
  const personal = { ...copy, messageId: id, to: { name, address: email }, unsubscribeUrl };
  const result = await services.mail.sendNewsletter(personal, () => leases.begin(id));
  const outcome = toState(result, attempts);
  report.add(outcome.state, result.failure);
  return { id, ...outcome, isAttempt: true };
}

function toState({ outcome, answer }: SendResult, attempts: number): Omit<Outcome, "id" | "isAttempt"> {
  if (outcome !== "later") return { state: outcome, answer, retryIn: 0 };
  const retryIn = waits[attempts];
  return retryIn === undefined ? { state: "refused", answer, retryIn: 0 } : { state: "waiting", answer, retryIn };
}

interface Published extends Pick<ToDeliver, "subject" | "folderId" | "publisher"> {
  content: NonNullable<ToDeliver["content"]>;
}

/** The part that all copies share. Replies go to the publisher. */
export function toCopy(
  { subject, folderId, content, publisher }: Published,
  parts: NewsletterParts,
): Omit<NewsletterCopy, "messageId" | "to" | "unsubscribeUrl"> {
  return {
    kind: "newsletter",
    fromName: `${content.client.name} – ${content.team.name}`,
    replyTo: publisher.email === "" ? null : { name: displayName(publisher), address: publisher.email },
    subject,
    parts,
    locale: content.language,
    list: { id: folderId, name: content.folder.name },
  };
}
