import { and, asc, eq, sql } from "drizzle-orm";
import type { Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import { type FolderScope, visibleFolders } from "../folders/folders";
import type { Queryable, Transaction } from "../pool";
import { folders, sources, teams, users } from "../schema";

/** The settings of a source, as stored. */
export type SourceValues = Pick<
  typeof sources.$inferInsert,
  "title" | "includedWords" | "excludedWords" | "tags" | "fullText" | "isPaused"
>;

export type SourceRow = Awaited<ReturnType<typeof selectSources>>[number];

/** The sources of a folder, by title. */
export const listSources = (db: Queryable, { id }: Permitted<FolderScope, "source:manage">): Promise<SourceRow[]> =>
  selectSources(db, eq(sources.folderId, id)).orderBy(sql`${sources.title} collate "und-x-icu"`, asc(sources.id));

/** The sources of visible folders, by title. */
export const listSubscriptions = (db: Queryable, viewer: Viewer) =>
  db
    .select({
      id: sources.id,
      title: sources.title,
      folder: { id: folders.id, name: folders.name, purpose: folders.purpose },
      team: { id: teams.id, name: teams.name, slug: teams.slug, visibility: teams.visibility },
    })
    .from(sources)
    .innerJoin(folders, eq(folders.id, sources.folderId))
    .innerJoin(teams, eq(teams.id, folders.teamId))
    .where(isVisible(viewer))
    .orderBy(sql`${sources.title} collate "und-x-icu"`, asc(sources.id));

/** Filters the ids of sources by whether their folder is visible. */
export async function listVisible(db: Queryable, viewer: Viewer, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from sources where id = any(${sql.param(ids)}::uuid[]) and ${isVisible(viewer)}`);
  return rows.map(({ id }) => id);
}

/** The source, if the viewer may see its folder. */
export async function findSource(db: Queryable, viewer: Viewer, id: string): Promise<SourceRow | undefined> {
  const [row] = await selectSources(db, and(eq(sources.id, id), isVisible(viewer)));
  return row;
}

/** The source that this person created with this key, if they still see it. */
export async function findSourceByKey(db: Queryable, viewer: Viewer, storedKey: string): Promise<{ id: string } | undefined> {
  const [row] = await db
    .select({ id: sources.id })
    .from(sources)
    .where(and(eq(sources.userId, viewer.userId), eq(sources.idempotencyKey, storedKey), isVisible(viewer)));
  return row;
}

export const countSources = (db: Queryable, { clientId }: Viewer): Promise<number> => db.$count(sources, eq(sources.clientId, clientId));

export const countSourcesOf = (db: Queryable, { id }: Permitted<FolderScope, "source:manage">): Promise<number> =>
  db.$count(sources, eq(sources.folderId, id));

export async function findSubscription(db: Queryable, folderId: string, address: string): Promise<{ title: string } | undefined> {
  const [row] = await db
    .select({ title: sources.title })
    .from(sources)
    .where(and(eq(sources.folderId, folderId), eq(sources.address, address)));
  return row;
}

/** The new source; `undefined` if a concurrent request subscribed the folder to the address. */
export async function insertSource(
  tx: Transaction,
  viewer: Viewer,
  folder: Permitted<FolderScope, "source:manage">,
  values: SourceValues & Pick<typeof sources.$inferInsert, "address" | "siteUrl" | "idempotencyKey">,
): Promise<{ id: string } | undefined> {
  const [row] = await tx
    .insert(sources)
    .values({ ...values, clientId: folder.clientId, folderId: folder.id, userId: viewer.userId })
    .onConflictDoNothing()
    .returning({ id: sources.id });
  return row;
}

/** Changes a source, which belongs to this person from now on. `false` if it has another version. */
export async function updateSource(
  tx: Transaction,
  viewer: Viewer,
  { id, lockVersion }: Permitted<SourceRow, "source:manage">,
  values: SourceValues,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(sources)
    .set({ ...values, userId: viewer.userId, lockVersion: lockVersion + 1 })
    .where(and(eq(sources.id, id), eq(sources.lockVersion, lockVersion)));
  return rowCount === 1;
}

/** Makes a source due, even if its server has withdrawn it. */
export async function makeDue(tx: Transaction, { id }: Permitted<SourceRow, "source:manage">): Promise<void> {
  await tx.update(sources).set({ nextFetchAt: sql`now()`, etag: null, lastModified: null }).where(eq(sources.id, id));
}

export async function deleteSource(tx: Transaction, { id }: Permitted<SourceRow, "source:manage">): Promise<void> {
  await tx.delete(sources).where(eq(sources.id, id));
}

const isVisible = (viewer: Viewer) => sql`${sources.clientId} = ${viewer.clientId} and ${sources.folderId} in (${visibleFolders(viewer)})`;

function selectSources(db: Queryable, where: ReturnType<typeof and>) {
  return db
    .select({
      id: sources.id,
      clientId: sources.clientId,
      address: sources.address,
      siteUrl: sources.siteUrl,
      title: sources.title,
      includedWords: sources.includedWords,
      excludedWords: sources.excludedWords,
      tags: sources.tags,
      fullText: sources.fullText,
      isPaused: sources.isPaused,
      lockVersion: sources.lockVersion,
      createdAt: sources.createdAt,
      fetchedAt: sources.fetchedAt,
      nextFetchAt: sources.nextFetchAt,
      failingSince: sources.failingSince,
      problem: sources.problem,
      movedFrom: sources.movedFrom,
      filed: sources.filed,
      folder: { id: folders.id, name: folders.name, purpose: folders.purpose },
      team: { id: teams.id, visibility: teams.visibility },
      user: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(sources)
    .innerJoin(folders, eq(folders.id, sources.folderId))
    .innerJoin(teams, eq(teams.id, folders.teamId))
    .innerJoin(users, eq(users.id, sources.userId))
    .where(where)
    .$dynamic();
}
