import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import { toViewer, viewerColumns } from "../auth/session";
import type { FolderPlace } from "../folders/folders";
import type { Queryable } from "../pool";
import { feeds, folders, teams, users } from "../schema";
import { isOpenClient } from "../workspace/clients";

const feedColumns = {
  id: feeds.id,
  name: feeds.name,
  query: feeds.query,
  createdAt: feeds.createdAt,
  lastUsedAt: feeds.lastUsedAt,
};

export type FeedRow = Awaited<ReturnType<typeof listFeeds>>[number];

/** The person's own feeds, the newest first. */
export const listFeeds = (db: Queryable, viewer: Viewer) => selectFeeds(db, isOwn(viewer)).orderBy(desc(feeds.createdAt), desc(feeds.id));

/** The person's own feed with this secret. */
export async function findOwnFeed(db: Queryable, viewer: Viewer, tokenHash: string): Promise<FeedRow | undefined> {
  const [feed] = await selectFeeds(db, and(isOwn(viewer), eq(feeds.tokenHash, tokenHash)));
  return feed;
}

export async function countFeeds(db: Queryable, viewer: Viewer): Promise<number> {
  return db.$count(feeds, isOwn(viewer));
}

interface NewFeed {
  name: string;
  tokenHash: string;
  query: Record<string, string>;
}

/** Keeps a new feed, of a folder where there is one; the same secret makes it once. */
export async function insertFeed(
  db: Queryable,
  { userId, clientId }: Viewer,
  folder: Permitted<FolderPlace, "feed:create"> | undefined,
  values: NewFeed,
): Promise<void> {
  await db
    .insert(feeds)
    .values({ ...values, userId, clientId, folderId: folder?.id })
    .onConflictDoNothing({ target: feeds.tokenHash });
}

/** Removes a feed of this person; false when they have none of this id. */
export async function deleteFeed(db: Queryable, viewer: Viewer, id: string): Promise<boolean> {
  const { rowCount } = await db.delete(feeds).where(and(isOwn(viewer), eq(feeds.id, id)));
  return rowCount === 1;
}

/** The feed behind a secret, with its owner as they are at this moment, in one statement; undefined once the account is closed. */
export async function findFeed(db: Queryable, tokenHash: string) {
  const [found] = await db
    .select({
      feed: feedColumns,
      folder: { id: folders.id, purpose: folders.purpose },
      team: { id: teams.id, visibility: teams.visibility },
      owner: viewerColumns,
    })
    .from(feeds)
    .innerJoin(users, eq(users.id, feeds.userId))
    .leftJoin(folders, eq(folders.id, feeds.folderId))
    .leftJoin(teams, eq(teams.id, folders.teamId))
    .where(and(eq(feeds.tokenHash, tokenHash), isNull(users.removedAt), isOpenClient(feeds.clientId)));
  // Whoever reads a feed has no session.
  return found && { ...found, owner: toViewer({ ...found.owner, sessionId: "" }) };
}

export async function markUsed(db: Queryable, id: string): Promise<void> {
  await db.update(feeds).set({ lastUsedAt: sql`now()` }).where(eq(feeds.id, id));
}

const isOwn = ({ userId, clientId }: Viewer) => and(eq(feeds.userId, userId), eq(feeds.clientId, clientId));

function selectFeeds(db: Queryable, where: ReturnType<typeof and>) {
  return db
    .select({ ...feedColumns, folder: { id: folders.id, name: folders.name } })
    .from(feeds)
    .leftJoin(folders, eq(folders.id, feeds.folderId))
    .where(where)
    .$dynamic();
}
