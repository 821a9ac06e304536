import { type SQL, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../pool";
import { possibleParts, splitCompound } from "./decompounding";
import { editDistance } from "./edit-distance";
import { foldWord, spellingsOf } from "./words";

/** The parts of the compounds among these words, using common parts and the workspace's vocabulary. */
export async function splitCompounds(db: Queryable, clientId: string, words: readonly string[]): Promise<Map<string, string[]>> {
  const parts = listPossibleParts(words);
  if (parts.length === 0) return split(words, new Set());
  const { rows } = await db.execute<{ word: string }>(listKnown(clientId, parts));
  return split(words, new Set(rows.map(({ word }) => word)));
}

/**
 * Adds new words to the workspace's vocabulary, and splits the compounds. Words are inserted in sorted order, so that two writers with the same
 * new words do not deadlock.
 */
export async function learnWords(db: Queryable, clientId: string, words: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ word: string }>(sql`
    with learned as (
      insert into search_words (client_id, word)
      select ${clientId}, word from unnest(${sql.param(words.toSorted())}::text[]) as word
      where not exists (select 1 from search_words k where k.client_id = ${clientId} and k.word = word.word)
      on conflict do nothing)
    ${listKnown(clientId, listPossibleParts(words))}`);
  return split(words, new Set([...words, ...rows.map(({ word }) => word)]));
}

/** Blocks `forgetWords` until the transaction ends. Has to run in a statement before the one that looks up known words. */
export const keepWords = (clientId: SQL): SQL => sql`pg_advisory_xact_lock_shared(${wordsLock}, hashtext(${clientId}::text))`;

const wordsLock = 5_007;

/** The workspaces whose articles have been losing words since before this moment, the longest first. */
export async function listLosses(db: Queryable, before: Date): Promise<string[]> {
  const { rows } = await db.execute<{ clientId: string }>(sql`
    select client_id as "clientId" from search_losses where since <= ${before.toISOString()}::timestamptz order by since, client_id`);
  return rows.map(({ clientId }) => clientId);
}

/** Clears the record of lost words; `false` if there was none. */
export async function takeLosses(db: Queryable, clientId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`delete from search_losses where client_id = ${clientId} returning 1`);
  return rows.length > 0;
}

/** Undoes `takeLosses`, if the cleanup failed. */
export async function restoreLosses(db: Queryable, clientId: string): Promise<void> {
  await db.execute(sql`insert into search_losses (client_id) values (${clientId}) on conflict do nothing`);
}

/** A position among the search documents of a workspace, which are ordered by the creation of their articles. */
export interface DocumentCursor extends Record<string, unknown> {
  createdAt: string;
  id: string;
}

/** The stems of the next `limit` documents after a cursor, and the cursor of the last one; `undefined` at the end. */
export async function listStems(db: Queryable, clientId: string, after: DocumentCursor | undefined, limit: number) {
  const rest = after ? sql`and (created_at, article_id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql``;
  const { rows } = await db.execute<DocumentCursor & { stems: string[] }>(sql`
    with part as materialized (
      select created_at, article_id, document from article_search where client_id = ${clientId} ${rest}
      order by created_at, article_id limit ${limit})
    select created_at::text as "createdAt", article_id as id,
      array(select distinct stem from part, unnest(tsvector_to_array(document)) as stem) as stems
    from part order by created_at desc, article_id desc limit 1`);
  return rows[0];
}

/** The next `limit` words of the vocabulary after a word, with their stems. */
export async function listVocabulary(db: Queryable, clientId: string, after: string, limit: number) {
  const { rows } = await db.execute<{ word: string; stems: string[] }>(sql`
    select word, tsvector_to_array(to_tsvector('german', word) || to_tsvector('english', word)) as stems
    from search_words where client_id = ${clientId} and word > ${after} order by word limit ${limit}`);
  return rows;
}

/**
 * Deletes these words from the vocabulary, except those that an article still contains. Returns `false` and deletes nothing while an article of
 * the workspace is being saved, because that transaction may rely on a word that it has looked up.
 */
export async function forgetWords(tx: Transaction, clientId: string, words: readonly string[]): Promise<boolean> {
  const { rows } = await tx.execute<{ alone: boolean }>(sql`
    select pg_try_advisory_xact_lock(${wordsLock}, hashtext(${clientId})) as alone`);
  if (!rows[0]?.alone) return false;
  // One index lookup per word; the planner would treat a join as if every word were in many articles.
  await tx.execute(sql`
    delete from search_words where client_id = ${clientId} and word in (
      select word from unnest(${sql.param(words)}::text[]) as word
      cross join lateral (
        select count(*) as n from (
          select 1 from article_search h
          where h.client_id = ${clientId} and h.document @@ (plainto_tsquery('german', word) || plainto_tsquery('english', word))
          offset 0
        ) as holding
      ) as held where held.n = 0)`);
  return true;
}

const listPossibleParts = (words: readonly string[]): string[] => [...new Set(words.flatMap(possibleParts))];

const listKnown = (clientId: string, parts: readonly string[]) =>
  sql`select word from search_words where client_id = ${clientId} and word = any(${sql.param(parts)}::text[])`;

function split(words: readonly string[], known: ReadonlySet<string>): Map<string, string[]> {
  const found = words.map((word): [string, string[]] => [word, splitCompound(word, (part) => known.has(part))]);
  return new Map(found.filter(([, parts]) => parts.length > 0));
}

/** Corrections of a word: words of the workspace's vocabulary that differ by a typing error. */
export interface Meant {
  typed: string;
  /** Whether the vocabulary contains the word, in any form or spelling. */
  isKnown: boolean;
  /** Nearest first. */
  words: string[];
}

const similarAtOnce = 60;
const meantAtMost = 4;

/** Corrections for each of these words. Other forms and spellings of the same word are left out, because they match anyway. */
export async function listMeant(db: Queryable, clientId: string, words: readonly string[]): Promise<Meant[]> {
  const { rows } = await db.execute<{ typed: string; known: boolean; alike: string[] | null; same: string[] | null }>(sql`
    select typed, exists (select 1 from search_words where client_id = ${clientId} and word = typed) as known, alike, same
    from unnest(${sql.param(words.map((word) => word.toLowerCase()))}::text[]) as typed
    cross join lateral (
      select array_agg(word order by place) as alike, array_agg(word) filter (
        where to_tsvector('german', word) @@ plainto_tsquery('german', typed)) as same
      from similar_words(${clientId}, typed, ${similarAtOnce}) with ordinality as found (word, place)
    ) as found`);
  return rows.map(({ typed, known, alike, same }) => {
    const other = new Set([...(same ?? []), ...spellingsOf(typed)]);
    const isKnown = known || (alike ?? []).some((word) => other.has(word));
    const candidates = (alike ?? []).filter((word) => !other.has(word));
    return { typed, isKnown, words: nearest(typed, candidates, isKnown) };
  });
}

function nearest(typed: string, words: string[], isKnown: boolean): string[] {
  const folded = foldWord(typed);
  const most = isKnown || folded.length < 8 ? 1 : 2;
  return words
    .map((word) => ({ word, distance: editDistance(folded, foldWord(word)) }))
    .filter(({ word, distance }) => word !== typed && distance <= most)
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, meantAtMost)
    .map(({ word }) => word);
}
