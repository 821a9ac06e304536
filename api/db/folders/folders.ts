import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import * as limits from "../../../contract/limits";
import type { Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { Queryable, Transaction } from "../pool";
import { articles, folderStats, folders, teams } from "../schema";
import { seesPublicTeams, teamOrder } from "../teams/teams";

export type FolderRow = Awaited<ReturnType<typeof selectFolders>>[number];

/** A `select` of the ids of all folders that the viewer may see. */
export const visibleFolders = (viewer: Viewer): SQL => foldersVisibleWith(rightsOf(viewer));

/** A `select` of the ids of the visible folders whose articles are in the viewer's stream. */
export const streamFolders = (viewer: Viewer): SQL => streamFoldersWith(rightsOf(viewer));

const rightsOf = (viewer: Viewer): VisibilityRights => ({
  clientId: sql`${viewer.clientId}`,
  teamIds: sql`${sql.param([...viewer.teams.keys()])}::uuid[]`,
  folderIds: sql`${sql.param([...viewer.folders.keys()])}::uuid[]`,
  publicTeams: sql`${seesPublicTeams(viewer)}`,
});

/** The data that decides which folders a person sees: parameters, or columns of a surrounding statement. */
type VisibilityRights = Record<"clientId" | "teamIds" | "folderIds" | "publicTeams", SQL>;

/** `folder:read` of the permission table as SQL. */
export const foldersVisibleWith = ({ clientId, teamIds, folderIds, publicTeams }: VisibilityRights): SQL =>
  sql`select f.id from folders f join teams t on t.id = f.team_id
    where f.client_id = ${clientId}
      and (f.team_id = any(${teamIds}) or f.id = any(${folderIds}) or (${publicTeams} and t.visibility = 'is_public'))`;

export const streamFoldersWith = (rights: VisibilityRights): SQL => sql`${foldersVisibleWith(rights)} and not f.hidden_from_stream`;

/** The name of a folder in newsletters and exports. */
export const readersName = sql<string>`coalesce(${folders.alternativeName}, ${folders.name})`;

/** The fields that people edit, as stored. */
export type FolderValues = Pick<typeof folders.$inferInsert, "name" | "alternativeName" | "description" | "teamId">;

/** The visible folders by team, inbox first, then by name. `recent` adds when others filed the newest articles. */
export function listFolders(
  db: Queryable,
  viewer: Viewer,
  { teamId, recent = false }: { teamId?: string; recent?: boolean } = {},
): Promise<FolderRow[]> {
  const ofTeam = teamId === undefined ? undefined : eq(folders.teamId, teamId);
  return selectFolders(db, and(isVisible(viewer), ofTeam), recent ? { recentMoments: recentMoments(viewer) } : {}).orderBy(
    ...teamOrder,
    sql`${folders.purpose} is null`,
    sql`${folders.name} collate "und-x-icu"`,
    folders.id,
  );
}

/** The folder with the viewer's follow of it, if the viewer may see it. */
export async function findFolder(db: Queryable, viewer: Viewer, id: string): Promise<FolderRow | undefined> {
  const [folder] = await selectFolders(db, and(isVisible(viewer), eq(folders.id, id)), {
    followId: sql`(select w.id from follows w where w.user_id = ${viewer.userId} and w.folder_id = ${folders.id})`,
  });
  return folder;
}

export type FolderScope = NonNullable<Awaited<ReturnType<typeof findFolderScope>>>;

/**
 * The permission scope of a visible folder. `lock` locks it until the transaction ends: `key share` blocks its deletion, for adding something
 * to it, `no key update` also other changes, `update` everything.
 */
export async function findFolderScope(
  db: Queryable,
  viewer: Viewer,
  id: string,
  { lock }: { lock?: "key share" | "no key update" | "update" } = {},
) {
  // A separate statement, because one that waits for a lock has taken its snapshot before it waited. Only a deletion makes `key share` wait, and
  // then there is nothing left to read.
  if (lock && lock !== "key share") {
    await db.execute(sql`select 1 from folders where id = ${id} and client_id = ${viewer.clientId} for ${sql.raw(lock)}`);
  }
  const query = db
    .select({
      id: folders.id,
      clientId: folders.clientId,
      name: folders.name,
      lockVersion: folders.lockVersion,
      team: { id: teams.id, name: teams.name, visibility: teams.visibility },
      folder: { id: folders.id, purpose: folders.purpose },
    })
    .from(folders)
    .innerJoin(teams, eq(teams.id, folders.teamId))
    .where(and(isVisible(viewer), eq(folders.id, id)));
  const [scope] = await (lock === "key share" ? query.for("key share", { of: folders }) : query);
  return scope;
}

/** The folder that this person created with this key, if they still see it. */
export async function findFolderByKey(db: Queryable, viewer: Viewer, storedKey: string): Promise<{ id: string } | undefined> {
  const [row] = await db
    .select({ id: folders.id })
    .from(folders)
    .where(and(isVisible(viewer), eq(folders.idempotencyKey, storedKey)));
  return row;
}

/** The new folder; `undefined` if a concurrent request with the same key created it. */
export async function insertFolder(
  tx: Transaction,
  { clientId, team }: Permitted<{ clientId: string; team: { id: string } }, "folder:create">,
  values: FolderValues,
  storedKey: string | null,
): Promise<{ id: string } | undefined> {
  const [row] = await tx
    .insert(folders)
    .values({ ...values, clientId, teamId: team.id, idempotencyKey: storedKey })
    .onConflictDoNothing({ target: [folders.clientId, folders.idempotencyKey] })
    .returning({ id: folders.id });
  return row;
}

export async function updateFolder(tx: Transaction, scope: Permitted<FolderScope, "folder:update">, values: FolderValues): Promise<void> {
  await tx
    .update(folders)
    .set({ ...values, lockVersion: sql`${folders.lockVersion} + 1` })
    .where(isFolder(scope));
}

/** Sets whether the stream leaves out the folder's articles. `false` if it did not change anything. */
export async function updateHiddenFromStream(
  tx: Transaction,
  scope: Permitted<FolderScope, "source:manage">,
  hiddenFromStream: boolean,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(folders)
    .set({ hiddenFromStream })
    .where(and(isFolder(scope), ne(folders.hiddenFromStream, hiddenFromStream)));
  return rowCount === 1;
}

export interface FolderDeletionPreview extends Record<string, unknown> {
  contents: number;
  comments: number;
  attachments: number;
}

/** Counts the data that is deleted with a folder. */
export async function previewFolderDeletion(db: Queryable, scope: Permitted<FolderScope, "folder:delete">): Promise<FolderDeletionPreview> {
  const { rows } = await db.execute<FolderDeletionPreview>(sql`
    select count(*) as contents, coalesce(sum(s.comments_count), 0)::bigint as comments,
      (select count(*) from attachments x join articles a on a.id = x.article_id where a.folder_id = ${scope.id}) as attachments
    from article_stats s where s.folder_id = ${scope.id} and s.client_id = ${scope.clientId}`);
  const [preview] = rows;
  if (!preview) throw new Error("no counts returned");
  return preview;
}

/** Changes of an article lock its row in `article_stats` first. Doing the same before a deletion avoids deadlocks. */
export async function lockArticlesOf(tx: Transaction, scope: Permitted<FolderScope, "folder:delete">): Promise<void> {
  await tx.execute(
    sql`select count(*) from (select 1 from article_stats where folder_id = ${scope.id} order by article_id for update) locked`,
  );
}

/** Deletes a folder with its articles and everything that belongs to them, after `lockArticlesOf`. */
export async function deleteFolder(tx: Transaction, scope: Permitted<FolderScope, "folder:delete">): Promise<void> {
  await tx.delete(folders).where(isFolder(scope));
}

const isFolder = ({ id, clientId }: FolderScope) => and(eq(folders.id, id), eq(folders.clientId, clientId));

const isVisible = (viewer: Viewer) => sql`${folders.clientId} = ${viewer.clientId} and ${folders.id} in (${visibleFolders(viewer)})`;

/** When other people filed articles, among the newest few of a folder. */
const recentMoments = ({ userId }: Viewer) => sql<string[] | null>`(
  select coalesce(json_agg(r.created_at order by r.created_at desc) filter (where r.user_id <> ${userId}), '[]') from (
    select a.created_at, a.user_id from articles a where a.folder_id = ${folders.id}
    order by a.created_at desc, a.id desc limit ${limits.recentPerFolder}) r)`;

function selectFolders(
  db: Queryable,
  where: SQL | undefined,
  { recentMoments = sql`null`, followId = sql`null` }: { recentMoments?: SQL<string[] | null>; followId?: SQL<string | null> } = {},
) {
  return db
    .select({
      id: folders.id,
      clientId: folders.clientId,
      name: folders.name,
      alternativeName: folders.alternativeName,
      description: folders.description,
      purpose: folders.purpose,
      hiddenFromStream: folders.hiddenFromStream,
      lockVersion: folders.lockVersion,
      team: { id: teams.id, name: teams.name, slug: teams.slug, visibility: teams.visibility },
      contentsCount: sql<number>`coalesce(${folderStats.articlesCount}, 0)`,
      ownershipsCount: sql<number>`(select count(*) from ownerships o where o.folder_id = ${folders.id} and o.active)`,
      latestContentAt: sql`(select max(a.created_at) from articles a where a.folder_id = ${folders.id})`.mapWith(
        articles.createdAt,
      ) as SQL<Date | null>,
      hasNewsletter: sql<boolean>`exists (
        select 1 from mailings m where m.folder_id = ${folders.id} and m.status = 'published')`,
      recentMoments,
      followId,
    })
    .from(folders)
    .innerJoin(teams, eq(teams.id, folders.teamId))
    .leftJoin(folderStats, eq(folderStats.folderId, folders.id))
    .where(where)
    .$dynamic();
}
