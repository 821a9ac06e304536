import { type SQL, sql } from "drizzle-orm";
import type { Permitted } from "../../permissions/permissions";
import type { Viewer } from "../../permissions/viewer";
import type { TagRow } from "../articles/article-rows";
import { visibleFolders } from "../folders/folders";
import type { Queryable, Transaction } from "../pool";
import { newsletters } from "../schema";
import { freeSlug, isSlugLike, toSlug } from "../slugs";

/** The column that holds the choices made in the wizard. */
const draft = sql.identifier(newsletters.draft.name);

/**
 * The tags of the workspace by name; with a folder, only those of its articles, or none if the folder is not visible. `follows` adds the viewer's
 * follows of them.
 */
export async function listTags(
  db: Queryable,
  viewer: Viewer,
  { folderId, follows = false }: { folderId?: string | undefined; follows?: boolean | undefined },
): Promise<(TagRow & { followId?: string | null })[]> {
  const used =
    folderId === undefined
      ? sql`true`
      : sql`exists (
          select 1 from article_tags x join articles a on a.id = x.article_id
          where x.tag_id = tags.id and a.folder_id = ${folderId} and a.folder_id in (${visibleFolders(viewer)}))`;
  const followId = follows
    ? sql`, (select f.id from follows f where f.user_id = ${viewer.userId} and f.tag_id = tags.id) as "followId"`
    : sql``;
  const { rows } = await db.execute<TagRow & { followId?: string | null } & Record<string, unknown>>(sql`
    select id, name, slug ${followId} from tags where client_id = ${viewer.clientId} and ${used} order by name collate "und-x-icu", id`);
  return rows;
}

/**
 * The ids of the tags with these names, in this order, without duplicates. Names that differ only in case are one tag. Missing tags are created
 * with their first spelling, and returned as `made`. If another transaction creates the same tags, this one waits and uses those.
 */
export async function requireTagIds(
  tx: Transaction,
  clientId: string,
  names: readonly string[],
): Promise<{ ids: string[]; made: string[] }> {
  const spellings = new Map<string, string>();
  for (const name of names) if (!spellings.has(fold(name))) spellings.set(fold(name), name);
  const wanted = [...spellings.values()];
  // Sorted, so that two transactions that create the same tags do not deadlock.
  const sorted = wanted.toSorted();
  const made: string[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const ids = await findTagIds(tx, clientId, sorted);
    const missing = sorted.filter((name) => !ids.has(fold(name)));
    if (missing.length === 0) return { ids: [...new Set(wanted.flatMap((name) => ids.get(fold(name)) ?? []))], made };
    made.push(...(await insertTags(tx, clientId, missing)).map(({ name }) => name));
  }
  throw new Error(`no free slugs for the tags in ${attempts} attempts`);
}

export interface UsedTagRow extends TagRow {
  contentsCount: number;
  interestsCount: number;
}

/**
 * A page of the workspace's tags whose names contain the term, by name, an exact match first, and their total number. Uses are counted only for the
 * tags of the page.
 */
export async function listUsedTags(
  db: Queryable,
  clientId: string,
  { term, limit, offset }: { term: string; limit: number; offset: number },
): Promise<{ tags: UsedTagRow[]; total: number }> {
  const order = sql`lower(name) <> lower(${term}), name collate "und-x-icu", id`;
  const { rows } = await db.execute<{ tags: UsedTagRow[]; total: number }>(sql`
    with found as materialized (
      select id, name, slug from tags where client_id = ${clientId} and position(lower(${term}) in lower(name)) > 0),
    page as (select * from found order by ${order} limit ${limit} offset ${offset})
    select (select count(*)::int from found) as total, coalesce((
      select json_agg(json_build_object('id', id, 'name', name, 'slug', slug, ${countsOf(sql`page.id`)}) order by ${order})
      from page), '[]') as tags`);
  return rows[0] ?? { tags: [], total: 0 };
}

const countsOf = (id: SQL) => sql`
  'contentsCount', (select count(*)::int from article_tags x where x.tag_id = ${id}),
  'interestsCount', (select count(*)::int from user_interests i join users u on u.id = i.user_id where i.tag_id = ${id} and u.removed_at is null)`;

export interface TagLeftoverRow {
  tag: TagRow;
  meant: TagRow;
}

/**
 * Tags of exactly one article that also has a tag beginning with their name (the longest of several), by name; without tags that are followed or
 * somebody's interest.
 */
export async function listTagLeftovers(db: Queryable, clientId: string, limit: number): Promise<TagLeftoverRow[]> {
  const toJson = (tag: SQL) => sql`json_build_object('id', ${tag}.id, 'name', ${tag}.name, 'slug', ${tag}.slug)`;
  const { rows } = await db.execute<TagLeftoverRow & Record<string, unknown>>(sql`
    select ${toJson(sql`t`)} as tag, ${toJson(sql`meant`)} as meant from tags t
    -- Two are enough to see that it is not the only one.
    join lateral (
      select array_agg(article_id) as ids from (select article_id from article_tags where tag_id = t.id limit 2) two) uses on cardinality(ids) = 1
    join lateral (
      select o.* from article_tags x join tags o on o.id = x.tag_id
      where x.article_id = ids[1] and o.id <> t.id and starts_with(lower(o.name), lower(t.name))
      order by length(o.name) desc, o.id limit 1) meant on true
    where t.client_id = ${clientId}
      and not exists (select 1 from user_interests i join users u on u.id = i.user_id where i.tag_id = t.id and u.removed_at is null)
      and not exists (select 1 from follows f where f.tag_id = t.id)
    order by t.name collate "und-x-icu", t.id limit ${limit}`);
  return rows;
}

/** The number of feeds and of unpublished newsletters that refer to a tag. */
export async function countNaming(db: Queryable, { id, slug, clientId }: { id: string; slug: string; clientId: string }) {
  const { rows } = await db.execute<{ feedsCount: number; newslettersCount: number }>(sql`
    select
      (select count(*)::int from feeds where client_id = ${clientId} and ${slug} = any(string_to_array(query->>'tags', ','))) as "feedsCount",
      (select count(*)::int from mailings where client_id = ${clientId} and status <> 'published'
        and ${draft}->'tags' @> jsonb_build_array(jsonb_build_object('id', ${id}::text, 'selected', true))) as "newslettersCount"`);
  return rows[0] ?? { feedsCount: 0, newslettersCount: 0 };
}

/** A tag with the number of its uses. `lock` locks it until the transaction ends, so that no article gets a tag that is about to be deleted. */
export async function findUsedTag(
  db: Queryable,
  clientId: string,
  by: { id: string } | { name: string },
  { lock = false } = {},
): Promise<(UsedTagRow & { clientId: string }) | undefined> {
  const isMeant = "id" in by ? sql`t.id = ${by.id}` : sql`lower(t.name) = lower(${by.name})`;
  const { rows } = await db.execute<{ tag: UsedTagRow & { clientId: string } }>(sql`
    with found as materialized (select * from tags t where t.client_id = ${clientId} and ${isMeant} ${lock ? sql`for update` : sql``})
    select json_build_object('id', id, 'name', name, 'slug', slug, 'clientId', client_id, ${countsOf(sql`found.id`)}) as tag from found`);
  return rows[0]?.tag;
}

/** The new tag's id; `undefined` if there is a tag with this name. */
export async function insertTag(
  tx: Transaction,
  { clientId }: Permitted<{ clientId: string }, "tag:manage">,
  name: string,
): Promise<string | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if ((await findTagIds(tx, clientId, [name])).size > 0) return undefined;
    const [made] = await insertTags(tx, clientId, [name]);
    if (made) return made.id;
  }
  throw new Error(`no free slug for the tag in ${attempts} attempts`);
}

/** Keeps the slug, because mails and bookmarks link to it. */
export async function renameTag(
  tx: Transaction,
  tag: Permitted<{ id: string; clientId: string }, "tag:manage">,
  name: string,
): Promise<void> {
  await tx.execute(sql`update tags set name = ${name} where id = ${tag.id} and client_id = ${tag.clientId}`);
}

export async function deleteTag(tx: Transaction, tag: Permitted<{ id: string; clientId: string }, "tag:manage">): Promise<void> {
  await tx.execute(sql`delete from tags where id = ${tag.id} and client_id = ${tag.clientId}`);
}

/**
 * Replaces a tag by another one: on articles, in interests, follows and feeds, and in newsletters that are not published yet, where the other
 * one is selected if either was. One of several saved searches that become the same stays.
 */
export async function replaceTag(
  tx: Transaction,
  from: Permitted<{ id: string; slug: string; clientId: string }, "tag:manage">,
  into: { id: string; slug: string },
): Promise<void> {
  for (const [table, owner] of [
    [sql.raw("article_tags"), sql.raw("article_id")],
    [sql.raw("user_interests"), sql.raw("user_id")],
    [sql.raw("follows"), sql.raw("user_id")],
  ] as const) {
    await tx.execute(sql`
      update ${table} x set tag_id = ${into.id} where tag_id = ${from.id}
        and not exists (select 1 from ${table} other where other.${owner} = x.${owner} and other.tag_id = ${into.id})`);
  }
  const isNaming = sql`client_id = ${from.clientId} and ${from.slug} = any(string_to_array(query->>'tags', ','))`;
  const changed = sql`query || jsonb_build_object('tags',
    array_to_string(array_replace(string_to_array(query->>'tags', ','), ${from.slug}, ${into.slug}), ','))`;
  await tx.execute(sql`update feeds set query = ${changed} where ${isNaming}`);
  await tx.execute(sql`
    with changed as materialized (select id, user_id, ${changed} as query from follows where ${isNaming}),
    kept as materialized (
      select distinct on (user_id, query) id, query from changed c
      where not exists (select 1 from follows f where f.user_id = c.user_id and f.query = c.query) order by user_id, query, id),
    gone as (delete from follows where id in (select id from changed) and id not in (select id from kept))
    update follows f set query = kept.query from kept where kept.id = f.id`);
  const isSelected = (id: string) => sql`${draft}->'tags' @> jsonb_build_array(jsonb_build_object('id', ${id}::text, 'selected', true))`;
  const replaced = sql`jsonb_build_object('id', ${into.id}::text, 'selected', ${isSelected(from.id)} or ${isSelected(into.id)})`;
  await tx.execute(sql`
    update mailings set lock_version = lock_version + 1, ${draft} = jsonb_set(${draft}, '{tags}', (
      select jsonb_agg(case when choice->>'id' in (${from.id}, ${into.id}) then choice || ${replaced} else choice end order by place)
      from jsonb_array_elements(${draft}->'tags') with ordinality as entry (choice, place)
      where choice->>'id' <> ${from.id} or not ${draft}->'tags' @> jsonb_build_array(jsonb_build_object('id', ${into.id}::text))))
    where client_id = ${from.clientId} and status <> 'published'
      and ${draft}->'tags' @> jsonb_build_array(jsonb_build_object('id', ${from.id}::text))`);
}

/** The articles with a tag, newest first. */
export async function listTaggedArticles(db: Queryable, tagId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select article_id as id from article_tags where tag_id = ${tagId} order by created_at desc, article_id`,
  );
  return rows.map(({ id }) => id);
}

/** The ids of the tags with these names, ignoring case, in this order; `undefined` for missing ones. */
export async function listTagIds(tx: Transaction, clientId: string, names: readonly string[]): Promise<(string | undefined)[]> {
  const ids = await findTagIds(tx, clientId, names);
  return names.map((name) => ids.get(fold(name)));
}

const attempts = 5;

const fold = (name: string) => name.toLowerCase();

/** Also blocks the deletion of the tags until the transaction ends. */
async function findTagIds(tx: Transaction, clientId: string, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ id: string; wanted: string }>(sql`
    select tags.id, wanted from unnest(${sql.param(names)}::text[]) as wanted
    join tags on client_id = ${clientId} and lower(name) = lower(wanted) for key share of tags`);
  return new Map(rows.map((row) => [fold(row.wanted), row.id]));
}

/** Skips tags that another transaction creates concurrently, after waiting for it; returns the others. */
async function insertTags(tx: Transaction, clientId: string, names: readonly string[]): Promise<{ id: string; name: string }[]> {
  const bases = names.map((name) => toSlug(name, "tag"));
  const { rows } = await tx.execute<{ slug: string }>(sql`
    select slug from tags where client_id = ${clientId} and (${sql.join(
      bases.map((base) => isSlugLike(sql`slug`, base)),
      sql` or `,
    )})`);
  const taken = new Set(rows.map((row) => row.slug));
  const slugs = bases.map((base) => {
    const slug = freeSlug(base, taken);
    taken.add(slug);
    return slug;
  });
  const { rows: made } = await tx.execute<{ id: string; name: string }>(sql`
    insert into tags (client_id, name, slug)
    select ${clientId}, * from unnest(${sql.param(names)}::text[], ${sql.param(slugs)}::text[]) on conflict do nothing returning id, name`);
  return made;
}
