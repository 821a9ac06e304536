import { beforeAll, describe, expect, it } from "vitest";
import { toMentions } from "../../api/domain/articles/mentions";
import { fileArticle } from "../support/articles";
import { worldForTests } from "../support/harness";

describe("A mention in a text", () => {
  const people = [
    { id: "a", firstName: "Anna", lastName: "Weber", email: "anna@demo.example" },
    { id: "b", firstName: "Anna", lastName: "Weber-Klein", email: "anna.klein@demo.example" },
    { id: "c", firstName: "Tom", lastName: "Lang", email: "tom@demo.example" },
    { id: "d", firstName: "Tom", lastName: "Lang", email: "tom2@demo.example" },
    { id: "e", firstName: null, lastName: null, email: "neu@demo.example" },
  ];
  const found = (body: string) => toMentions(body, people).map(({ userId, start, end }) => `${userId} ${body.slice(start, end)}`);

  it.each([
    ["@Anna Weber, ja", ["a @Anna Weber"]],
    ["Ja, @anna weber!", ["a @anna weber"]],
    ["(@Anna Weber-Klein)", ["b @Anna Weber-Klein"]],
    ["@Anna Weber@Anna Weber", ["a @Anna Weber"]],
    ["@Anna Weber @neu@demo.example.", ["a @Anna Weber", "e @neu@demo.example"]],
    ["@tom2@demo.example und @Tom Lang", ["d @tom2@demo.example"]],
    ["Anna Weber, @Anna, @Weber, @Anna Weberin, @ Anna Weber, post@Anna Weber", []],
    ["🚆@Anna Weber", ["a @Anna Weber"]],
    ["@", []],
    ["@@Anna Weber", ["a @Anna Weber"]],
  ])("%s", (body, expected) => {
    expect(found(body)).toEqual(expected);
  });
});

describe("Mentions", () => {
  const world = worldForTests();
  let nordkorridor: string;
  beforeAll(async () => {
    nordkorridor = await world.folderId("nordkorridor");
  });

  const comment = (person: string, article: string, body: string) => world.as(person).post(`/comments/content/${article}`, { body });
  const kindsOf = async (person: string, article: string) =>
    (await world.as(person).get("/notifications")).body
      .filter(({ subject }: { subject: { id: string } }) => subject.id === article)
      .map(({ kind }: { kind: string }) => kind);

  it("tell people who see the article, once, and nobody else", async () => {
    const { id } = await fileArticle(world.as("jana"), nordkorridor);
    const { body } = await comment("clara", id, "@Jana Petersen @tobias@demo.example @olga@nachbar.example @Niemand Sonst");
    expect(body.mentions).toEqual([
      { start: 0, end: 14 },
      { start: 15, end: 35 },
    ]);
    expect(await kindsOf("jana", id)).toEqual(["mention"]);
    expect(await kindsOf("tobias", id)).toEqual(["mention"]);
    const inbox = await fileArticle(world.as("anna"), await world.inboxIdOf("anna"));
    expect((await comment("anna", inbox.id, "@Jana Petersen")).body.mentions).toEqual([]);
    expect(await kindsOf("jana", inbox.id)).toEqual([]);
  });

  it("that are added by an edit tell those who were not mentioned before", async () => {
    const { id } = await fileArticle(world.as("jana"), nordkorridor);
    const { body } = await comment("clara", id, "@Jana Petersen");
    expect(
      (await world.as("clara").put(`/comments/${body.id}`, { body: "Und @tobias@demo.example, @Jana Petersen" })).body.mentions,
    ).toHaveLength(2);
    expect(await kindsOf("tobias", id)).toEqual(["mention"]);
    const { body: groups } = await world.as("jana").get("/notifications");
    expect(groups.find(({ subject }: { subject: { id: string } }) => subject.id === id)).toMatchObject({ count: 1 });
  });

  it("are twenty people at most, with an error at the text, and nothing is stored", async () => {
    const { id } = await fileArticle(world.as("jana"), nordkorridor);
    const { pool } = world.services.database;
    const { rows } = await pool.query(
      `insert into users (client_id, email, password_hash, role) select client_id, 'p' || n || '@t.example', '', 'admin'
       from users, generate_series(1, 21) n where email = 'jana@demo.example' returning email`,
    );
    const mentions = rows.map(({ email }) => `@${email}`);
    expect((await comment("clara", id, mentions.slice(1).join(" "))).body.mentions).toHaveLength(20);
    const refused = await comment("clara", id, mentions.join(" "));
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual(["body"]);
    expect(await comment("clara", id, `${mentions[1]} `.repeat(30).trim())).toMatchObject({ status: 201 });
    expect((await world.as("clara").get(`/comments/content/${id}`)).body).toHaveLength(2);
    await pool.query("update users set removed_at = now() where email like 'p%@t.example'");
  });

  it("are offered by name to those who see the article; namesakes by their address", async () => {
    const { id } = await fileArticle(world.as("jana"), nordkorridor);
    const offered = async (person: string, term: string) =>
      (await world.as(person).get(`/comments/content/${id}/people?term=${term}`)).body;
    for (const term of ["florian", "waechter", "n%20Wachter"])
      expect(await offered("clara", term), term).toMatchObject([{ first_name: "Florian", mention: "Florian Wächter" }]);
    await world.services.database.pool.query(
      "update users set first_name = 'Florian', last_name = 'Wächter' where email = 'matthias@demo.example'",
    );
    expect((await offered("clara", "florian")).map(({ mention }: { mention: string }) => mention).sort()).toEqual([
      "florian@demo.example",
      "matthias@demo.example",
    ]);
    expect((await comment("clara", id, "@Florian Wächter")).body.mentions).toEqual([]);
    expect((await world.as("clara").get(`/comments/content/${id}/people`)).body.length).toBeLessThanOrEqual(8);
    expect((await world.as("olga").get(`/comments/content/${id}/people`)).status).toBe(404);
  });
});
