import slugify from "@sindresorhus/slugify";
import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "../domain/viewer";
import type { TagRow } from "./article-rows";
import { visibleFolders } from "./folders";
import type { Queryable, Transaction } from "./pool";

/** The tags of the workspace by name; with a folder only those of its articles, and none when the folder is not visible. */
export async function listTags(db: Queryable, viewer: Viewer, folderId?: string): Promise<TagRow[]> {
  const used =
    folderId === undefined
      ? sql`true`
      : sql`exists (
          select 1 from article_tags x join articles a on a.id = x.article_id
          where x.tag_id = tags.id and a.folder_id = ${folderId} and a.folder_id in (${visibleFolders(viewer)}))`;
  const { rows } = await db.execute<TagRow & Record<string, unknown>>(sql`
    select id, name, slug from tags where client_id = ${viewer.clientId} and ${used} order by name collate "und-x-icu", id`);
  return rows;
}

/**
 * The ids of the tags with these names, in their order and each once; names that differ only in case are one tag, missing ones
 * are made, as they are spelt first. Two people may do that with the same names at once: the later one waits and takes the tag of the earlier one.
 */
export async function requireTagIds(tx: Transaction, clientId: string, names: readonly string[]): Promise<string[]> {
  const folded = names.map(fold);
  const wanted = names.filter((name, index) => folded.indexOf(fold(name)) === index);
  // Sorted, so that two transactions that make the same tags do not wait for each other.
  const sorted = wanted.toSorted();
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const ids = await findTagIds(tx, clientId, sorted);
    const missing = sorted.filter((name) => !ids.has(fold(name)));
    if (missing.length === 0) return [...new Set(wanted.flatMap((name) => ids.get(fold(name)) ?? []))];
    await insertTags(tx, clientId, missing);
  }
  throw new Error("tags could not be made: somebody else made the same slugs every time");
}

/** The ids of the tags with these names, whatever the case of their letters, in this order; `undefined` where there is none. */
export async function listTagIds(tx: Transaction, clientId: string, names: readonly string[]): Promise<(string | undefined)[]> {
  const ids = await findTagIds(tx, clientId, names);
  return names.map((name) => ids.get(fold(name)));
}

const attempts = 5;

const fold = (name: string) => name.toLowerCase();

async function findTagIds(tx: Transaction, clientId: string, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ id: string; wanted: string }>(sql`
    select tags.id, wanted from unnest(${sql.param(names)}::text[]) as wanted
    join tags on client_id = ${clientId} and lower(name) = lower(wanted)`);
  return new Map(rows.map((row) => [fold(row.wanted), row.id]));
}

/** Skips what somebody else makes at the same time, after waiting for them. */
async function insertTags(tx: Transaction, clientId: string, names: readonly string[]): Promise<void> {
  const bases = names.map(toSlug);
  const { rows } = await tx.execute<{ slug: string }>(sql`
    select slug from tags where client_id = ${clientId} and (${sql.join(bases.map(isSlugLike), sql` or `)})`);
  const taken = new Set(rows.map((row) => row.slug));
  const slugs = bases.map((base) => {
    let slug = base;
    for (let suffix = 2; taken.has(slug); suffix += 1) slug = `${base}-${suffix}`;
    taken.add(slug);
    return slug;
  });
  await tx.execute(sql`
    insert into tags (client_id, name, slug)
    select ${clientId}, * from unnest(${sql.param(names)}::text[], ${sql.param(slugs)}::text[]) on conflict do nothing`);
}

const isSlugLike = (base: string): SQL => sql`slug = ${base} or slug ~ ${`^${base}-[0-9]+$`}`;

/** Letters, digits and hyphens; German umlauts in two letters. What has neither letter nor digit is called `tag`. */
const toSlug = (name: string) => slugify(name, { locale: "de", customReplacements: [["&", " "]] }) || "tag";
