import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import { onExclusiveConnection } from "../api/db/exclusive";
import { type Database, inTransaction } from "../api/db/pool";
import { indexArticles } from "../api/db/search/article-search";
import { facetsOfArticle, indexVersion } from "../api/db/search/facets";
import { hashPassword } from "../api/domain/auth/passwords";
import { createClient, createPerson } from "../api/domain/people/people";
import { makeTexts, rareWord } from "./scale-texts";

export const benchPassword = "Lokschuppen-7-Weichen";
/** The owner sees every folder, the editor those of three teams out of thirty. */
export const people = { owner: "owner@gross.example", editor: "editor@gross.example" } as const;

const counts = {
  teams: 30,
  folders: 300,
  tags: 2_000,
  comments: 50_000,
  texts: 2_000,
  rareWords: 60_000,
  smallClients: 40,
  atOnce: 20_000,
};

/**
 * Fills an empty database with articles: nine tenths in one large workspace, the rest in forty small ones. Two thousand texts are indexed as in the API;
 * every other article is a copy of one with a unique word in its title.
 */
export async function fillForScale(database: Database, articles: number): Promise<void> {
  const passwordHash = await hashPassword(benchPassword);
  await inTransaction(database, async (tx) => {
    await makeClient(tx, passwordHash, "gross", counts.teams, counts.folders, counts.tags);
    for (let n = 0; n < counts.smallClients; n += 1) await makeClient(tx, passwordHash, `klein-${n}`, 2, 6, 50);
  });
  await fileTexts(database);
  // Not on a connection of the pool, whose statement timeout is some seconds.
  await onExclusiveConnection(database, "bench", (client) => multiply(client, articles, database.engine));
}

type Tx = Parameters<Parameters<typeof inTransaction>[1]>[0];

async function makeClient(tx: Tx, passwordHash: string, workspace: string, teams: number, folders: number, tags: number): Promise<void> {
  const clientId = await createClient(tx, { workspace, name: workspace });
  const person = (role: "owner" | "editor") =>
    createPerson(tx, {
      clientId,
      passwordHash,
      email: `${role}@${workspace}.example`,
      role,
      firstName: role,
      lastName: workspace,
      locale: "de",
    });
  const owner = await person("owner");
  const editor = await person("editor");
  await tx.execute(sql`
    insert into teams (client_id, name, slug) select ${clientId}, 'Team ' || n, 'team-' || n from generate_series(1, ${teams}::int) n`);
  await tx.execute(sql`
    insert into memberships (client_id, team_id, user_id, role)
    select ${clientId}, id, ${editor.userId}, 'editor' from teams where client_id = ${clientId} and slug in ('team-1', 'team-2', 'team-3')`);
  await tx.execute(sql`
    insert into folders (client_id, team_id, name)
    select ${clientId}, t.id, 'Mappe ' || n from generate_series(1, ${folders}::int) n
    join teams t on t.client_id = ${clientId} and t.slug = 'team-' || (1 + n % ${teams}::int)`);
  await tx.execute(sql`
    insert into tags (client_id, name, slug) select ${clientId}, 'Thema ' || n, 'thema-' || n from generate_series(1, ${tags}::int) n`);
  await tx.execute(sql`
    create table if not exists bench_places (client_id uuid, user_id uuid, kind text, n int, id uuid, primary key (client_id, kind, n))`);
  await tx.execute(sql`
    insert into bench_places
    select client_id, ${owner.userId}::uuid, 'folder', substr(name, 7)::int, id from folders where client_id = ${clientId} and name like 'Mappe %'
    union all select client_id, ${owner.userId}::uuid, 'tag', substr(slug, 7)::int, id from tags where client_id = ${clientId}`);
}

/** Files the texts in the first folder of the large workspace. */
async function fileTexts(database: Database): Promise<void> {
  const texts = makeTexts(counts.texts, counts.rareWords).map((text) => ({ ...text, id: randomUUID() }));
  for (let begin = 0; begin < texts.length; begin += 100) {
    const some = texts.slice(begin, begin + 100);
    await inTransaction(database, async (tx) => {
      await tx.execute(sql`
        insert into articles (id, client_id, folder_id, user_id, title, teaser, body, language, published_at, created_at)
        select (text->>'id')::uuid, p.client_id, p.id, p.user_id, text->>'title', text->>'teaser', text->>'body', text->>'language',
          '2010-01-01', '2010-01-01'
        from json_array_elements(${JSON.stringify(some)}::json) text, bench_places p
        where p.kind = 'folder' and p.n = 1 and p.client_id = (select id from clients where workspace = 'gross')`);
      await indexArticles(
        tx,
        some.map(({ id }) => id),
      );
    });
  }
}

/**
 * Writes rows without triggers and indexes, one table after the other, and restores both afterwards: with them, a million articles with four million
 * tags took longer than everything else here.
 */
async function multiply(client: pg.Client, articles: number, engine: Database["engine"]): Promise<void> {
  const run = (text: string, values: unknown[] = []) => client.query(text, values);
  await run("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set synchronous_commit = off");
  if (engine === "postgres") await run("set maintenance_work_mem = '1GB'; set work_mem = '64MB'");
  await run("set session_replication_role = replica");
  const { rows: indexes } = await run(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not indisunique`,
    [filledTables],
  );
  for (const { name } of indexes) await run(`drop index ${name}`);
  const words = Array.from({ length: counts.rareWords * 4 }, (_, n) => rareWord(n + counts.rareWords));
  for (let begin = 0; begin < words.length; begin += counts.atOnce) {
    await run(
      "insert into search_words (client_id, word) select id, word from clients, unnest($1::text[]) word where workspace = 'gross' on conflict do nothing",
      [words.slice(begin, begin + counts.atOnce)],
    );
  }
  await run(`
    create table bench_texts as
      select row_number() over (order by a.id) as n, a.title, a.teaser, a.body, a.language, s.document
      from articles a join article_search s on s.article_id = a.id`);
  await run("alter table bench_texts add primary key (n)");
  await run(`
    create table bench_clients as
      select row_number() over (order by workspace <> 'gross', workspace) - 1 as n, id, p.user_id, p.folders, p.tags
      from clients join (
        select client_id, (array_agg(user_id))[1] as user_id, array_agg(id order by n) filter (where kind = 'folder') as folders,
          array_agg(id order by n) filter (where kind = 'tag') as tags
        from bench_places group by client_id) p on p.client_id = clients.id`);
  await run("analyze");
  const rest = articles - counts.texts;
  for (let begin = 0; begin < rest; begin += counts.atOnce) {
    const between = [begin, Math.min(begin + counts.atOnce, rest) - 1];
    await run("create temp table bench_part (id uuid, client_id uuid, folder_id uuid, created_at timestamptz, published_at date, n int)");
    await run(multiplyArticles, [...between, articles]);
    for (const statement of besideArticles) await run(statement);
    await run("drop table bench_part");
  }
  await run(
    `insert into comments (client_id, article_id, user_id, body)
     select client_id, id, user_id, 'Dazu gibt es Fragen aus der Region.' from articles where idempotency_key like 'bench %' limit $1`,
    [Math.min(counts.comments, articles / 2)],
  );
  await run(
    "update article_stats s set comments_count = c.n from (select article_id, count(*) as n from comments group by 1) c where c.article_id = s.article_id",
  );
  await run(`
    insert into folder_stats (folder_id, articles_count) select folder_id, count(*) from articles group by 1
    on conflict (folder_id) do update set articles_count = excluded.articles_count`);
  for (const { definition } of indexes) await run(definition);
  await run("drop table bench_texts, bench_places, bench_clients");
  await run("set session_replication_role = origin");
  await run("vacuum analyze");
}

const filledTables = ["articles", "article_stats", "article_search", "article_tags", "article_countries", "comments", "search_words"];

/** SQL for a number between 0 and 1, the same for a seed in every run. */
const chance = (n: string) => `(abs(hashint4(${n})::bigint) / 2147483649.0)`;

/** Every tenth article belongs to a small workspace; a third of the folders and tags have most of the others. */
const multiplyArticles = `
  with made as (
    insert into articles (client_id, folder_id, user_id, title, teaser, body, language, source_url, source_name, author, published_at, priority,
      idempotency_key, created_at, updated_at)
    select c.id, c.folders[floor(power(cardinality(c.folders), ${chance("i")}))::int], c.user_id, t.title || ' Vorgang' || i, t.teaser, t.body, t.language,
      case when i % 4 > 0 then 'https://blatt-' || i % 200 || '.example/' || i end, case when i % 4 > 0 then 'Blatt ' || i % 200 end, 'Redaktion',
      date '2026-10-01' - (i::bigint * 3000 / $3::bigint)::int - i % 7, (case when i % 25 = 0 then 'high' else 'normal' end)::priority,
      'bench ' || i, moment, moment
    from generate_series($1::int, $2::int) as g (i)
    join bench_texts t on t.n = 1 + i % ${counts.texts}
    join bench_clients c on c.n = case when i % 10 = 0 then 1 + (i / 10) % ${counts.smallClients} else 0 end
    cross join lateral (select timestamptz '2026-10-01' - i * (interval '8 years' / $3::bigint) as moment) m
    returning id, client_id, folder_id, created_at, published_at, idempotency_key)
  insert into bench_part select id, client_id, folder_id, created_at, published_at, substr(idempotency_key, 7)::int from made`;

const besideArticles = [
  `insert into article_stats (article_id, client_id, folder_id, views)
    select id, client_id, folder_id, abs(hashtext(id::text)::bigint) % 500 from bench_part`,
  `insert into article_tags (article_id, tag_id, position, created_at)
    select a.id, chosen.tag, chosen.position, a.created_at
    from bench_part a join bench_clients c on c.id = a.client_id
    cross join lateral (
      select c.tags[floor(power(cardinality(c.tags), ${chance("a.n * 4 + k")}))::int] as tag, min(k) as position
      from generate_series(0, 3) as g (k) group by 1) as chosen`,
  `insert into article_countries (article_id, client_id, country, created_at)
    select id, client_id, (array['DE', 'AT', 'CH', 'FR', 'GB', 'NL', 'PL', 'DK', 'SE', 'IS'])[floor(power(10, ${chance("n")}))::int], created_at
    from bench_part where n % 3 > 0`,
  `insert into article_search (article_id, client_id, folder_id, created_at, published_at, edition, facets, document)
    select a.id, a.client_id, a.folder_id, a.created_at, a.published_at, ${indexVersion}, ${new PgDialect().sqlToQuery(facetsOfArticle()).sql},
      t.document || setweight(to_tsvector('simple', 'vorgang' || part.n), 'A')
    from bench_part part join articles a on a.id = part.id join bench_texts t on t.n = 1 + part.n % ${counts.texts}`,
];
