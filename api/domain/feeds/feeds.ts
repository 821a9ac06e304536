import { createHmac } from "node:crypto";
import type { z } from "zod";
import { limits } from "../../../contract/limits";
import { type createFeedBodySchema, feedQuerySchema } from "../../../contract/rest/feeds";
import { fromWire } from "../../../contract/wire";
import * as store from "../../db/feeds/feeds";
import { isPermitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { listArticles } from "../articles/article-list";
import type { ArticleSummary } from "../articles/articles";
import { hashLinkSecret, makeLinkSecret } from "../auth/link-secrets";
import { InvalidFields, NotFound } from "../errors";
import { requireFolderPlace } from "../folders/folders";
import { toStoredKey } from "../idempotency";
import { requireId } from "../ids";
import { createRateLimit } from "../rate-limit";

export type Feed = store.FeedRow;
export type FeedInput = z.output<typeof createFeedBodySchema>["feed"];

/** Readers ask every few minutes; one service may ask for the feeds of many people. */
const allowances = { account: { calls: 30, seconds: 15 * 60 }, address: { calls: 1000, seconds: 15 * 60 } };
/** Milliseconds for which it is not written again that a feed was read. */
const usedMs = 5 * 60_000;

/** One's own feeds, the newest first. */
export const listFeeds = ({ database }: Services, viewer: Viewer): Promise<Feed[]> => store.listFeeds(database.db, viewer);

/**
 * Makes a feed of a folder one sees, or of a search, and answers its secret this once. The same key with the same fields makes the same
 * one, revoked or not. Throws `NotFound`, and `InvalidFields` when there are too many.
 */
export async function createFeed({ config, database: { db } }: Services, viewer: Viewer, input: FeedInput, key: string | null) {
  const folder = input.folder_id === null ? undefined : await requireFolderPlace(db, viewer, input.folder_id, "feed:create");
  const storedKey = toStoredKey(key, { ...input, by: viewer.userId });
  const secret =
    storedKey === null
      ? makeLinkSecret().secret
      : createHmac("sha256", config.sessionSecret).update(`feed\0${storedKey}`).digest("base64url");
  const tokenHash = hashLinkSecret(secret);
  const isFull = (await store.countFeeds(db, viewer)) >= limits.feedsPerUser;
  if (isFull && !(await store.findOwnFeed(db, viewer, tokenHash))) {
    throw new InvalidFields({ name: [{ key: "tooMany", values: { max: limits.feedsPerUser } }] });
  }
  await store.insertFeed(db, viewer, folder, { name: input.name, tokenHash, query: toStoredQuery(input.query) });
  const feed = await store.findOwnFeed(db, viewer, tokenHash);
  if (!feed) throw new NotFound();
  return { ...feed, token: secret };
}

/** Makes the address of one's own feed worth nothing. Throws `NotFound`. */
export async function revokeFeed({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  if (!(await store.deleteFeed(database.db, viewer, requireId(id)))) throw new NotFound();
}

export interface FeedContents {
  id: string;
  name: string;
  entries: ArticleSummary[];
}

/**
 * What the holder of a secret reads: the newest articles that the feed's owner may see at this moment. Throws `NotFound` for a feed that
 * is revoked, whose account is closed, or whose folder its owner no longer sees, and `TooManyAttempts`.
 */
export function createFeedReading(services: Services) {
  const { db } = services.database;
  const limit = createRateLimit(services, "feed", allowances);

  return async function readFeed(token: string, { address }: { address: string | undefined }): Promise<FeedContents> {
    const found = await store.findFeed(db, hashLinkSecret(token));
    if (!found) throw new NotFound();
    const { feed, folder, team, owner } = found;
    await limit({ account: feed.id, address });
    if (folder && team && !isPermitted(owner, "folder:read", { clientId: owner.clientId, folder, team })) throw new NotFound();
    if (!feed.lastUsedAt || feed.lastUsedAt.getTime() < Date.now() - usedMs) await store.markUsed(db, feed.id);

    const narrowing = fromWire(feedQuerySchema.parse(feed.query));
    const chosen = folder ? { folderIds: [folder.id] } : {};
    const page = { sortBy: "created_at", sortDir: "desc", page: 1, perPage: limits.feedEntries } as const;
    const { entries } = await listArticles(services, owner, { ...narrowing, ...chosen, ...page });
    return { id: feed.id, name: feed.name, entries };
  };
}

/** As an address has it; what is empty narrows nothing. */
function toStoredQuery(query: FeedInput["query"]): Record<string, string> {
  const texts = Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : (value ?? "")]);
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}
