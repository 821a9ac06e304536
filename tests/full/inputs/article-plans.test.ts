import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ArticleFilter, type ArticleSort, listArticleIds } from "../../../api/db/articles/article-list";
import { onExclusiveConnection } from "../../../api/db/exclusive";
import { listNewOfFollows } from "../../../api/db/following/digests";
import type { Queryable } from "../../../api/db/pool";
import { indexVersion } from "../../../api/db/search/facets";
import { createSearchIndex } from "../../../api/db/search/search-index";
import { findMatches } from "../../../api/db/search/search-matches";
import { toSearchQuery } from "../../../api/db/search/search-query";
import { listMeant } from "../../../api/db/search/search-words";
import type { Viewer } from "../../../api/permissions/viewer";
import * as limits from "../../../contract/limits";
import { facetsInSql, indexedAfterwards } from "../../support/articles";
import { type OpenWorld, openWorld } from "../../support/harness";

/** Enough that reading all of them costs the planner more than any index; the other tables are still small enough to be read. */
const many = 20_000;

/** Articles that are older than this many others are from Austria. */
const oldest = 9_000;

/** SQL of the facets of these articles. */
const facets = facetsInSql(
  ["place", "''"],
  ["language", "split_part(language, '-', 1)"],
  ["tag", "tag.one"],
  ["tag", "tag.other"],
  ["country", "country"],
  ["source", "source_name"],
  ["subscription", "source_id::text"],
  ["priority", "priority::text"],
  ["origin", "case when source_url is null then 'without' else 'with' end"],
  ["published", "to_char(published_at, 'YYYY-MM')"],
  ["filed", "to_char(created_at at time zone 'UTC', 'YYYY-MM')"],
);

/** It has filed one article in 25. */
const subscription = randomUUID();

const filters: [string, ArticleFilter][] = [
  ["nothing", {}],
  ["a tag", { tags: ["thema-7"] }],
  ["two tags", { tags: ["thema-7", "thema-11"] }],
  ["a country", { countries: ["CH"] }],
  ["a language", { languages: ["en"] }],
  ["a language that nearly all are in", { languages: ["de"] }],
  ["a source", { sourceName: "Blatt 7" }],
  ["a subscription", { subscriptions: [subscription] }],
  ["a priority", { priority: "high" }],
  ["what nearly all are", { priority: "normal" }],
  ["what only old ones are", { countries: ["AT"] }],
  ["what may be shared", { shareable: true }],
  ["a tag and what may be shared", { tags: ["thema-7"], shareable: true }],
  ["a priority that nearly all are, and what may be shared", { priority: "normal", shareable: true }],
  ["two countries", { countries: ["CH", "AT"] }],
  ["days of filing", { createdAtFrom: "2026-01-10", createdAtUntil: "2026-01-11", timeZone: "Europe/Berlin" }],
  ["days of publication", { publishedAtFrom: "2026-01-10", publishedAtUntil: "2026-01-11" }],
  ["an address and a country", { external: "with_source_url", countries: ["CH"] }],
  [
    "much at once",
    {
      tags: ["thema-7"],
      countries: ["CH"],
      priority: "high",
      external: "with_source_url",
      createdAtFrom: "2025-01-01",
      timeZone: "Europe/Berlin",
    },
  ],
];
const sorts: ArticleSort[] = ["created_at", "published_at", "comments_count", "views"];
const terms = ["alle", "selten77", "alle -selten77", "alle selten77", "sel", `"alle haben"`, "seltne77 allse"];

const isOfStats = (by: ArticleSort) => by === "comments_count" || by === "views";

describe("The plans of lists and searches", () => {
  let world: OpenWorld;
  let viewers: Record<"jana" | "tobias", Viewer>;

  beforeAll(async () => {
    world = await openWorld();
    const { pool } = world.services.database;
    const jana = await world.userId("jana");
    const places = [await world.folderId("nordkorridor"), await world.folderId("rail-europe"), await world.folderId("energie")];
    const { rows } = await pool.query("select client_id from users where id = $1", [jana]);
    const clientId: string = rows[0].client_id;
    const viewer = { clientId, sessionId: "", folders: new Map() };
    const teams = new Map([[await world.teamId("netz"), "editor" as const]]);
    viewers = {
      jana: { ...viewer, userId: jana, role: "admin", teams },
      tobias: { ...viewer, userId: await world.userId("tobias"), role: "editor", teams },
    };
    // Not on the pool, whose statements are limited to some seconds.
    await onExclusiveConnection(world.services.database, "plans", async (client) => {
      await client.query(
        `insert into articles (client_id, folder_id, user_id, title, teaser, body, published_at, source_name, source_url, priority, language, source_id, created_at)
       select $1, ($3::uuid[])[1 + n % 3], $2, 'Nummer ' || n, '', repeat(md5(n::text), 20), date '2026-02-01' - n % 300,
         'Blatt ' || n % 90, case when n % 2 = 0 then 'https://x.example/' || n end,
         (case when n % 40 = 0 then 'high' else 'normal' end)::priority,
         case when n % 50 = 0 then 'en-GB' when n % 7 > 0 then 'de' end, case when n % 25 = 0 then $4::uuid end,
         timestamptz '2026-02-01' - n * interval '20 minutes'
       from generate_series(1, ${many}) n`,
        [clientId, jana, places, subscription],
      );
      await client.query(
        "insert into tags (client_id, name, slug) select $1, 'Thema ' || n, 'thema-' || n from generate_series(0, 199) n",
        [clientId],
      );
      await client.query(`
      insert into article_tags (article_id, tag_id, position, created_at)
      select a.id, t.id, 0, a.created_at from articles a, generate_series(0, 1) k, tags t
      where t.slug = 'thema-' || (substr(a.title, 8)::int * (k * 10 + 1)) % 200 on conflict do nothing`);
      await client.query(`
      insert into article_countries (article_id, client_id, country, created_at)
      select id, client_id, case when substr(title, 8)::int % 30 = 0 then 'CH' when substr(title, 8)::int > ${oldest} then 'AT' else 'DE' end, created_at from articles`);
      await indexedAfterwards(client, () =>
        client.query(`
      insert into article_search (article_id, client_id, folder_id, created_at, published_at, edition, facets, document)
      select id, client_id, folder_id, created_at, published_at, ${indexVersion}, ${facets}, to_tsvector('simple', 'alle haben selten' || substr(title, 8)::int % 500)
      from articles
      join lateral (select min(tag_id::text) as one, max(tag_id::text) as other from article_tags where article_id = id) as tag on true
      join lateral (select country from article_countries where article_id = id) as country on true
      where title like 'Nummer %'`),
      );
      await client.query(
        `insert into sources (id, client_id, folder_id, user_id, address, title, tags, full_text, is_paused)
         values ($1, $2, $3, $4, 'https://hafen.example/feed', 'Hafenblatt', '{Hafen}', false, true)`,
        [subscription, clientId, places[0], jana],
      );
      await client.query("insert into search_words select $1::uuid, 'selten' || md5(n::text) from generate_series(1, 20000) n", [clientId]);
      await client.query("vacuum analyze");
    });
  });
  afterAll(() => world.close());

  /** The planner's plan for every statement of `work`. */
  async function plansOf(work: (db: Queryable) => Promise<unknown>): Promise<string[]> {
    const { db } = world.services.database;
    const plans: string[] = [];
    const watched = {
      async execute(statement: SQL) {
        const { rows } = await db.execute<{ "QUERY PLAN": string }>(sql`explain ${statement}`);
        plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
        return db.execute(statement);
      },
    };
    await work(watched as Queryable);
    return plans;
  }

  const expectNoScan = (plans: string[]) => {
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on articles\b/);
  };

  describe.each(["jana", "tobias"] as const)("for %s", (person) => {
    it.each(filters)("read no articles from end to end for %s", async (_, filter) => {
      for (const by of sorts) {
        for (const direction of ["asc", "desc"] as const) {
          expectNoScan(
            await plansOf((db) =>
              listArticleIds(createSearchIndex(db), viewers[person], filter, { by, direction }, { limit: 13, offset: 12 }),
            ),
          );
        }
      }
    });

    it.each(terms)("nor for the term %j, alone or narrowed, in any order", async (term) => {
      for (const filter of [{}, { tags: ["thema-7"] }, { countries: ["CH"] }, { shareable: true }] satisfies ArticleFilter[]) {
        for (const by of [...sorts, "relevance"] as const) {
          const plans = await plansOf(async (db) => {
            const index = createSearchIndex(db);
            const search = await toSearchQuery(index, term);
            const { ids } = await listArticleIds(
              index,
              viewers[person],
              { ...filter, search },
              { by, direction: "desc" },
              { limit: 97, offset: 0 },
            );
            await findMatches(db, viewers[person].clientId, ids, search);
          });
          expectNoScan(plans);
        }
      }
    });
  });

  it("and what is frequent, but far away in the wanted order, is found there", async () => {
    const { database, searchIndex } = world.services;
    const list = (filter: ArticleFilter, by: ArticleSort) =>
      listArticleIds(searchIndex, viewers.jana, filter, { by, direction: "desc" }, { limit: 3, offset: 1 });
    const { ids, total } = await list({ countries: ["AT"] }, "created_at");
    const { rows } = await database.pool.query("select title from articles where id = any($1) order by created_at desc", [ids]);
    expect([rows.map(({ title }) => title), total]).toEqual([["Nummer 9002", "Nummer 9003", "Nummer 9004"], limits.exactTotal + 1]);
    const few = await list({ countries: ["AT"], tags: ["thema-7"] }, "views");
    expect(few.ids).toHaveLength(3);
    expect(few.total).toBeLessThan(200);
    const search = await toSearchQuery(searchIndex, "alle");
    expect((await list({ countries: ["AT"], search }, "relevance")).ids).toHaveLength(3);
  });

  it("nor for a stream that leaves out many articles or few, and it consists of all others", async () => {
    const { database, searchIndex } = world.services;
    const { pool } = database;
    const hide = (slugs: string[]) =>
      pool.query("update folders set hidden_from_stream = id = any ($1)", [slugs]).then(() => pool.query("analyze folders"));
    const page = { limit: 13, offset: 12 };
    const few = (await pool.query("select folder_id from folder_stats where articles_count between 1 and 100")).rows.map(
      (row) => row.folder_id,
    );
    for (const hidden of [[await world.folderId("nordkorridor")], few]) {
      await hide(hidden);
      for (const by of sorts) {
        const order = { by, direction: "desc" } as const;
        expectNoScan(await plansOf((db) => listArticleIds(createSearchIndex(db), viewers.jana, {}, order, page)));
        const { ids } = await listArticleIds(searchIndex, viewers.jana, {}, order, page);
        const { rows } = await pool.query(
          `select a.id from articles a join article_stats s on s.article_id = a.id join folders f on f.id = a.folder_id join teams t on t.id = f.team_id
           where t.visibility = 'is_public' and f.client_id = $1 and not f.hidden_from_stream
           order by ${isOfStats(by) ? "s" : "a"}.${by} desc, a.id desc limit 13 offset 12`,
          [viewers.jana.clientId],
        );
        expect(ids).toEqual(rows.map(({ id }) => id));
      }
    }
    await hide([]);
  });

  it("nor for what was filed within a day in folders, tags and searches that they follow", async () => {
    const { pool } = world.services.database;
    const period = { after: "2026-01-09T06:00:00.000Z", until: "2026-01-10T06:00:00.000Z" };
    const filedWithin = { after: new Date(period.after), until: new Date(period.until) };
    for (const viewer of Object.values(viewers)) {
      await pool.query(
        `insert into follows (client_id, user_id, folder_id, created_at) select client_id, $1, id, '2026-01-01' from folders where name = 'Ausbau Nordkorridor'`,
        [viewer.userId],
      );
      await pool.query(
        `insert into follows (client_id, user_id, tag_id, created_at) select client_id, $1, id, '2026-01-01' from tags where slug like 'thema-1%'`,
        [viewer.userId],
      );
    }
    await pool.query("analyze follows");
    for (const viewer of Object.values(viewers)) {
      const plans = await plansOf((db) => listNewOfFollows(db, viewer, period, 201));
      expectNoScan(plans);
      for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on article_tags\b/);
      for (const term of [undefined, ...terms]) {
        const found = await plansOf(async (db) => {
          const index = createSearchIndex(db);
          const search = term === undefined ? undefined : await toSearchQuery(index, term);
          const order = { by: "created_at", direction: "desc" } as const;
          await listArticleIds(index, viewer, { ...(search && { search }), filedWithin }, order, { limit: 201, offset: 0 });
        });
        expectNoScan(found);
        for (const plan of found) expect(plan, term).not.toMatch(/Seq Scan on article_search\b/);
      }
    }
    const found = await listNewOfFollows(world.services.database.db, viewers.tobias, period, 201);
    // In the folder, a third of those of 24 hours, one every 20 minutes.
    expect(Math.max(...found.map(({ articleIds }) => articleIds.length))).toBe(24);
  });

  it("nor for words that are mistyped", async () => {
    expectNoScan(await plansOf((db) => listMeant(db, viewers.jana.clientId, ["seltne", "alel"])));
  });
});
