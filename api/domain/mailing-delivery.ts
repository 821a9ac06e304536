import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Claim,
  exchangeDeliveries,
  findNextAttempt,
  giveUpAbandoned,
  insertDeliveries,
  listOpenMailings,
  type Outcome,
} from "../db/mailing-deliveries";
import { findMailing, findMailingToDeliver, publishDueMailing } from "../db/mailings";
import { type Database, inTransaction } from "../db/pool";
import { type NewsletterParts, toParts } from "../mail/newsletter/copies";
import { type HandOver, MailRefused, type NewsletterCopy } from "../mail/transport";
import type { Services } from "../services";
import { createSlots } from "../slots";
import { record } from "./audit";
import { withOwnPictures } from "./newsletter-pictures";
import { composeNewsletter, renderMailing, selectedIds } from "./newsletters";
import { pageUrl } from "./page-url";
import { displayName } from "./people";
import { makeUnsubscribeToken } from "./unsubscribe-links";

const second = 1000;
/** Mails of newsletters that this process has at the mail server at the same time. */
const atOnce = 10;
/** A job works for so long and then puts the next one, so that none looks dead and others get their turn. */
const sliceMs = 30 * second;
/** Whoever has had a mail at the mail server for longer is dead: an attempt ends after a minute. */
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
  runs.add(run);
  try {
    await giveUpAbandoned(database.db, mailingId, {
      olderThanSeconds: abandonedAfterSeconds,
      // Only one process has the embedded database: what no run of it has, nobody has.
      ...(database.engine === "embedded" ? { otherThan: [...runs] } : {}),
    });
    await work(services, mailing, run, signal);
  } finally {
    runs.delete(run);
  }
  const seconds = await findNextAttempt(database.db, mailingId, { abandonedAfterSeconds, runs: [...runs] });
  if (seconds !== undefined) await putNext(services, mailingId, seconds);
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
  const { outcome, answer } = await services.mail.handOver({
    ...toCopy({ ...mailing, content: newsletter, publisher: mailing.updatedBy }, toParts(rendered)),
    messageId: randomUUID(),
    to: { name: "", address: email },
    unsubscribeUrl: null,
  });
  if (outcome === "refused") throw new MailRefused(answer ?? "");
  if (outcome === "later") throw new Error(answer ?? "the preview was not taken");
}

/** The runs that deliver in this process, and how much they do at once. */
interface Delivering {
  runs: Set<string>;
  inSlot: ReturnType<typeof createSlots>;
}

const delivering = new WeakMap<Database, Delivering>();

function deliveringOf(database: Database): Delivering {
  const known = delivering.get(database) ?? { runs: new Set(), inSlot: createSlots(atOnce) };
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

/** Ten senders, each of which brings back what became of its mail and gets the next. */
async function work(services: Services, mailing: ToDeliver, run: string, signal: AbortSignal): Promise<void> {
  const { mailHtml, mailText, content } = mailing;
  if (mailHtml === null || mailText === null || content === null) return;
  const { inSlot } = deliveringOf(services.database);
  const copy = toCopy({ ...mailing, content }, toParts({ html: mailHtml, text: mailText }));
  const ledger = createLedger(services.database, mailing, run);
  const until = Date.now() + sliceMs;
  const send = async () => {
    for (let isMore = true; isMore; ) {
      isMore = await inSlot(async () => {
        const claim = signal.aborted || Date.now() > until ? undefined : await ledger.take();
        if (claim) ledger.bring(await attempt(services, mailing, copy, claim));
        return claim !== undefined;
      });
    }
  };
  // All of them come to their end, whatever happens to one: what is at the mail server is still waited for.
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, send));
  await ledger.close();
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

async function attempt(
  services: Services,
  { folderId }: ToDeliver,
  copy: Omit<NewsletterCopy, "messageId" | "to" | "unsubscribeUrl">,
  claim: Claim,
): Promise<Outcome> {
  const { id, userId, email, name, attempts } = claim;
  if (!claim.isWanted) return { id, state: "withdrawn", answer: null, retryIn: 0, isAttempt: false };
  const token = makeUnsubscribeToken(services, { folderId, userId });
  const unsubscribeUrl = pageUrl(services, `/unsubscribe/${token}`, copy.locale);
  const handOver = await services.mail.handOver({ ...copy, messageId: id, to: { name, address: email }, unsubscribeUrl });
  return { id, ...toState(handOver, attempts), isAttempt: true };
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

/** How long an end that cannot be stored is tried again: what is not stored then is unknown later. */
const closingMs = 60 * second;

/** An end is not kept for longer, whoever else hangs at the mail server. */
const keepMs = 250;

/**
 * The claims of a run and their ends. Ten are claimed at once, and with them the ends of those before are stored: for each alone, the
 * embedded database took more time than the mail. A database that is away for a moment is waited for.
 */
function createLedger(database: Database, { id: mailingId, folderId }: ToDeliver, run: string) {
  const underWay = new Set<string>();
  let claims: Claim[] = [];
  let outcomes: Outcome[] = [];
  let isEmpty = false;
  let exchanging: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function exchangeOnce(wanted: number): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const brought = outcomes;
    outcomes = [];
    const exchange = { mailingId, folderId, run, underWay: [...underWay], outcomes: brought, wanted };
    const claimed = await persistently(() => exchangeDeliveries(database.db, exchange)).catch((error: unknown) => {
      outcomes.unshift(...brought);
      throw error;
    });
    for (const { id } of brought) underWay.delete(id);
    for (const { id } of claimed) underWay.add(id);
    claims.push(...claimed);
    if (wanted > 0) isEmpty = claimed.length === 0;
  }

  /** One at a time; who comes meanwhile shares it. */
  function exchange(wanted: number): Promise<void> {
    exchanging ??= exchangeOnce(wanted).finally(() => {
      exchanging = undefined;
    });
    return exchanging;
  }

  function storeSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (exchanging) storeSoon();
      // What fails here is tried again with the next, or when the ledger is closed.
      else void exchange(0).catch(() => {});
    }, keepMs);
  }

  return {
    /** The next mail to hand over; undefined when nothing is due. */
    async take(): Promise<Claim | undefined> {
      while (claims.length === 0 && !isEmpty) await exchange(atOnce);
      return claims.shift();
    },
    bring(outcome: Outcome): void {
      outcomes.push(outcome);
      storeSoon();
    },
    /** Stores all ends, and gives back what was claimed and not begun. */
    async close(): Promise<void> {
      await exchanging?.catch(() => {});
      outcomes.push(...claims.map(({ id }): Outcome => ({ id, state: "waiting", answer: null, retryIn: 0, isAttempt: false })));
      claims = [];
      await exchange(0);
    },
  };
}

async function persistently<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + closingMs;
  for (let wait = 100; ; wait = Math.min(wait * 2, 5 * second)) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() + wait > until) throw error;
      await sleep(wait);
    }
  }
}
