import { setImmediate as nextTurn } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../pool";
import { facetsOfArticle, indexVersion } from "./facets";
import { toSearchText } from "./search-text";
import { keepWords, learnWords } from "./search-words";
import { isVocabulary, withoutMarkup } from "./words";

const languages = ["german", "english"] as const;

/** Characters that are indexed at most: PostgreSQL rejects a tsvector of more than 1 MB, which these never reach. */
const indexedBody = 100_000;
const indexedComments = 20_000;

/** Characters of parts and other spellings that are indexed at most, because hostile words have many. */
const indexedOthers = 100_000;

interface ArticleText extends Record<string, unknown> {
  id: string;
  clientId: string;
  title: string;
  tags: string;
  context: string;
  body: string;
  comments: string;
}

/**
 * Rebuilds search documents and facets of articles from the stored data: title (A), tags (B), teaser, author and source (C), body and
 * comments (D). Other spellings and the parts of compounds are added without positions, so that they rank last and match no phrase. The
 * caller must have locked the articles (`findArticleScope`); otherwise one of two concurrent writers would miss the other's words.
 */
export async function indexArticles(db: Queryable, articleIds: readonly string[]): Promise<void> {
  for (let start = 0; start < articleIds.length; start += indexedAtOnce)
    await indexSome(db, articleIds.slice(start, start + indexedAtOnce));
}

/** Limits the text held in memory, and the duration of a statement. */
const indexedAtOnce = 50;

async function indexSome(db: Queryable, articleIds: readonly string[]): Promise<void> {
  const { rows } = await db.execute<ArticleText>(sql`
    select a.id, a.client_id as "clientId", a.title, part.*, ${keepWords(sql`a.client_id`)} from ${textsOf(articleIds)}`);
  const found: ReturnType<typeof toIndexed>[] = [];
  for (const row of rows) {
    found.push(toIndexed(row));
    // Dozens of long articles would block other requests.
    await nextTurn();
  }
  const documents: [id: string, ...texts: string[]][] = [];
  for (const clientId of new Set(found.map((article) => article.clientId))) {
    const ofClient = found.filter((article) => article.clientId === clientId);
    const compounds = await learnWords(db, clientId, [...new Set(ofClient.flatMap(({ words }) => words))]);
    for (const { id, texts, others, words } of ofClient) {
      const parts = [...others, ...words.flatMap((word) => compounds.get(word) ?? [])].join(" ");
      documents.push([id, ...texts, parts.slice(0, indexedOthers)]);
    }
  }
  const column = (index: number) => sql.param(documents.map((document) => document[index]));
  await db.execute(sql`
    insert into article_search (article_id, client_id, folder_id, created_at, published_at, edition, facets, document)
    select a.id, a.client_id, a.folder_id, a.created_at, a.published_at, ${indexVersion}::smallint, ${facetsOfArticle()},
      ${sql.join(languages.map(toDocument), sql` || `)} || strip(to_tsvector('german', part.others))
    from unnest(${column(0)}::uuid[], ${column(1)}::text[], ${column(2)}::text[], ${column(3)}::text[], ${column(4)}::text[], ${column(5)}::text[])
      as part (id, title, tags, context, words, others) join articles a on a.id = part.id
    on conflict (article_id) do update set document = excluded.document, folder_id = excluded.folder_id,
      created_at = excluded.created_at, published_at = excluded.published_at, facets = excluded.facets, edition = excluded.edition`);
}

function toIndexed({ id, clientId, title, tags, context, body, comments }: ArticleText) {
  const texts = [title, tags, context, `${withoutMarkup(body)} ${comments}`].map(toSearchText);
  const others = [...new Set(texts.flatMap((text) => text.others))];
  const words = [...new Set([...texts.flatMap((text) => text.words), ...others])].filter(isVocabulary);
  return { id, clientId, texts: texts.map((text) => text.words.join(" ")), others, words };
}

/**
 * Updates only the facets of locked articles. For changes that leave their texts as they are; articles with outdated documents need
 * `indexArticles`.
 */
export async function refreshFacets(db: Queryable, articleIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    update article_search set facets = ${facetsOfArticle()}, edition = ${indexVersion}::smallint
    from articles a where a.id = article_id and article_id = any(${sql.param(articleIds)}::uuid[])`);
}

/**
 * Moves the search documents of locked articles, before the articles themselves: the trigger of `articles` leaves documents alone that are
 * already in the right folder. Rewriting each document once instead of twice halves the time of a move.
 */
export async function moveDocuments(db: Queryable, articleIds: readonly string[], folderId: string): Promise<void> {
  const folder = sql`${folderId}::uuid`;
  await db.execute(sql`
    update article_search set folder_id = ${folder}, facets = ${facetsOfArticle(folder)}
    from articles a where a.id = article_id and article_id = any(${sql.param(articleIds)}::uuid[])`);
}

/** The ids of the articles whose documents and facets have the current index version. */
export async function listIndexed(db: Queryable, articleIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select article_id as id from article_search where article_id = any(${sql.param(articleIds)}::uuid[]) and edition = ${indexVersion}`);
  return rows.map(({ id }) => id);
}

const textsOf = (articleIds: readonly string[]) => sql`
  (select * from articles where id = any(${sql.param(articleIds)}::uuid[])) a
    cross join lateral (
      select
        coalesce((
          select string_agg(t.name, ' ') from article_tags x join tags t on t.id = x.tag_id where x.article_id = a.id), '') as tags,
        concat_ws(' ', a.teaser, a.author, a.source_name) as context,
        left(a.body, ${indexedBody}) as body,
        coalesce((
          select left(string_agg(c.body, ' ' order by c.created_at desc), ${indexedComments})
          from comments c where c.article_id = a.id), '') as comments
    ) as part`;

function toDocument(language: (typeof languages)[number]): SQL {
  const words = (text: string, weight: string) => sql.raw(`setweight(to_tsvector('${language}', ${text}), '${weight}')`);
  return sql.join([words("part.title", "A"), words("part.tags", "B"), words("part.context", "C"), words("part.words", "D")], sql` || `);
}

/** At most `limit` articles whose search documents were written by an earlier version of the program. */
export async function listOutdated(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select article_id as id from article_search where edition < ${indexVersion} order by edition, article_id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Locks and reindexes these articles, as far as they still exist. */
export async function reindexArticles(db: Queryable, articleIds: readonly string[]): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select article_id as id from article_stats where article_id = any(${sql.param(articleIds)}::uuid[]) order by article_id for update`);
  await indexArticles(
    db,
    rows.map(({ id }) => id),
  );
}
