import { randomUUID } from "node:crypto";
import { createSemaphore, type Semaphore } from "../../../contract/semaphore.server";
import {
  endAbandonedLeases,
  findNextAttempt,
  insertDeliveries,
  type Lease,
  listOpenMailings,
  type Outcome,
} from "../../db/newsletters/deliveries";
import { findMailing, findMailingToDeliver, publishDueMailing } from "../../db/newsletters/drafts";
import { type Database, inTransaction } from "../../db/pool";
import { MailRefused, MailUnsent } from "../../mail/failure";
import { type NewsletterParts, toParts } from "../../mail/newsletter/copies";
import type { HandOver, NewsletterCopy } from "../../mail/transport";
import type { Services } from "../../services";
import { pageUrl } from "../page-url";
import { displayName } from "../people/people";
import { record } from "../workspace/audit";
import { composeNewsletter, renderMailing, selectedIds } from "./contents";
import { createDeliveryLeases, type DeliveryLeases } from "./delivery-leases";
import { type DeliveryReport, startDeliveryReport } from "./delivery-report";
import { tellFailures } from "./failures";
import { withOwnPictures } from "./pictures";
import { makeUnsubscribeToken } from "./unsubscribe-links";

const second = 1000;
/** Mails of newsletters that this process has at the mail server at the same time. */
const atOnce = 10;
/** A job works for so long and then puts the next one, so that none looks dead and others get their turn. */
const sliceMs = 30 * second;
/** A lease that is older belongs to a process that died: a run takes half a minute, an attempt and storing its result a minute each. */
const abandonedAfterSeconds = 180;
/** The waits before further attempts where the server said "later" or was not there, in seconds; after the last it counts as refused. */
const waits = [30, 120, 600, 1800, 3600, 7200, 14_400, 28_800];

type ToDeliver = NonNullable<Awaited<ReturnType<typeof findMailingToDeliver>>>;

/**
 * Delivers what waits of a mailing, for half a minute at most, and puts a job for what is left; publishes it first when its time
 * has come. May run several times at once, in several processes: each recipient's mail is claimed by one of them.
 */
export async function deliverMailing(services: Services, mailingId: string, signal: AbortSignal): Promise<void> {
  const { database } = services;
  await publishWhenDue(services, mailingId);
  const mailing = await findMailingToDeliver(database.db, mailingId);
  if (mailing?.status !== "published") return;
  const { runs } = deliveringOf(database);
  const run = randomUUID();
  const report = startDeliveryReport(services.log, mailingId);
  runs.add(run);
  try {
    await endAbandonedLeases(database.db, mailingId, {
      olderThanSeconds: abandonedAfterSeconds,
      // Only one process has the embedded database: what no run of it has, nobody has.
      ...(database.engine === "embedded" ? { otherThan: [...runs] } : {}),
    });
    await work(services, mailing, run, report, signal);
  } finally {
    runs.delete(run);
    report.end();
  }
  const seconds = await findNextAttempt(database.db, mailingId, { abandonedAfterSeconds, runs: [...runs] });
  if (seconds === undefined) {
    services.log.info({ mailing: mailingId }, "newsletter delivered");
    await tellFailures(services, mailingId);
  } else await putNext(services, mailingId, seconds);
}

/** Has the mailings delivered of which something is left, and whose job was lost. */
export async function resumeDeliveries(services: Services): Promise<void> {
  const ids = await listOpenMailings(services.database.db);
  await inTransaction(services.database, async (tx) => {
    for (const mailingId of ids) await services.jobs.enqueue(tx, "mailing-delivery", { mailingId });
  });
}

/** Sends a draft to one preview recipient, as it stands now; nothing of a disabled workspace. */
export async function sendMailingPreview(services: Services, mailingId: string, email: string): Promise<void> {
  const mailing = await findMailing(services.database.db, mailingId);
  if (!mailing?.isClientOpen || mailing.status === "published") return;
  const composition = await composeNewsletter(services, mailing);
  const newsletter = await withOwnPictures(services, mailing, composition);
  const rendered = renderMailing(services, mailingId, { newsletter, theme: composition.theme }, "preview");
  const { outcome, failure } = await services.mail.handOver({
    ...toCopy({ ...mailing, content: newsletter, publisher: mailing.updatedBy }, toParts(rendered)),
    messageId: randomUUID(),
    to: { name: "", address: email },
    unsubscribeUrl: null,
  });
  if (outcome === "refused") throw new MailRefused(failure ?? { class: "other" });
  if (outcome === "later") throw new MailUnsent(failure ?? { class: "other" });
}

/** The runs that deliver in this process, and how much they do at once. */
interface Delivering {
  runs: Set<string>;
  withPermit: Semaphore;
}

const delivering = new WeakMap<Database, Delivering>();

function deliveringOf(database: Database): Delivering {
  const known = delivering.get(database) ?? { runs: new Set(), withPermit: createSemaphore(atOnce) };
  delivering.set(database, known);
  return known;
}

async function publishWhenDue({ database }: Services, mailingId: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const due = await publishDueMailing(tx, mailingId);
    if (!due) return;
    await insertDeliveries(tx, due, selectedIds(due.vuexState.recipients));
    await record(tx, { clientId: due.clientId, by: "system" }, { kind: "newsletterPublished", mailingId });
  });
}

const putNext = ({ database, jobs }: Services, mailingId: string, seconds: number): Promise<void> =>
  inTransaction(database, (tx) =>
    jobs.enqueue(tx, "mailing-delivery", { mailingId }, { startAt: new Date(Date.now() + Math.max(seconds, 1) * second) }),
  );

/** Runs the senders; each reports the result of its mail and takes the next one. */
async function work(services: Services, mailing: ToDeliver, run: string, report: DeliveryReport, signal: AbortSignal): Promise<void> {
  const { mailHtml, mailText, content } = mailing;
  if (mailHtml === null || mailText === null || content === null) return;
  const { withPermit } = deliveringOf(services.database);
  const copy = toCopy({ ...mailing, content }, toParts({ html: mailHtml, text: mailText }));
  const leases = createDeliveryLeases(services.database, mailing, { run, atOnce });
  const until = Date.now() + sliceMs;
  const send = async () => {
    for (let isMore = true; isMore; ) {
      isMore = await withPermit(async () => {
        const lease = signal.aborted || Date.now() > until ? undefined : await leases.take();
        if (lease) leases.report(await attempt(services, mailing, copy, lease, leases, report));
        return lease !== undefined;
      });
    }
  };
  // One sender that fails does not end the others: their mails are under way.
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, send));
  await leases.close();
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

async function attempt(
  services: Services,
  { folderId }: ToDeliver,
  copy: Omit<NewsletterCopy, "messageId" | "to" | "unsubscribeUrl">,
  { id, userId, email, name, attempts, isWanted }: Lease,
  leases: DeliveryLeases,
  report: DeliveryReport,
): Promise<Outcome> {
  if (!isWanted) {
    report.add("withdrawn", null);
    return { id, state: "withdrawn", answer: null, retryIn: 0, isAttempt: false };
  }
  const token = makeUnsubscribeToken(services, { folderId, userId });
  const unsubscribeUrl = pageUrl(services, `/unsubscribe/${token}`, copy.locale);
  const personal = { ...copy, messageId: id, to: { name, address: email }, unsubscribeUrl };
  const handOver = await services.mail.handOver(personal, () => leases.begin(id));
  const outcome = toState(handOver, attempts);
  report.add(outcome.state, handOver.failure);
  return { id, ...outcome, isAttempt: true };
}

function toState({ outcome, answer }: HandOver, attempts: number): Omit<Outcome, "id" | "isAttempt"> {
  if (outcome !== "later") return { state: outcome, answer, retryIn: 0 };
  const retryIn = waits[attempts];
  return retryIn === undefined ? { state: "refused", answer, retryIn: 0 } : { state: "waiting", answer, retryIn };
}

interface Published extends Pick<ToDeliver, "subject" | "folderId" | "publisher"> {
  content: NonNullable<ToDeliver["content"]>;
}

/** What all copies of a newsletter have in common. Answers go to whoever published it. */
function toCopy(
  { subject, folderId, content, publisher }: Published,
  parts: NewsletterParts,
): Omit<NewsletterCopy, "messageId" | "to" | "unsubscribeUrl"> {
  return {
    fromName: `${content.client.name} – ${content.team.name}`,
    replyTo: publisher.email === "" ? null : { name: displayName(publisher), address: publisher.email },
    subject,
    parts,
    locale: content.language,
    list: { id: folderId, name: content.folder.name },
  };
}
