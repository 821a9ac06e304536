import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { fileArticle, statusesOf } from "../support/articles";
import type { Caller } from "../support/caller";
import { worldForTests } from "../support/harness";

describe("Comments", () => {
  const world = worldForTests();
  let clara: Caller;
  let folder: string;
  let article: string;

  beforeAll(async () => {
    clara = world.as("clara");
    folder = await world.folderId("nordkorridor");
  });
  beforeEach(async () => {
    article = (await fileArticle(world.as("jana"), folder)).id;
  });

  const countOf = async (id: string) => (await clara.get(`/contents/${id}`)).body.comments_count;

  it("Clara, who only reads, comments, and everybody of the team finds it, oldest first", async () => {
    const first = await clara.post(`/comments/content/${article}`, { body: "  Steht das fest?\r\n\r\nOder nicht? " });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      body: "Steht das fest?\n\nOder nicht?",
      user: { first_name: "Clara" },
      edited_at: null,
      permissions: { update: true, destroy: true },
    });
    const tobias = world.as("tobias");
    await tobias.post(`/comments/content/${article}`, { body: "Ja." });
    const { body } = await tobias.get(`/comments/content/${article}`);
    expect(body.map((comment: { body: string; permissions: object }) => [comment.body, comment.permissions])).toEqual([
      ["Steht das fest?\n\nOder nicht?", { update: false, destroy: false }],
      ["Ja.", { update: true, destroy: true }],
    ]);
    expect(await countOf(article)).toBe(2);
  });

  it("Clara changes her own for 15 minutes, and everybody sees that she did", async () => {
    const { body: comment } = await clara.post(`/comments/content/${article}`, { body: "Stet das fest?" });
    const change = (body: string) => clara.put(`/comments/${comment.id}`, { body });
    expect((await change("Stet das fest?")).body).toMatchObject({ edited_at: null });
    expect((await change(" Steht das fest? ")).body).toMatchObject({
      id: comment.id,
      body: "Steht das fest?",
      edited_at: expect.any(String),
    });
    const found = await world.as("tobias").get(`/contents?term=steht&folder_ids=${folder}`);
    expect(found.body.entries.map((entry: { id: string }) => entry.id)).toContain(article);
    expect((await world.as("tobias").get(`/comments/content/${article}`)).body).toMatchObject([
      { body: "Steht das fest?", edited_at: expect.any(String), permissions: { update: false } },
    ]);
    expect(await countOf(article)).toBe(1);

    const age = (minutes: number) =>
      world.services.database.pool.query("update comments set created_at = now() - make_interval(mins => $1) where id = $2", [
        minutes,
        comment.id,
      ]);
    await age(14);
    // The database's clock, which dated the comment, decides.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5 * 60_000 });
    expect((await change("Steht es fest?")).status).toBe(200);
    vi.useRealTimers();
    await age(15);
    expect((await change("Zu spät.")).body.errors).toEqual({ body: [expect.stringContaining("15")] });
    expect((await clara.get(`/comments/content/${article}`)).body).toMatchObject([
      { body: "Steht es fest?", permissions: { update: false } },
    ]);
    await clara.delete(`/comments/${comment.id}`);
    expect((await change("Noch da?")).status).toBe(404);
  });

  it("A comment sent twice at once with one key stands there once", async () => {
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const send = () => clara.post(`/comments/content/${article}`, { body: "Einmal." }, key);
    const answers = await Promise.all([send(), send(), send()]);
    expect(statusesOf(answers)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await countOf(article)).toBe(1);
  });

  it("The same key with other words, or at another article, is another comment", async () => {
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const other = await fileArticle(world.as("jana"), folder);
    for (const body of ["Eins.", "Zwei.", "Eins."]) await clara.post(`/comments/content/${article}`, { body }, key);
    await clara.post(`/comments/content/${other.id}`, { body: "Eins." }, key);
    expect([await countOf(article), await countOf(other.id)]).toEqual([2, 1]);
  });

  it("A comment deleted twice at once was there once, and is counted off once", async () => {
    const [own, other] = await Promise.all(["Weg damit.", "Bleibt."].map((body) => clara.post(`/comments/content/${article}`, { body })));
    const remove = () => clara.delete(`/comments/${own?.body.id}`);
    expect(statusesOf(await Promise.all([remove(), remove(), remove()]))).toEqual([204, 404, 404]);
    expect(await countOf(article)).toBe(1);
    expect((await clara.get(`/comments/content/${article}`)).body).toEqual([other?.body]);
  });

  it("Ten people's comments at once are counted exactly", async () => {
    const people = await Promise.all(["jana", "tobias", "florian", "matthias", "clara"].map((person) => world.as(person)));
    const answers = await Promise.all(
      [...people, ...people].map((person) => person.post(`/comments/content/${article}`, { body: "Dabei." })),
    );
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(await countOf(article)).toBe(10);
  });

  it("With the article its comments go", async () => {
    const jana = world.as("jana");
    const comment = await clara.post(`/comments/content/${article}`, { body: "Schade." });
    expect((await jana.delete(`/contents/${article}`)).status).toBe(204);
    expect((await clara.get(`/comments/content/${article}`)).status).toBe(404);
    expect((await clara.delete(`/comments/${comment.body.id}`)).status).toBe(404);
    expect((await clara.post(`/comments/content/${article}`, { body: "Noch da?" })).status).toBe(404);
  });
});
