import { type SQL, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../pool";
import { possibleParts, splitCompound } from "./compounds";
import { lettersApart } from "./typing-errors";
import { foldWord } from "./words";

/** What the compounds among these words are made of, as far as we or the workspace's articles know it. */
export async function splitCompounds(db: Queryable, clientId: string, words: readonly string[]): Promise<Map<string, string[]>> {
  const parts = listPossibleParts(words);
  if (parts.length === 0) return split(words, new Set());
  const { rows } = await db.execute<{ word: string }>(listKnown(clientId, parts));
  return split(words, new Set(rows.map(({ word }) => word)));
}

/**
 * Adds what the workspace did not know yet, and takes the compounds apart. Sorted, so that two writers with the same new words do not
 * wait for each other.
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

/** Holds off `forgetWords` until the transaction ends; in the statement before the one that looks which words are known. */
export const keepWords = (clientId: SQL): SQL => sql`pg_advisory_xact_lock_shared(${wordsLock}, hashtext(${clientId}::text))`;

const wordsLock = 5_007;

/** The workspaces in which articles lost words, those first that lost some before this moment. */
export async function listLosses(db: Queryable, before: Date): Promise<string[]> {
  const { rows } = await db.execute<{ clientId: string }>(sql`
    select client_id as "clientId" from search_losses where since <= ${before.toISOString()}::timestamptz order by since, client_id`);
  return rows.map(({ clientId }) => clientId);
}

/** Whether words were lost since the last time this was asked, which is then over. */
export async function takeLosses(db: Queryable, clientId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`delete from search_losses where client_id = ${clientId} returning 1`);
  return rows.length > 0;
}

/** For who took the losses and did not come to an end. */
export async function giveBackLosses(db: Queryable, clientId: string): Promise<void> {
  await db.execute(sql`insert into search_losses (client_id) values (${clientId}) on conflict do nothing`);
}

/** A place in the search documents of a workspace, in the order of their articles. */
export interface DocumentPlace extends Record<string, unknown> {
  createdAt: string;
  id: string;
}

/** The stems of the next documents behind a place, and the place of the last; none when there are no more. */
export async function listStems(db: Queryable, clientId: string, behind: DocumentPlace | undefined, limit: number) {
  const rest = behind ? sql`and (created_at, article_id) > (${behind.createdAt}::timestamptz, ${behind.id}::uuid)` : sql``;
  const { rows } = await db.execute<DocumentPlace & { stems: string[] }>(sql`
    with part as materialized (
      select created_at, article_id, document from article_search where client_id = ${clientId} ${rest}
      order by created_at, article_id limit ${limit})
    select created_at::text as "createdAt", article_id as id,
      array(select distinct stem from part, unnest(tsvector_to_array(document)) as stem) as stems
    from part order by created_at desc, article_id desc limit 1`);
  return rows[0];
}

/** The next words of the vocabulary behind a word, with their stems. */
export async function listVocabulary(db: Queryable, clientId: string, behind: string, limit: number) {
  const { rows } = await db.execute<{ word: string; stems: string[] }>(sql`
    select word, tsvector_to_array(to_tsvector('german', word) || to_tsvector('english', word)) as stems
    from search_words where client_id = ${clientId} and word > ${behind} order by word limit ${limit}`);
  return rows;
}

/**
 * Takes these words out of the vocabulary, but for those that an article holds after all, and says whether it could: not while an
 * article is being saved, because its transaction may count on a word that it found.
 */
export async function forgetWords(tx: Transaction, clientId: string, words: readonly string[]): Promise<boolean> {
  const { rows } = await tx.execute<{ alone: boolean }>(sql`
    select pg_try_advisory_xact_lock(${wordsLock}, hashtext(${clientId})) as alone`);
  if (!rows[0]?.alone) return false;
  // The index of documents is asked for each word: a join would be planned as if every word were in many articles.
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

/** What people may have meant by a word: the workspace's own words that are a typing error away. */
export interface Meant {
  typed: string;
  /** Whether the workspace knows the word as it was typed. */
  isKnown: boolean;
  /** The nearest first. */
  words: string[];
}

const similarAtOnce = 60;
const meantAtMost = 4;

/** What each of these words may have been meant to be. */
export async function listMeant(db: Queryable, clientId: string, words: readonly string[]): Promise<Meant[]> {
  const { rows } = await db.execute<{ typed: string; known: boolean; similar: string[] }>(sql`
    select typed, exists (select 1 from search_words where client_id = ${clientId} and word = typed) as known,
      array(select similar_words(${clientId}, typed, ${similarAtOnce})) as similar
    from unnest(${sql.param(words.map((word) => word.toLowerCase()))}::text[]) as typed`);
  return rows.map(({ typed, known, similar }) => ({ typed, isKnown: known, words: nearest(typed, similar, known) }));
}

function nearest(typed: string, words: string[], isKnown: boolean): string[] {
  const folded = foldWord(typed);
  const most = isKnown || folded.length < 8 ? 1 : 2;
  return words
    .map((word) => ({ word, apart: lettersApart(folded, foldWord(word)) }))
    .filter(({ word, apart }) => word !== typed && apart <= most)
    .toSorted((one, other) => one.apart - other.apart)
    .slice(0, meantAtMost)
    .map(({ word }) => word);
}
