import { and, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import { type FolderScope, visibleFolders } from "../folders/folders";
import type { Queryable, Transaction } from "../pool";
import { folders, follows, tags } from "../schema";

export type FollowRow = Awaited<ReturnType<typeof listFollows>>[number];

/** The viewer's follows of things that they may see now, newest first. */
export const listFollows = (db: Queryable, viewer: Viewer) => selectFollows(db, viewer).orderBy(desc(follows.createdAt), desc(follows.id));

/** One of the viewer's follows whose subject they may see. */
export async function findFollow(db: Queryable, viewer: Viewer, by: { id: string } | Subject): Promise<FollowRow | undefined> {
  const [follow] = await selectFollows(db, viewer, "id" in by ? eq(follows.id, by.id) : isAbout(by));
  return follow;
}

/** All of the viewer's follows, including those that are not listed. */
export const countFollows = (db: Queryable, viewer: Viewer): Promise<number> => db.$count(follows, isOwn(viewer));

export type Subject =
  | { folder: Permitted<FolderScope, "folder:read"> }
  | { tagId: string }
  | { query: Record<string, string>; name: string };

/** Stores a follow, once for each subject. A search that was saved before gets the new name. */
export async function insertFollow(tx: Transaction, { userId, clientId }: Viewer, subject: Subject): Promise<void> {
  if ("query" in subject) {
    await tx.execute(sql`
      insert into follows (client_id, user_id, query, name) values (${clientId}, ${userId}, ${JSON.stringify(subject.query)}, ${subject.name})
      on conflict (user_id, md5(query::text)) do update set name = excluded.name`);
    return;
  }
  const values = "folder" in subject ? { folderId: subject.folder.id } : { tagId: subject.tagId };
  await tx
    .insert(follows)
    .values({ ...values, userId, clientId })
    .onConflictDoNothing();
}

/** Renames one of the viewer's saved searches; `false` if they have none with this id. */
export async function renameFollow(tx: Transaction, viewer: Viewer, id: string, name: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(follows)
    .set({ name })
    .where(and(isOwn(viewer), eq(follows.id, id), sql`${follows.query} is not null`));
  return rowCount === 1;
}

/** Deletes one of the viewer's follows; `false` if they have none with this id. */
export async function deleteFollow(tx: Transaction, viewer: Viewer, id: string): Promise<boolean> {
  const { rowCount } = await tx.delete(follows).where(and(isOwn(viewer), eq(follows.id, id)));
  return rowCount === 1;
}

/** Locks a tag of the workspace until the transaction ends, so that it is not deleted meanwhile; `false` if there is none with this id. */
export async function lockTag(tx: Transaction, { clientId }: Viewer, id: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from tags where id = ${id} and client_id = ${clientId} for key share`);
  return rows.length === 1;
}

const isOwn = ({ userId, clientId }: Viewer) => and(eq(follows.userId, userId), eq(follows.clientId, clientId));

function isAbout(subject: Subject): SQL | undefined {
  if ("folder" in subject) return eq(follows.folderId, subject.folder.id);
  return "tagId" in subject ? eq(follows.tagId, subject.tagId) : sql`${follows.query} = ${JSON.stringify(subject.query)}::jsonb`;
}

function selectFollows(db: Queryable, viewer: Viewer, where?: SQL) {
  return db
    .select({
      id: follows.id,
      name: sql<string>`coalesce(${folders.name}, ${tags.name}, ${follows.name})`,
      folder: { id: folders.id, name: folders.name },
      tag: { id: tags.id, name: tags.name, slug: tags.slug },
      query: follows.query,
      createdAt: follows.createdAt,
    })
    .from(follows)
    .leftJoin(folders, eq(folders.id, follows.folderId))
    .leftJoin(tags, eq(tags.id, follows.tagId))
    .where(and(isOwn(viewer), or(isNull(follows.folderId), sql`${follows.folderId} in (${visibleFolders(viewer)})`), where))
    .$dynamic();
}
