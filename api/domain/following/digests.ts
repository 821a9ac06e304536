import { randomUUID } from "node:crypto";
import { serverHref } from "../../../contract/paths.server";
import { type DigestSettings, defaultDigestSettings } from "../../../contract/rest/digests";
import { findRecipient } from "../../db/auth/recipients";
import { findViewerById } from "../../db/auth/session";
import * as store from "../../db/following/digests";
import { deleteFollow, findFollow } from "../../db/following/follows";
import { inTransaction } from "../../db/pool";
import { describeFailure } from "../../log";
import { MailUnsent } from "../../mail/failure";
import { personName } from "../../mail/names";
import { toParts } from "../../mail/newsletter/copies";
import { renderDigest } from "../../mail/newsletter/digest";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { defaultLocale, type Locale } from "../../texts";
import { attemptMinutes, retryMinutes, sendDueMails } from "../due-mails";
import { NotFound } from "../errors";
import { pageUrl } from "../page-url";
import { readSignedIds, signIds } from "../signed-ids";
import { composeDigest, type DigestSection } from "./digest";

/** Minutes after which articles that are being filed are committed. */
const lagMinutes = 2;

export const getDigestSettings = async ({ database }: Services, viewer: Viewer): Promise<DigestSettings> =>
  (await store.findSettings(database.db, viewer)) ?? defaultDigestSettings;

export const changeDigestSettings = ({ database, config }: Services, viewer: Viewer, settings: DigestSettings): Promise<void> =>
  inTransaction(database, (tx) => store.saveSettings(tx, viewer, settings, config.timeZone));

/** The viewer's digest as it would be sent now; `undefined` if there is nothing new. */
export async function previewDigest(services: Services, viewer: Viewer): Promise<{ subject: string; html: string } | undefined> {
  const { db } = services.database;
  const account = await findRecipient(db, viewer.userId);
  const sections = account ? await composeDigest(services, viewer, await store.findPreviewed(db, viewer)) : [];
  return account && sections.length > 0 ? toMail(services, account, sections) : undefined;
}

/** A link in a digest: it ends one follow, or all digests of the person. */
interface DigestLink {
  userId: string;
  followId: string | null;
}

export interface DigestLinkState {
  email: string;
  followId: string | null;
  name: string | null;
  isActive: boolean;
}

/** The state of the follow or digests that a link ends. Throws `NotFound` if the link is invalid, or the person has left. */
export async function requireDigestLink(services: Services, token: string): Promise<DigestLinkState> {
  return describeLink(services, requireLink(services, token));
}

/** Ends what a link in a digest is for. Idempotent. Throws `NotFound`. */
export async function endByDigestLink(services: Services, token: string): Promise<DigestLinkState> {
  const link = requireLink(services, token);
  const viewer = await requireViewer(services, link);
  await inTransaction(services.database, async (tx) => {
    await (link.followId === null ? store.endDigests(tx, link.userId) : deleteFollow(tx, viewer, link.followId));
  });
  return describeLink(services, link);
}

function requireLink(services: Services, token: string): DigestLink {
  const [userId, followId = null] = readSignedIds(services, "digest", token) ?? [];
  if (userId === undefined) throw new NotFound();
  return { userId, followId };
}

async function requireViewer({ database }: Services, { userId }: DigestLink): Promise<Viewer> {
  const viewer = await findViewerById(database.db, userId);
  if (!viewer) throw new NotFound();
  return viewer;
}

async function describeLink(services: Services, link: DigestLink): Promise<DigestLinkState> {
  const { db } = services.database;
  const viewer = await requireViewer(services, link);
  const account = await findRecipient(db, link.userId);
  if (!account) throw new NotFound();
  const { followId } = link;
  if (followId === null) {
    const frequency = (await store.findSettings(db, viewer))?.frequency ?? "off";
    return { email: account.email, followId, name: null, isActive: frequency !== "off" };
  }
  const follow = await findFollow(db, viewer, { id: followId });
  return { email: account.email, followId, name: follow?.name ?? null, isActive: follow !== undefined };
}

/** Enqueues the job if a digest is due. */
export async function askForDigests(services: Pick<Services, "database" | "jobs">): Promise<void> {
  if ((await store.listDue(services.database.db, { limit: 1, lagMinutes })).length === 0) return;
  await inTransaction(services.database, (tx) => services.jobs.enqueue(tx, "digests", {}));
}

/**
 * Sends the digests that are due. May be killed at any point, and run twice at the same time: before the content of a mail goes out, it is
 * committed as being sent, and an attempt whose end is unknown is never repeated.
 */
export async function sendDigests(services: Services, signal: AbortSignal): Promise<void> {
  const { database, log } = services;
  const interrupted = await store.endInterrupted(database.db, attemptMinutes);
  if (interrupted > 0) log.warn({ count: interrupted }, "digests were interrupted");
  await sendDueMails(services, {
    signal,
    list: (limit) => store.listDue(database.db, { limit, lagMinutes }),
    send: (due) => sendDigest(services, due),
    postpone: (due) => store.postpone(database.db, due, retryMinutes),
  });
  if (!signal.aborted) await askForDigests(services);
}

/** Sends a digest with what the person may see at this moment, unless it is empty. */
async function sendDigest(services: Services, due: store.DueDigest): Promise<void> {
  const { config, database, log, mail } = services;
  const { db } = database;
  const { userId } = due;
  const account = await findRecipient(db, userId);
  const viewer = account?.confirmedAt ? await findViewerById(db, userId) : undefined;
  const sections = viewer ? await composeDigest(services, viewer, due) : [];
  if (!account || sections.length === 0) return store.skip(db, due, config.timeZone);

  const { subject, html, text, locale } = toMail(services, account, sections);
  const attempt = randomUUID();
  const begin = async () => {
    if (!(await store.begin(db, attempt, due, config.timeZone)))
      throw new Error("the digest was taken by another attempt, or switched off");
  };
  const { outcome, failure } = await mail.sendNewsletter(
    {
      kind: "digest",
      // The same for every attempt, so that mail programs merge duplicates.
      messageId: `${userId}.${Date.parse(due.after)}.digest`,
      to: { name: personName(account) ?? "", address: account.email },
      fromName: config.productName,
      replyTo: null,
      subject,
      parts: toParts({ html, text }),
      locale,
      list: { id: "digest", name: config.productName },
      unsubscribeUrl: linkUrl(services, { userId, followId: null }, locale),
    },
    begin,
  );
  if (outcome === "handed_over") return store.end(db, attempt, "sent");
  const facts = { userId, failure: describeFailure(new MailUnsent(failure ?? { class: "other" })) };
  if (outcome === "later") {
    log.warn(facts, "digest failed, it will be tried again");
    return store.retry(db, attempt, due, retryMinutes);
  }
  log.error(facts, "digest failed");
  // A refusal of the recipient comes before the attempt has begun.
  if (outcome === "refused") await store.begin(db, attempt, due, config.timeZone);
  return store.end(db, attempt, outcome);
}

const linkUrl = (services: Services, { userId, followId }: DigestLink, locale: Locale) =>
  pageUrl(
    services,
    serverHref("digestLink", { token: signIds(services, "digest", followId === null ? [userId] : [userId, followId]) }),
    locale,
  );

/** The whole list of a follow. */
function listUrl(services: Services, { folder, tag, query }: DigestSection["follow"], locale: Locale): string {
  if (folder) return pageUrl(services, serverHref("folder", { product: services.config.productSlug, folderId: folder.id }), locale);
  if (tag) return pageUrl(services, serverHref("tag", { tag: tag.slug }), locale);
  const url = new URL(pageUrl(services, serverHref("search"), locale));
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  return url.href;
}

type Account = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

function toMail(services: Services, { userId, locale: chosen, timeZone, theme }: Account, sections: DigestSection[]) {
  const locale = chosen ?? defaultLocale;
  const page = (name: "following" | "settingsDigest") => pageUrl(services, serverHref(name), locale);
  const rendered = renderDigest(
    {
      locale,
      theme,
      sections: sections.map(({ follow, articles, more, isExact }) => ({
        kind: follow.folder ? "folder" : follow.tag ? "tag" : "search",
        name: follow.name,
        url: listUrl(services, follow, locale),
        endUrl: linkUrl(services, { userId, followId: follow.id }, locale),
        articles: articles.map(({ id, title, teaserText, sourceName, author, publishedAt, language, folder }) => ({
          title,
          teaser: teaserText,
          source: sourceName ?? author,
          folder: folder.name,
          publishedAt,
          language,
          url: pageUrl(services, serverHref("article", { contentId: id }), locale),
        })),
        more,
        isExact,
      })),
      followingUrl: page("following"),
      settingsUrl: page("settingsDigest"),
      unsubscribeUrl: linkUrl(services, { userId, followId: null }, locale),
    },
    { ...services.config, timeZone: timeZone ?? services.config.timeZone },
  );
  return { ...rendered, locale };
}
