import type { z } from "zod";
import * as limits from "../../../contract/limits";
import { type createFeedBodySchema, feedQuerySchema } from "../../../contract/rest/feeds";
import { type CamelKeys, fromWire } from "../../../contract/wire";
import * as store from "../../db/feeds/feeds";
import { inTransaction } from "../../db/pool";
import { isPermitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { listArticles } from "../articles/article-list";
import type { ArticleSummary } from "../articles/articles";
import { hashLinkSecret, makeSecretOnce } from "../auth/link-secrets";
import { InvalidFields, NotFound } from "../errors";
import { requireFolderScope } from "../folders/folders";
import { toStoredKey } from "../idempotency";
import { requireId } from "../ids";
import { toStoredQuery } from "../stored-query";

export type Feed = store.FeedRow;
export type FeedInput = CamelKeys<z.output<typeof createFeedBodySchema>["feed"]>;

/** Milliseconds between updates of the time of last use. */
const usedMs = 5 * 60_000;

/** The viewer's feeds, newest first. */
export const listFeeds = ({ database }: Services, viewer: Viewer): Promise<Feed[]> => store.listFeeds(database.db, viewer);

/**
 * Creates a feed of a visible folder, or of a search, and returns its secret, which is not stored. A repeated request with the same key and fields
 * returns the same feed, even if it was revoked since. Throws `NotFound`, and `InvalidFields` if there are too many.
 */
export async function createFeed({ config, database }: Services, viewer: Viewer, input: FeedInput, key: string | null) {
  const { db } = database;
  const folder = input.folderId === null ? undefined : await requireFolderScope(db, viewer, input.folderId, "feed:create");
  const [secret, ...earlier] = makeSecretOnce(config, "feed", toStoredKey(key, { ...input, by: viewer.userId }));
  for (const token of earlier) {
    const feed = await store.findOwnFeed(db, viewer, hashLinkSecret(token));
    if (feed) return { ...feed, token };
  }
  const tokenHash = hashLinkSecret(secret);
  const isFull = (await store.countFeeds(db, viewer)) >= limits.feedsPerUser;
  if (isFull && !(await store.findOwnFeed(db, viewer, tokenHash))) {
    throw new InvalidFields({ name: [{ key: "tooMany", values: { max: limits.feedsPerUser } }] });
  }
  const values = { name: input.name, tokenHash, query: toStoredQuery(input.query) };
  await inTransaction(database, (tx) => store.insertFeed(tx, viewer, folder, values));
  const feed = await store.findOwnFeed(db, viewer, tokenHash);
  if (!feed) throw new NotFound();
  return { ...feed, token: secret };
}

/** Revokes the address of one of the viewer's feeds. Throws `NotFound`. */
export async function revokeFeed({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  const feedId = requireId(id);
  if (!(await inTransaction(database, (tx) => store.deleteFeed(tx, viewer, feedId)))) throw new NotFound();
}

export interface FeedContents {
  id: string;
  name: string;
  entries: ArticleSummary[];
}

/**
 * Returns the newest articles that the feed's owner may see now and that may be shared, for the holder of its secret. Throws `NotFound` for a feed that is revoked,
 * whose account is closed, or whose folder its owner no longer sees, and `RateLimitReached`.
 */
export async function readFeed(services: Services, token: string, { address }: { address: string | undefined }): Promise<FeedContents> {
  const { db } = services.database;
  const found = await store.findFeed(db, hashLinkSecret(token));
  if (!found) throw new NotFound();
  const { feed, folder, team, owner } = found;
  await services.rateLimits.consume({ "feed-address": address, feed: feed.id });
  if (folder && team && !isPermitted(owner, "folder:read", { clientId: owner.clientId, folder, team })) throw new NotFound();
  if (!feed.lastUsedAt || feed.lastUsedAt.getTime() < Date.now() - usedMs) await store.markUsed(db, feed.id);

  const narrowing = fromWire(feedQuerySchema.parse(feed.query));
  const chosen = folder ? { folderIds: [folder.id] } : {};
  const page = { sortBy: "created_at", sortDir: "desc", page: 1, perPage: limits.feedEntries } as const;
  const { entries } = await listArticles(services, owner, { ...narrowing, ...chosen, ...page, shareable: "true" });
  return { id: feed.id, name: feed.name, entries };
}
