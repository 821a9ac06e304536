import { beforeAll, describe, expect, it } from "vitest";
import { createApi } from "../../api/app";
import { copyContentToFolder } from "../../contract/graphql/operations";
import { fileArticle, titlesOf } from "../support/articles";
import type { Caller } from "../support/caller";
import { worldForTests } from "../support/harness";

describe("copyContentToFolder and the endpoint around it", () => {
  const world = worldForTests();
  let henrike: Caller;
  beforeAll(async () => {
    henrike = world.as("henrike");
  });

  const copy = (person: Caller, contentId: unknown, folderId: unknown, headers?: HeadersInit) =>
    person.post("/graphql", { query: copyContentToFolder, variables: { contentId, folderId } }, headers);

  it("Henrike copies Piotr's article with all that belongs to it but its comments", async () => {
    const piotr = world.as("piotr");
    const fields = {
      title: "Night trains",
      tags: ["Night", "Rail"],
      countries: ["DE", "SE"],
      priority: "high",
      shareable: false,
      language: "en",
      source_url: "https://rail.example/night",
      source_name: "Rail",
      author: "Hanna Meyer",
      external: false,
    };
    const original = await fileArticle(piotr, await world.folderId("wettbewerb"), fields);
    await piotr.post(`/comments/content/${original.id}`, { body: "Only here." });
    await world.services.database.pool.query(
      `insert into attachments (client_id, article_id, position, name, original_filename, content_type, file_size, storage_key)
       select client_id, id, 0, 'a.png', 'a.png', 'image/png', 3, 'abcd' from articles where id = $1`,
      [original.id],
    );

    const presseschau = await world.folderId("presseschau");
    const countOf = async () => (await henrike.get(`/folders/${presseschau}`)).body.contents_count as number;
    const before = await countOf();
    const answer = await copy(henrike, original.id, presseschau);
    expect([answer.status, answer.body.data.copyContentToFolder.errors]).toEqual([200, []]);
    const { body } = await henrike.get(`/contents/${answer.body.data.copyContentToFolder.content.id}`);
    const { id, created_at, updated_at, user, folder, folder_id, team, comments_count, permissions, picture, attachments, ...same } = body;
    expect(original).toMatchObject(same);
    expect([id === original.id, user.first_name, folder.name, comments_count]).toEqual([false, "Henrike", "Presseschau", 0]);
    expect(created_at > original.created_at).toBe(true);
    expect(attachments).toHaveLength(1);
    expect(picture).toEqual(attachments[0]);
    expect(titlesOf(await henrike.get(`/contents?term=night&tags=rail&folder_ids=${folder_id}`))).toEqual(["Night trains"]);
    expect(await countOf()).toBe(before + 1);
  });

  it.each([
    ["an article she cannot see", "jana", "Nicht gefunden."],
    ["an article of another workspace", "olga", "Nicht gefunden."],
  ])("Henrike cannot copy %s", async (_, person, message) => {
    const owner = world.as(person);
    const folder = person === "olga" ? await world.folderId("fremde") : await world.inboxIdOf(person);
    const { id } = await fileArticle(owner, folder);
    const answer = await copy(henrike, id, await world.folderId("presseschau"), { "Accept-Language": "de" });
    expect(answer.body).toEqual({ data: { copyContentToFolder: { content: null, errors: [message] } } });
  });

  it("Henrike cannot copy to where she only reads, nor to another workspace, nor to nowhere", async () => {
    const { id } = await fileArticle(henrike, await world.folderId("presseschau"));
    for (const folder of [await world.folderId("wettbewerb"), await world.folderId("fremde"), crypto.randomUUID(), "x"]) {
      const { copyContentToFolder: result } = (await copy(henrike, id, folder)).body.data;
      expect(result).toEqual({ content: null, errors: ["You cannot file articles in this Folda. Please choose another one."] });
    }
    expect((await copy(henrike, "no-id", await world.folderId("presseschau"))).body.data.copyContentToFolder).toEqual({
      content: null,
      errors: ["Not found."],
    });
  });

  it("Henrike's click sent four times at once with one key makes one copy, and answers it each time", async () => {
    const original = await fileArticle(henrike, await world.folderId("presseschau"), { tags: ["Doppelklick"] });
    const [politik, inbox] = [await world.folderId("politik"), await world.inboxIdOf("henrike")];
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const send = (folderId = politik) => copy(henrike, original.id, folderId, key);
    const contents = (await Promise.all([send(), send(), send(), send(), send(inbox)])).map(
      ({ body }) => body.data.copyContentToFolder.content.id,
    );
    contents.push((await send()).body.data.copyContentToFolder.content.id);
    expect(new Set(contents).size).toBe(2);
    const found = await henrike.get("/contents?tags=doppelklick");
    expect(found.body.entries.map(({ folder_id }: { folder_id: string }) => folder_id).sort()).toEqual(
      [original.folder_id, politik, inbox].sort(),
    );
  });

  it("Without a key, and with another person's key, each is a copy", async () => {
    const presseschau = await world.folderId("presseschau");
    const original = await fileArticle(henrike, presseschau, { tags: ["Mehrfach"] });
    const key = { "Idempotency-Key": "the same for both" };
    await Promise.all([
      copy(henrike, original.id, presseschau),
      copy(henrike, original.id, presseschau),
      copy(henrike, original.id, presseschau, key),
      copy(world.as("sabine"), original.id, presseschau, key),
    ]);
    expect((await henrike.get("/contents?tags=mehrfach")).body.entries).toHaveLength(5);
  });

  it("A copy that Henrike can no longer see is not answered again", async () => {
    const original = await fileArticle(henrike, await world.folderId("presseschau"));
    const send = async () => (await copy(henrike, original.id, await world.folderId("politik"), { "Idempotency-Key": "moved" })).body.data;
    const made = (await send()).copyContentToFolder.content;
    await world.services.database.pool.query("update articles set folder_id = $2 where id = $1", [made.id, await world.folderId("ki")]);
    expect((await send()).copyContentToFolder).toEqual({ content: null, errors: ["Not found."] });
  });

  it("A key of 201 characters is refused", async () => {
    const answer = await copy(henrike, "x", "y", { "Idempotency-Key": "x".repeat(201) });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["idempotency-key"]]);
  });

  it("A bug answers 500 with the request's id, and is in the log once", async () => {
    const { pool } = world.services.database;
    const original = await fileArticle(henrike, await world.folderId("presseschau"));
    await pool.query("alter table article_countries rename to elsewhere");
    const lines = world.logLines.length;
    const answer = await copy(henrike, original.id, original.folder_id, { "X-Request-Id": "the-copy-with-a-bug" });
    await pool.query("alter table elsewhere rename to article_countries");
    expect([answer.status, answer.body.request_id]).toEqual([500, "the-copy-with-a-bug"]);
    const errors = world.logLines.slice(lines).filter((line) => JSON.parse(line).err);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain("the-copy-with-a-bug");
  });

  it.each<[string, unknown]>([
    ["no body", undefined],
    ["no query", {}],
    ["a query that is none", { query: "{" }],
    ["an unknown field", { query: "{ users { id } }" }],
    ["variables of the wrong type", { query: copyContentToFolder, variables: { contentId: 1, folderId: null } }],
    ["a batch", [{ query: "{ ping }" }, { query: "{ ping }" }]],
    ["six aliases", { query: `{ ${Array.from({ length: 6 }, (_, n) => `a${n}: ping`).join(" ")} }` }],
    ["a thousand fields", { query: `{ ${"ping ".repeat(1000)} }` }],
    ["directives on end", { query: `{ ping ${"@include(if: true) ".repeat(20)} }` }],
    ["a deep selection", { query: `{ ${"a { ".repeat(20)} b ${"} ".repeat(20)} }` }],
    ["fragments in a circle", { query: "query { ...a } fragment a on Query { ...b } fragment b on Query { ...a }" }],
    ["a subscription", { query: "subscription { ping }" }],
  ])("refuses %s", async (_, body) => {
    const answer = await henrike.post("/graphql", body);
    const { errors, data } = typeof answer.body === "string" ? JSON.parse(answer.body || "{}") : answer.body;
    expect(data ?? null).toBeNull();
    expect(answer.status).toBeLessThan(500);
    expect(errors?.length > 0 || answer.status >= 400).toBe(true);
  });

  it("answers only posts, only signed in people, and tells its schema only in development", async () => {
    expect((await henrike.get("/graphql?query={ping}")).status).toBe(404);
    expect((await world.visitor.post("/graphql", { query: "{ ping }" })).status).toBe(401);
    expect((await henrike.post("/graphql", { query: "{ ping }" })).body).toEqual({ data: { ping: true } });
    const introspection = { query: "{ __schema { types { name } } }" };
    const { body } = await henrike.post("/graphql", introspection);
    expect([body.data ?? null, body.errors.length > 0]).toEqual([null, true]);
    const services = { ...world.services, config: { ...world.services.config, development: true } };
    const response = await createApi(services).request("/graphql", {
      method: "POST",
      headers: { Authorization: `Bearer ${await world.signIn("henrike")}`, "Content-Type": "application/json" },
      body: JSON.stringify(introspection),
    });
    expect((await response.json()).data.__schema.types.length).toBeGreaterThan(3);
  });
});
