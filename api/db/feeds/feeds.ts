import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import { toViewer, viewerColumns } from "../auth/session";
import type { FolderScope } from "../folders/folders";
import type { Queryable, Transaction } from "../pool";
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

/** The viewer's own feeds, newest first. */
export const listFeeds = (db: Queryable, viewer: Viewer) => selectFeeds(db, isOwn(viewer)).orderBy(desc(feeds.createdAt), desc(feeds.id));

/** The viewer's own feed with this secret. */
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

/** Stores a feed of a folder, or of a search. Idempotent by secret. */
export async function insertFeed(
  tx: Transaction,
  { userId, clientId }: Viewer,
  folder: Permitted<FolderScope, "feed:create"> | undefined,
  values: NewFeed,
): Promise<void> {
  await tx
    .insert(feeds)
    .values({ ...values, userId, clientId, folderId: folder?.id })
    .onConflictDoNothing({ target: feeds.tokenHash });
}

/** Deletes the viewer's own feed; `false` if they have none with this id. */
export async function deleteFeed(tx: Transaction, viewer: Viewer, id: string): Promise<boolean> {
  const { rowCount } = await tx.delete(feeds).where(and(isOwn(viewer), eq(feeds.id, id)));
  return rowCount === 1;
}

/** The feed with this secret and its owner's current rights, in one statement; `undefined` if account or workspace are closed. */
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
  // Feed readers have no session.
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
