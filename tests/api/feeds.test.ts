import { type SQL, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { countStatements, inTransaction } from "../../api/db/pool";
import { fileArticle, titlesOf } from "../support/articles";
import { password, worldForTests } from "../support/harness";

describe("Feeds", () => {
  const world = worldForTests();
  let nordkorridor: string;
  let presseschau: string;

  beforeAll(async () => {
    nordkorridor = await world.folderId("nordkorridor");
    presseschau = await world.folderId("presseschau");
    await fileArticle(world.as("jana"), nordkorridor, { title: "Gleis 1", tags: ["Gleis"] });
    await fileArticle(world.as("jana"), nordkorridor, { title: "Weiche 2", tags: ["Weiche"] });
    await fileArticle(world.as("henrike"), presseschau, { title: "Gleis in der Presse", tags: ["Gleis"] });
    await fileArticle(world.as("olga"), await world.folderId("fremde"), { title: "Gleis nebenan", tags: ["Gleis"] });
  });

  async function makeFeed(person: string, feed: Record<string, unknown>, headers = {}) {
    const answer = await world.as(person).post("/feeds", { feed: { name: "Für meinen Reader", ...feed } }, headers);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body as { id: string; token: string };
  }
  const read = (token: string) => world.visitor.get(`/feeds/${token}/contents`);
  const execute = (statement: SQL) => world.services.database.db.execute(statement);

  it("Jana's feed of a folder holds its articles, the newest first, for whoever has its secret", async () => {
    const { token } = await makeFeed("jana", { folder_id: nordkorridor });
    expect(token).toMatch(/^[\w-]{43}$/);
    const answer = await read(token);
    expect(answer.status).toBe(200);
    expect(titlesOf(answer)).toEqual(["Weiche 2", "Gleis 1"]);
    expect(answer.body).toMatchObject({ name: "Für meinen Reader" });
    expect(answer.body.entries[0].updated_at).toMatch(/Z$/);
  });

  it("holds no article that must not be shared, whether it is of a folder or of a search", async () => {
    const secret = await fileArticle(world.as("jana"), nordkorridor, { title: "Gleis 3, geheim", tags: ["Gleis"], shareable: false });
    const [ofFolder, ofSearch] = [
      await makeFeed("jana", { folder_id: nordkorridor }),
      await makeFeed("jana", { query: { term: "Gleis" } }),
    ];
    for (const { token } of [ofFolder, ofSearch]) expect(titlesOf(await read(token))).not.toContain("Gleis 3, geheim");
    await execute(sql`update articles set shareable = true where id = ${secret.id}`);
    for (const { token } of [ofFolder, ofSearch]) expect(titlesOf(await read(token))).toContain("Gleis 3, geheim");
    await world.as("jana").delete(`/contents/${secret.id}`);
  });

  it("of a search holds what it finds in the folders that its owner sees", async () => {
    const [anna, piotr] = [await makeFeed("anna", { query: { tags: "gleis" } }), await makeFeed("piotr", { query: { tags: "gleis" } })];
    expect(titlesOf(await read(anna.token))).toEqual(["Gleis in der Presse", "Gleis 1"]);
    expect(titlesOf(await read(piotr.token))).toEqual([]);
    const { token } = await makeFeed("anna", { query: { term: "Weiche", folder_ids: `${nordkorridor},${presseschau}` } });
    expect(titlesOf(await read(token))).toEqual(["Weiche 2"]);
    expect(titlesOf(await read((await makeFeed("olga", { query: {} })).token))).toEqual(["Gleis nebenan"]);
  });

  it("keeps only a hash of the secret, which no other call answers and no line of the log says", async () => {
    const { id, token } = await makeFeed("jana", { folder_id: nordkorridor });
    await read(token);
    const { rows } = await execute(sql`select * from feeds where id = ${id}`);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify((await world.as("jana").get("/feeds")).body)).not.toContain(token);
    expect(world.logLines.join("\n")).not.toContain(token);
  });

  it("is listed with what it shows, and says when it was read", async () => {
    const { id, token } = await makeFeed("clara", { name: "Gleise", query: { term: "Gleis", tags: "gleis,weiche", source_name: "" } });
    const listed = async () => (await world.as("clara").get("/feeds")).body.find((feed: { id: string }) => feed.id === id);
    expect(await listed()).toMatchObject({
      name: "Gleise",
      folder: null,
      query: { term: "Gleis", tags: "gleis,weiche" },
      last_used_at: null,
    });
    await read(token);
    expect((await listed()).last_used_at).toMatch(/Z$/);
    const { folder } = (await world.as("clara").post("/feeds", { feed: { name: "Presse", folder_id: presseschau } })).body;
    expect(folder).toEqual({ id: presseschau, name: "Presseschau" });
  });

  it("is nobody else's: Anna neither sees nor revokes Jana's", async () => {
    const { id, token } = await makeFeed("jana", { folder_id: nordkorridor });
    for (const person of ["anna", "olga"]) {
      expect((await world.as(person).get("/feeds")).body.map((feed: { id: string }) => feed.id)).not.toContain(id);
      expect((await world.as(person).delete(`/feeds/${id}`)).status).toBe(404);
    }
    expect((await read(token)).status).toBe(200);
  });

  it("answers 404 once it is revoked, and to what never was a secret", async () => {
    const { id, token } = await makeFeed("jana", { folder_id: nordkorridor });
    expect((await world.as("jana").delete(`/feeds/${id}`)).status).toBe(204);
    expect((await read(token)).status).toBe(404);
    expect((await world.as("jana").delete(`/feeds/${id}`)).status).toBe(404);
    for (const garbage of ["x", id, "%00", "%F0%9F%9A%82", "a".repeat(201), "'; drop table feeds; --", token.toLowerCase(), `${token}=`]) {
      expect((await read(encodeURIComponent(decodeURIComponent(garbage)))).status, garbage).toBe(404);
    }
  });

  it("closes with the membership that opened the folder, and opens with it again", async () => {
    const { token } = await makeFeed("florian", { folder_id: nordkorridor });
    const search = await makeFeed("florian", { query: { folder_ids: nordkorridor } });
    const setActive = async (active: boolean) =>
      execute(sql`
        update memberships set active = ${active} where user_id = ${await world.userId("florian")} and team_id = ${await world.teamId("netz")}`);
    expect(titlesOf(await read(search.token))).toHaveLength(2);
    await setActive(false);
    expect((await read(token)).status).toBe(404);
    expect(titlesOf(await read(search.token))).toEqual([]);
    await setActive(true);
    expect((await read(token)).status).toBe(200);
  });

  it("goes with its folder, and with the account of its owner", async () => {
    const folder = (await world.as("ayse").post("/folders", { folder: { name: "Kurz", team_id: await world.teamId("digital") } })).body;
    const ofFolder = await makeFeed("miriam", { folder_id: folder.id });
    const ofSearch = await makeFeed("miriam", { query: {} });
    expect((await read(ofFolder.token)).status).toBe(200);
    await world.as("ayse").delete(`/folders/${folder.id}`);
    expect((await read(ofFolder.token)).status).toBe(404);
    expect((await read(ofSearch.token)).status).toBe(200);
    const closed = await world.as("miriam").delete(`/users/${await world.userId("miriam")}`, {}, { current_password: password });
    expect(closed.status).toBe(204);
    expect((await read(ofSearch.token)).status).toBe(404);
  });

  it("is made once by a form that is sent twice, with the same secret; another form makes another", async () => {
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const [one, same] = await Promise.all([1, 2].map(() => makeFeed("sabine", { query: { term: "Gleis" } }, key)));
    expect(same).toEqual(one);
    const other = await makeFeed("sabine", { query: { term: "Weiche" } }, key);
    expect(other.token).not.toBe(one?.token);
    expect((await makeFeed("henrike", { query: { term: "Gleis" } }, key)).token).not.toBe(one?.token);
  });

  it("holds the fifty newest of 300 for a handful of statements", async () => {
    const { token } = await makeFeed("jana", { query: { folder_ids: presseschau } });
    const { rows } = await execute(sql`
      with made as (
        insert into articles (client_id, folder_id, user_id, title, teaser, body, published_at, created_at)
        select client_id, folder_id, user_id, 'Nummer ' || n, '', '', published_at, now() + n * interval '1 second'
        from (select * from articles where folder_id = ${presseschau} limit 1) a, generate_series(1, 300) n
        returning id, client_id, folder_id)
      insert into article_stats (article_id, client_id, folder_id) select id, client_id, folder_id from made returning article_id as id`);
    const articleIds = rows.map(({ id }) => String(id));
    await inTransaction(world.services.database, (tx) => world.services.jobs.enqueue(tx, "article-indexing", { articleIds }));
    await world.jobsDone();
    const { result, statements } = await countStatements(() => read(token));
    expect(titlesOf(result)).toHaveLength(50);
    expect(titlesOf(result).slice(0, 2)).toEqual(["Nummer 300", "Nummer 299"]);
    expect(statements.length).toBeLessThanOrEqual(6);
    expect((await countStatements(() => read(token))).statements.length).toBeLessThanOrEqual(5);
  });

  it("may be read thirty times in a quarter of an hour, and each feed for itself", async () => {
    const { token } = await makeFeed("tobias", { query: {} });
    const statuses = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await read(token)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    const refused = await read(token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await read((await makeFeed("tobias", { query: {} })).token)).status).toBe(200);
  });

  it("is made a hundred times at most", async () => {
    await execute(sql`
      insert into feeds (client_id, user_id, token_hash, name, query)
      select u.client_id, u.id, 'voll' || n, 'Voll', '{}' from users u, generate_series(1, 100) n where u.id = ${await world.userId("lena")}`);
    const answer = await world.as("lena").post("/feeds", { feed: { name: "Einer mehr" } });
    expect(answer.status).toBe(422);
    expect(answer.body.errors.name[0]).toContain("100");
  });

  it("cannot be made of Olga's folder", async () => {
    const fremde = await world.folderId("fremde");
    expect((await world.as("anna").post("/feeds", { feed: { name: "Fremd", folder_id: fremde } })).status).toBe(404);
    expect(titlesOf(await read((await makeFeed("anna", { query: { folder_ids: fremde } })).token))).toEqual([]);
  });
});
