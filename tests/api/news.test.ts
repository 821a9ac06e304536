import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { countStatements } from "../../api/db/pool";
import { fileArticle } from "../support/articles";
import { worldForTests } from "../support/harness";

describe("What is new since a moment", () => {
  const world = worldForTests();
  let nordkorridor: string;
  let since: string;
  const newsOf = async (person: string, after = since) => (await world.as(person).get(`/contents/news?after=${after}`)).body.count;

  beforeAll(async () => {
    nordkorridor = await world.folderId("nordkorridor");
    await Promise.all(["anna", "jana", "olga", "clara"].map((person) => world.as(person).get("/teams")));
  });

  beforeEach(async () => {
    const { db } = world.services.database;
    // Some tests date articles in the future.
    await db.execute(sql`delete from articles`);
    const { rows } = await db.execute<{ now: Date }>(sql`select now() as now`);
    since = new Date(rows[0]?.now ?? 0).toISOString();
  });

  it("is what others filed: Jana's own articles are nothing new to her", async () => {
    await fileArticle(world.as("jana"), nordkorridor);
    await fileArticle(world.as("jana"), nordkorridor);
    expect(await newsOf("jana")).toBe(0);
    expect(await newsOf("anna")).toBe(2);
  });

  it("is only what lies in folders one sees", async () => {
    await fileArticle(world.as("anna"), await world.inboxIdOf("anna"));
    expect(await newsOf("jana")).toBe(0);
    expect(await newsOf("olga")).toBe(0);
    await fileArticle(world.as("anna"), nordkorridor);
    expect(await newsOf("jana")).toBe(1);
    expect(await newsOf("olga")).toBe(0);
  });

  it("is not what lies in folders that the stream leaves out, until it is moved", async () => {
    const team = await world.teamId("netz");
    const hidden = (await world.as("jana").post("/folders", { folder: { name: "Eingang", team_id: team } })).body.id;
    expect((await world.as("jana").put(`/folders/${hidden}/stream`, { hidden_from_stream: true })).status).toBe(200);
    const title = "Noch nicht gesichtet";
    const article = await fileArticle(world.as("jana"), hidden, { title, tags: ["ungesichtet"] });
    const anna = await world.userId("anna");
    const told = async () => [await newsOf("anna"), (await world.as("anna").get(`/users/${anna}?news_after=${since}`)).body.has_news];
    const listed = async (person: string, query = "") => {
      const { entries, meta } = (await world.as(person).get(`/contents?per_page=5${query}`)).body;
      return { isThere: entries.some(({ id }: { id: string }) => id === article.id), total: meta.total_count };
    };
    const before = new Map<string, number>();
    for (const person of ["jana", "anna", "tobias"]) {
      const { isThere, total } = await listed(person);
      before.set(person, total);
      expect(isThere).toBe(false);
      for (const query of ["&sort_by=published_at", "&shareable=true"]) expect((await listed(person, query)).isThere).toBe(false);
      for (const query of [`&folder_ids=${hidden}`, "&term=gesichtet", "&tags=ungesichtet"])
        expect(await listed(person, query)).toMatchObject({ isThere: true });
    }
    expect(await told()).toEqual([0, false]);
    expect((await world.as("jana").put(`/contents/${article.id}/folder`, { folder_id: nordkorridor })).status).toBe(200);
    for (const [person, total] of before) expect(await listed(person)).toEqual({ isThere: true, total: total + 1 });
    expect(await told()).toEqual([1, true]);
  });

  it("ends with the newest article that is shown", async () => {
    const article = await fileArticle(world.as("jana"), nordkorridor);
    expect(await newsOf("anna")).toBe(1);
    expect(await newsOf("anna", article.created_at)).toBe(0);
  });

  it("costs one statement, and a few bytes", async () => {
    for (const person of ["anna", "jana"]) {
      const { result, statements } = await countStatements(() => world.as(person).request(`/contents/news?after=${since}`, {}));
      expect(statements).toHaveLength(1);
      expect((await result.text()).length).toBeLessThan(40);
    }
  });

  it("stands beside one's own account for the same statement, and beside nobody else's", async () => {
    await fileArticle(world.as("jana"), nordkorridor);
    const anna = await world.userId("anna");
    const jana = await world.userId("jana");
    const { result, statements } = await countStatements(() => world.as("anna").get(`/users/${anna}?news_after=${since}`));
    expect(result.body.has_news).toBe(true);
    expect(statements).toHaveLength(2);
    expect((await world.as("jana").get(`/users/${jana}?news_after=${since}`)).body.has_news).toBe(false);
    expect((await world.as("anna").get(`/users/${anna}`)).body).not.toHaveProperty("has_news");
    expect((await world.as("anna").get(`/users/${jana}?news_after=${since}`)).body).not.toHaveProperty("has_news");
  });

  it("is counted up to a hundred, and only others' of them", async () => {
    await world.services.database.db.execute(sql`
      insert into articles (client_id, folder_id, user_id, title, teaser, body, published_at, created_at)
      select f.client_id, f.id, u.id, 'Viele', '', '', now(), now() + n * interval '1 second'
      from folders f cross join generate_series(1, 150) n
      join users u on u.id = case when n % 2 = 0 then ${await world.userId("anna")}::uuid else ${await world.userId("jana")}::uuid end
      where f.id = ${nordkorridor}`);
    expect(await newsOf("clara", "1970-01-01T00:00:00.000Z")).toBe(100);
    expect(await newsOf("anna")).toBe(50);
    expect(await newsOf("clara", "0000-01-01T00:00:00.000Z")).toBe(100);
  });
});
