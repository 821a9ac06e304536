import { and, eq, inArray, isNotNull, lt, or, type SQL, sql } from "drizzle-orm";
import * as limits from "../../../contract/limits";
import type { TrashKind } from "../../../contract/rest/trash";
import { type Action, isPermitted, type Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import { personColumns } from "../people/users";
import type { Queryable, Transaction } from "../pool";
import { articles, folders, teams, trash, trashRows, users } from "../schema";

/** Tables whose rows go into the trash, in an order in which they can be restored, with the column that names the thing they belong to. */
const tables = {
  comment: { comments: "id" },
  folder: {
    folders: "id",
    ownerships: "folder_id",
    unsubscriptions: "folder_id",
    feeds: "folder_id",
    follows: "folder_id",
    sources: "folder_id",
    subscribers: "folder_id",
    suppressions: "folder_id",
  },
  newsletter: { mailings: "id", mailing_pictures: "mailing_id", mailing_deliveries: "mailing_id" },
  article: {
    articles: "id",
    article_stats: "article_id",
    article_tags: "article_id",
    article_countries: "article_id",
    attachments: "article_id",
    comments: "article_id",
    article_search: "article_id",
  },
} as const satisfies Record<TrashKind, Record<string, string>>;

export const restorableTables = [...Object.keys(tables.folder), ...Object.keys(tables.newsletter), ...Object.keys(tables.article)];

const withFiles = ["attachments", "mailing_pictures"];

interface Thing {
  id: string;
  clientId: string;
}

/** Copies locked articles into the trash; the caller deletes them. */
export async function trashArticles(
  tx: Transaction,
  { userId }: Viewer,
  articles: readonly Permitted<Thing, "article:delete">[],
  batchId: string | null = null,
): Promise<void> {
  const ids = sql`any(${sql.param(articles.map(({ id }) => id))}::uuid[])`;
  await tx.execute(sql`
    insert into trash (id, client_id, kind, title, team_id, folder_id, folder_name, user_id, batch_id)
    select a.id, a.client_id, 'article', a.title, f.team_id, f.id, f.name, ${userId}::uuid, ${batchId}::uuid
    from articles a join folders f on f.id = a.folder_id
    where a.id = ${ids} and a.client_id = ${articles[0]?.clientId ?? null}`);
  await copyRows(tx, "article", (column) => sql`join trash x on x.id = r.${column} where x.id = ${ids}`);
}

/** Copies a comment of a locked article into the trash; the caller deletes it. */
export async function trashComment(
  tx: Transaction,
  { userId }: Viewer,
  { id, clientId }: Permitted<Thing, "comment:delete">,
): Promise<void> {
  await tx.execute(sql`
    insert into trash (id, client_id, kind, title, team_id, folder_id, folder_name, article_id, article_title, author_id, user_id)
    select c.id, c.client_id, 'comment', case when length(c.body) > ${limits.commentExcerpt} then left(c.body, ${limits.commentExcerpt}) || '…' else c.body end,
      f.team_id, f.id, f.name, a.id, a.title, c.user_id, ${userId}::uuid
    from comments c join articles a on a.id = c.article_id join folders f on f.id = a.folder_id
    where c.id = ${id} and c.client_id = ${clientId}`);
  await copyRows(tx, "comment", (column) => sql`join trash x on x.id = r.${column} where x.id = ${id}`);
}

/** Copies a locked folder with everything in it into the trash; the caller deletes it. */
export async function trashFolder(tx: Transaction, { userId }: Viewer, { id, clientId }: Permitted<Thing, "folder:delete">): Promise<void> {
  await tx.execute(sql`
    insert into trash (id, client_id, kind, title, team_id, folder_id, folder_name, user_id)
    select id, client_id, 'folder', name, team_id, id, name, ${userId}::uuid from folders where id = ${id} and client_id = ${clientId}`);
  const join = sql`join trash x on x.id = ${id}`;
  await copyRows(tx, "folder", (column) => sql`${join} where r.${column} = ${id}`);
  await copyRows(tx, "newsletter", (column) => sql`${join} where r.${column} in (select id from mailings where folder_id = ${id})`);
  await copyRows(tx, "article", (column) => sql`${join} where r.${column} in (select id from articles where folder_id = ${id})`);
}

/** Copies a locked draft into the trash; the caller deletes it. */
export async function trashNewsletter(tx: Transaction, { userId }: Viewer, draft: Permitted<Thing, "newsletter:manage">): Promise<void> {
  await tx.execute(sql`
    insert into trash (id, client_id, kind, title, team_id, folder_id, folder_name, user_id)
    select m.id, m.client_id, 'newsletter', m.subject, f.team_id, f.id, f.name, ${userId}::uuid
    from mailings m join folders f on f.id = m.folder_id where m.id = ${draft.id} and m.client_id = ${draft.clientId}`);
  await copyRows(tx, "newsletter", (column) => sql`join trash x on x.id = r.${column} where x.id = ${draft.id}`);
}

/**
 * Changes of rows in the trash. Keys of repeated requests are left out: a repetition may have created another thing when this one is restored.
 * Inserting the words of a search document takes many times as long as the rest of an article, so a restored one has no words until it is
 * reindexed, like an outdated one.
 */
const storedRow = (table: string) =>
  table === "article_search" ? sql`to_jsonb(r) || '{"document": "", "edition": 0}'` : sql`to_jsonb(r) - 'idempotency_key'`;

async function copyRows(tx: Transaction, kind: TrashKind, belonging: (column: SQL) => SQL): Promise<void> {
  const copies = Object.entries(tables[kind]).map(
    ([table, column]) => sql`
      select x.client_id, x.id, ${table}::text, ${storedRow(table)}, ${sql.raw(withFiles.includes(table) ? "r.storage_key" : "null::text")}
      from ${sql.identifier(table)} r ${belonging(sql`${sql.identifier(column)}`)}`,
  );
  await tx.execute(sql`insert into trash_rows (client_id, trash_id, table_name, row, storage_key) ${sql.join(copies, sql` union all `)}`);
}

/**
 * Moves the rows of locked things back into their tables, and returns the ids of restored articles, which have to be reindexed: tags may have
 * been renamed. Columns that were added since get their defaults. Tags and people's rows that are gone are left out. Mails that were still
 * waiting are not sent any more, and scheduled newsletters become drafts again.
 */
export async function restoreRows(tx: Transaction, items: readonly Pick<TrashItem, "id">[]): Promise<string[]> {
  const ids = sql`${sql.param(items.map(({ id }) => id))}::uuid[]`;
  const among = sql`trash_id = any(${ids})`;
  const restored: string[] = [];
  for (const table of restorableTables) {
    // The rows of a thing were copied at once, so those of a table have the same columns.
    const { rows: shapes } = await tx.execute<{ things: string[]; known: string[] }>(sql`
      select array_agg(thing.id) as things, array(
        select column_name::text from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and column_name = any(stored) order by 1) as known
      from unnest(${ids}) thing (id) cross join lateral (
        select array(select jsonb_object_keys(row) order by 1) as stored from trash_rows where trash_id = thing.id and table_name = ${table} limit 1) one
      group by stored`);
    for (const { things, known } of shapes) {
      const columns = sql.join(
        known.map((name) => sql.identifier(name)),
        sql`, `,
      );
      const { rows } = await tx.execute<{ id: string }>(sql`
        insert into ${sql.identifier(table)} (${columns})
        select ${sql.join(
          known.map((name) => sql`r.${sql.identifier(name)}`),
          sql`, `,
        )}
        from trash_rows cross join lateral jsonb_populate_record(null::${sql.identifier(table)}, row) r
        where trash_id = any(${sql.param(things)}::uuid[]) and table_name = ${table}
          ${table === "article_tags" ? sql`and exists (select 1 from tags where id = r.tag_id)` : sql``}
        ${table === "article_stats" ? sql`on conflict (article_id) do update set views = excluded.views` : sql``}
        ${table === "articles" ? sql`returning id` : sql``}`);
      restored.push(...rows.map(({ id }) => id));
    }
    if (table === "mailings") await tx.execute(unscheduleRestored(among));
    if (table === "mailing_deliveries") await tx.execute(stopRestored(among));
  }
  await tx.delete(trash).where(
    inArray(
      trash.id,
      items.map(({ id }) => id),
    ),
  );
  return restored;
}

const rowsOf = (among: SQL, table: string, column: string) =>
  sql`(select (row ->> ${column})::uuid from trash_rows where ${among} and table_name = ${table})`;

const unscheduleRestored = (among: SQL) => sql`
  update mailings set status = 'draft', scheduled_for = null, content = null, html_content = null, mail_html = null, mail_text = null,
    left_out = '[]', lock_version = lock_version + 1
  where status = 'scheduled' and id in ${rowsOf(among, "mailings", "id")}`;

const stopRestored = (among: SQL) => sql`
  update mailing_deliveries set state = (case when state = 'waiting' then 'stopped' else 'unknown' end)::delivery_state,
    claimed_by = null, claimed_at = null
  where state in ('waiting', 'handing_over') and id in ${rowsOf(among, "mailing_deliveries", "id")}`;

export type TrashItem = Awaited<ReturnType<typeof selectItems>>[number];

/** The things in the trash that the viewer may restore, last deleted first. */
export const listTrash = (db: Queryable, viewer: Viewer, { limit, offset }: { limit: number; offset: number }): Promise<TrashItem[]> =>
  selectItems(db, isRestorable(viewer)).orderBy(sql`${trash.createdAt} desc`, sql`${trash.id} desc`).limit(limit).offset(offset);

export async function countTrash(db: Queryable, viewer: Viewer): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from ${trash} join ${teams} on ${teams.id} = ${trash.teamId} where ${isRestorable(viewer)}`);
  return rows[0]?.n ?? 0;
}

/** A thing in the trash that the viewer may restore. */
export async function findTrashItem(db: Queryable, viewer: Viewer, id: string): Promise<TrashItem | undefined> {
  const [item] = await selectItems(db, and(eq(trash.id, id), isRestorable(viewer)));
  return item;
}

/** The same, locked until the transaction ends. */
export async function lockTrashItem(tx: Transaction, viewer: Viewer, id: string): Promise<TrashItem | undefined> {
  await tx.execute(sql`select 1 from trash where id = ${id} and client_id = ${viewer.clientId} for update`);
  return findTrashItem(tx, viewer, id);
}

/**
 * At most `limit` articles that a batch deleted, with ids after `after`, locked until the transaction ends: those that the viewer may restore, and
 * the last id of all, if there are any.
 */
export async function lockTrashOfBatch(
  tx: Transaction,
  viewer: Viewer,
  batchId: string,
  { after, limit }: { after: string; limit: number },
): Promise<{ items: TrashItem[]; last: string | undefined }> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from trash where batch_id = ${batchId} and client_id = ${viewer.clientId} and id > ${after}
      and folder_id in (select id from folders where client_id = ${viewer.clientId})
    order by id limit ${limit} for update`);
  const ids = rows.map(({ id }) => id);
  const last = ids.at(-1);
  return { items: last === undefined ? [] : await selectItems(tx, and(inArray(trash.id, ids), isRestorable(viewer))), last };
}

/** Whether a batch deleted articles that the viewer can still restore. */
export async function isBatchRestorable(db: Queryable, viewer: Viewer, batchId: string): Promise<boolean> {
  const items = await selectItems(db, and(eq(trash.batchId, batchId), isNotNull(folders.id), isRestorable(viewer))).limit(1);
  return items.length > 0;
}

export const countTrashOfBatch = (db: Queryable, { clientId }: Viewer, batchId: string): Promise<number> =>
  db.$count(trash, and(eq(trash.clientId, clientId), eq(trash.batchId, batchId)));

const selectItems = (db: Queryable, where: SQL | undefined) =>
  db
    .select({
      id: trash.id,
      clientId: trash.clientId,
      kind: trash.kind,
      title: trash.title,
      folderName: sql<string>`coalesce(${folders.name}, ${trash.folderName})`,
      isFolderThere: sql<boolean>`${folders.id} is not null`,
      team: { id: teams.id, name: teams.name, visibility: teams.visibility },
      folder: { id: trash.folderId, purpose: folders.purpose },
      articleId: trash.articleId,
      articleTitle: sql<string | null>`coalesce(${articles.title}, ${trash.articleTitle})`,
      isArticleThere: sql<boolean>`${articles.id} is not null`,
      commentAuthorId: trash.authorId,
      deletedBy: personColumns,
      deletedAt: trash.createdAt,
    })
    .from(trash)
    .innerJoin(teams, eq(teams.id, trash.teamId))
    .innerJoin(users, eq(users.id, trash.userId))
    .leftJoin(folders, eq(folders.id, trash.folderId))
    .leftJoin(articles, eq(articles.id, trash.articleId))
    .where(where)
    .$dynamic();

/** The permission table as SQL: people may restore what they may delete. The admins of a trashed folder are found in its trashed rows. */
function isRestorable(viewer: Viewer): SQL {
  const isAllowed = (action: Action) => {
    // Decides by the role in the team or folder alone.
    const personal = { clientId: viewer.clientId, team: { id: "", visibility: "is_personal" as const } };
    const ofTeams = [...viewer.teams.keys()].filter((id) => isPermitted(viewer, action, { ...personal, team: { ...personal.team, id } }));
    const ofFolders = [...viewer.folders.keys()].filter((id) =>
      isPermitted(viewer, action, { ...personal, folder: { id, purpose: null } }),
    );
    const everywhere = isPermitted(viewer, action, { ...personal, team: { id: "", visibility: "is_public" } });
    return sql`(${trash.teamId} = any(${sql.param(ofTeams)}::uuid[]) or ${trash.folderId} = any(${sql.param(ofFolders)}::uuid[])
      or (${everywhere} and ${teams.visibility} = 'is_public'))`;
  };
  const trashedOwnership = sql`exists (
    select 1 from trash_rows o where o.trash_id = ${trash.id} and o.table_name = 'ownerships' and o.row ->> 'user_id' = ${viewer.userId}
      and o.row ->> 'role' = 'admin' and (o.row ->> 'active')::boolean)`;
  const conditions = {
    article: isAllowed("article:delete"),
    comment: sql`(${isAllowed("comment:delete")} or (${trash.authorId} = ${viewer.userId} and ${isAllowed("folder:read")}))`,
    folder: viewer.role === "reader" ? sql`false` : sql`(${isAllowed("folder:delete")} or ${trashedOwnership})`,
    newsletter: isAllowed("newsletter:manage"),
  } satisfies Record<TrashKind, SQL>;
  const kinds = Object.entries(conditions).map(([kind, condition]) => sql`(${trash.kind} = ${kind} and ${condition})`);
  return sql`(${trash.clientId} = ${viewer.clientId} and (${sql.join(kinds, sql` or `)}))`;
}

/**
 * Deletes a locked thing permanently, with the comments that were deleted from an article, or in a folder, before. The cleanup job deletes the
 * files.
 */
export async function purgeTrashItem(tx: Transaction, { id, kind, folder }: Permitted<TrashItem, "trash:purge">): Promise<void> {
  const ofArticle = kind === "folder" ? isNotNull(trash.articleId) : eq(trash.articleId, id);
  await tx.delete(trash).where(or(eq(trash.id, id), and(eq(trash.folderId, folder.id), ofArticle)));
}

/** Comments that were deleted from articles belong to the folder that the articles are moved to. */
export async function moveTrashOfArticles(
  tx: Transaction,
  articles: readonly { id: string; folder: { id: string } }[],
  folderId: string,
): Promise<void> {
  const [ids, from] = [articles.map(({ id }) => id), articles.map(({ folder }) => folder.id)];
  await tx.execute(sql`
    update trash set team_id = f.team_id, folder_id = f.id, folder_name = f.name from folders f
    where f.id = ${folderId} and trash.folder_id = any(${sql.param(from)}::uuid[]) and article_id = any(${sql.param(ids)}::uuid[])`);
}

/** Entries of the trash follow their folder to its new team. */
export async function moveTrashOfFolder(tx: Transaction, folderId: string, teamId: string): Promise<void> {
  await tx.update(trash).set({ teamId }).where(eq(trash.folderId, folderId));
}

/** Deletes at most `limit` things that have been in the trash for more than `days`; returns how many. */
export async function purgeOldTrash(db: Queryable, { days, limit }: { days: number; limit: number }): Promise<number> {
  const old = db
    .select({ id: trash.id })
    .from(trash)
    .where(lt(trash.createdAt, sql`now() - make_interval(days => ${days})`))
    .limit(limit);
  const { rowCount } = await db.delete(trash).where(inArray(trash.id, old));
  return rowCount ?? 0;
}

/** The keys that rows in the trash refer to, of any workspace. */
export async function findTrashKeysInUse(db: Queryable, storageKeys: string[]): Promise<Set<string>> {
  const rows = await db.selectDistinct({ key: trashRows.storageKey }).from(trashRows).where(inArray(trashRows.storageKey, storageKeys));
  return new Set(rows.flatMap(({ key }) => key ?? []));
}

/** As when an account is deleted: rights, feeds, follows and unsubscriptions of the person, and their addresses in deliveries. */
export async function forgetUserInTrash(tx: Transaction, { clientId, id }: Thing): Promise<void> {
  const own = sql`client_id = ${clientId} and row ->> 'user_id' = ${id}`;
  await tx.execute(sql`delete from trash_rows where table_name in ('ownerships', 'unsubscriptions', 'feeds', 'follows') and ${own}`);
  await tx.execute(sql`
    update trash_rows set row = row || '{"email": "", "answer": null}' where table_name = 'mailing_deliveries' and ${own}`);
}
