// `prepare` fills a database with the demo workspace, readers of one team who follow two folders, two tags and a search each, and articles filed within
// the last day. `statements` sends a hundred of their digests in this process, and prints the number of SQL statements for each.
import { readConfig } from "../api/config";
import { countStatements, inTransaction } from "../api/db/pool";
import { openDemo } from "../api/demo/open-demo";
import { sendDigests } from "../api/domain/following/digests";
import { createLog } from "../api/log";
import { openServices } from "../api/open-services";

const [what = "", readers = "10000"] = process.argv.slice(2);
const measured = 100;
const { services, startWork, close } = await openServices(readConfig(), createLog("silent"));
const { pool } = services.database;
if (what === "prepare") {
  await openDemo(services, () => {});
  await pool.query(
    `insert into folders (client_id, team_id, name)
     select client_id, team_id, 'Sammlung ' || n from folders, generate_series(1, 40) n where name = 'Presseschau'`,
  );
  await pool.query(`insert into tags (client_id, name, slug)
    select id, 'Begriff ' || n, 'begriff-' || n from clients, generate_series(1, 100) n where workspace = 'demo'`);
  // Ten a day in each folder, for a month.
  const { rows } = await pool.query(
    `with made as (
       insert into articles (client_id, folder_id, user_id, title, teaser, body, published_at, created_at)
       select f.client_id, f.id, u.id, 'Meldung ' || n || ': Wort' || n % 500 || ' auf der Strecke', 'Die Züge fahren nach Plan.', '', current_date,
         date_trunc('milliseconds', now()) - interval '5 minutes' - n * interval '144 minutes' - random() * interval '140 minutes'
       from folders f join users u on u.client_id = f.client_id and u.email = 'henrike@demo.example', generate_series(1, 300) n
       where f.name like 'Sammlung %' returning *),
     stats as (insert into article_stats (article_id, client_id, folder_id) select id, client_id, folder_id from made on conflict do nothing)
     insert into article_tags (article_id, tag_id, position, created_at)
     select distinct on (m.id, t.id) m.id, t.id, 0, m.created_at from made m cross join lateral (
       select id from tags where client_id = m.client_id and slug = 'begriff-' || (1 + floor(random() * 100 + length(m.title) * 0)::int)) t
     returning article_id as id`,
  );
  startWork();
  for (let at = 0; at < rows.length; at += 500) {
    const articleIds = rows.slice(at, at + 500).map(({ id }) => String(id));
    await inTransaction(services.database, (tx) => services.jobs.enqueue(tx, "article-indexing", { articleIds }));
  }
  while ((await pool.query("select 1 from jobs where name = 'article-indexing' limit 1")).rowCount) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await pool.query(
    `with people as (
       insert into users (client_id, email, password_hash, role, first_name, last_name)
       select c.id, 'leser-' || n || '@demo.example', 'none', 'reader', 'Leserin', 'Nummer ' || n
       from clients c, generate_series(1, $1::int) n where c.workspace = 'demo' returning id, client_id)
     insert into memberships (client_id, team_id, user_id, role)
     select p.client_id, f.team_id, p.id, 'reader' from people p, folders f where f.name = 'Presseschau'`,
    [Number(readers)],
  );
  for (const [column, table, name] of [
    ["folder_id", "folders", "Sammlung "],
    ["tag_id", "tags", "Begriff "],
  ] as const) {
    await pool.query(
      `with numbered as (select id, client_id, row_number() over (order by id) - 1 as n from ${table} where name like $1),
       people as (select id, client_id, row_number() over (order by id) as n from users where email like 'leser-%')
       insert into follows (client_id, user_id, ${column}, created_at)
       select p.client_id, p.id, x.id, now() - interval '1 month' from people p cross join generate_series(0, 1) k
         join numbered x on x.n = (p.n * 7 + k * 13) % (select count(*) from numbered)`,
      [`${name}%`],
    );
  }
  await pool.query(
    `insert into follows (client_id, user_id, query, name, created_at)
     select client_id, id, jsonb_build_object('term', 'Wort' || 1 + row_number() over () % 10), 'Suche', now() - interval '1 month'
     from users where email like 'leser-%'`,
  );
  await pool.query(
    `insert into digests (client_id, user_id, frequency, weekday, hour, told_until)
     select client_id, id, 'daily', 1, 7, now() - interval '1 day' from users where email like 'leser-%'`,
  );
  await pool.query("vacuum analyze");
} else {
  await pool.query(
    `update digests set due_at = now(), told_until = now() - interval '1 day'
     where user_id in (select id from users where email like 'leser-%' limit $1)`,
    [measured],
  );
  const { statements } = await countStatements(() => sendDigests(services, new AbortController().signal));
  console.log((statements.length / measured).toFixed(1));
}
await close();
