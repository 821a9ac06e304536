import { beforeAll, describe, expect, it } from "vitest";
import { onExclusiveConnection } from "../../api/db/exclusive";
import { indexVersion } from "../../api/db/search/facets";
import { facetsInSql, indexedAfterwards, titlesOf } from "../support/articles";
import { worldForTests } from "../support/harness";

/** More matches than a term may have before it counts as frequent. */
const many = 20_100;

describe("Twenty thousand articles about one thing", () => {
  const world = worldForTests();

  beforeAll(async () => {
    const { pool } = world.services.database;
    // Filing them one by one would take minutes. The newest is number 1.
    await pool.query(
      `insert into articles (client_id, folder_id, user_id, title, teaser, body, published_at, created_at)
       select f.client_id, f.id, $2, 'Nummer ' || n, '', '', date '2026-01-01' - n % 100, now() - n * interval '1 minute'
       from folders f, generate_series(1, ${many}) n where f.id = $1`,
      [await world.folderId("presseschau"), await world.userId("henrike")],
    );
    // Not on the pool, whose statements are limited to some seconds.
    await onExclusiveConnection(world.services.database, "many", (client) =>
      indexedAfterwards(client, () =>
        client.query(`insert into article_search (article_id, client_id, folder_id, created_at, published_at, edition, facets, document)
       select id, client_id, folder_id, created_at, published_at, ${indexVersion}, ${facetsInSql(["place", "''"], ["priority", "'normal'"], ["origin", "'without'"])},
         setweight(format('zug:1 halt:%s stopp:%s', case when n % 1000 = 0 then 2 else 4 end, case when n % 80 = 0 then 2 else 4 end)::tsvector,
           case when n in (7, 15000) then 'A' else 'D' end::"char")
       from articles, substr(title, 8) as number, cast(number as int) as n`),
      ),
    );
    await pool.query("analyze");
  });

  const list = (query: string) => world.as("henrike").get(`/contents?per_page=3&${query}`);

  it("are counted exactly as long as nothing narrows them", async () => {
    const { body } = await list("");
    expect(body.meta).toMatchObject({ total_count: many, total_is_exact: true, next_page: 2 });
    expect((await list(`folder_ids=${await world.folderId("presseschau")}`)).body.meta).toMatchObject({
      total_count: many,
      total_is_exact: true,
    });
  });

  it("are counted up to 10,000 when something does, and the page says so", async () => {
    for (const query of ["priority=normal", "term=zug", "term=zug&sort_by=created_at"]) {
      expect((await list(query)).body.meta, query).toMatchObject({ total_count: 10_000, total_is_exact: false });
    }
    const exact = await list("created_at_from=2000-01-01&published_at_from=2026-01-01");
    expect(exact.body.meta).toMatchObject({ total_count: many / 100, total_is_exact: true });
  });

  it("of a word in all of them the newest are ranked, and pages follow each other", async () => {
    expect(titlesOf(await list("term=zug"))).toEqual(["Nummer 7", "Nummer 1", "Nummer 2"]);
    expect(titlesOf(await list("term=zug&page=2"))).toEqual(["Nummer 3", "Nummer 4", "Nummer 5"]);
  });

  it("of a word in all of them the others follow behind the newest", async () => {
    expect(titlesOf(await list("term=zug&page=201"))).toEqual(["Nummer 601", "Nummer 602", "Nummer 603"]);
    expect(titlesOf(await list("term=zug&page=5000"))).toEqual(["Nummer 14998", "Nummer 14999", "Nummer 15000"]);
    expect(titlesOf(await list(`term=zug&page=${many / 3}`)).at(-1)).toBe(`Nummer ${many}`);
  });

  it("of a word in all of them any order can be asked for", async () => {
    expect(titlesOf(await list("term=zug&sort_by=created_at"))).toEqual(["Nummer 1", "Nummer 2", "Nummer 3"]);
    expect(titlesOf(await list("term=zug&sort_by=created_at&sort_dir=asc"))).toEqual([
      `Nummer ${many}`,
      `Nummer ${many - 1}`,
      `Nummer ${many - 2}`,
    ]);
    expect(titlesOf(await list("term=zug&sort_by=created_at&page=700")).at(0)).toBe("Nummer 2098");
    expect((await list("term=zug&sort_by=views")).body.entries).toHaveLength(3);
    expect((await list("term=zug&sort_by=published_at")).body.entries[0].published_at).toBe("2026-01-01");
  });

  it("of a phrase that the newest hold too rarely, older ones are read, 16,000 in all, and the page says that there may be more", async () => {
    const oldest = await list("term=%22zug%20halt%22&sort_by=created_at&sort_dir=asc");
    expect(titlesOf(oldest)).toEqual(["Nummer 16000", "Nummer 15000", "Nummer 14000"]);
    expect(oldest.body.meta).toMatchObject({ total_count: 16, total_is_exact: false });
  });

  it("of a phrase that the newest hold often, only those are read, and the page says that there may be more", async () => {
    expect((await list("term=%22zug%20stopp%22")).body.meta).toMatchObject({ total_count: 50, total_is_exact: false });
    const last = await list("term=%22zug%20stopp%22&page=17&sort_by=created_at");
    expect(titlesOf(last)).toEqual(["Nummer 3920", "Nummer 4000"]);
    expect(last.body.meta).toMatchObject({ total_count: 50, total_is_exact: false, next_page: null });
  });

  it("far pages answer too", async () => {
    expect(titlesOf(await list("page=6700"))).toEqual([`Nummer ${many - 2}`, `Nummer ${many - 1}`, `Nummer ${many}`]);
    expect((await list("page=6701")).body.entries).toEqual([]);
    expect((await list("page=100000")).body.meta).toMatchObject({ total_count: many, next_page: null });
  });
});
