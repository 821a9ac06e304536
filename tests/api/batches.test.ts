import { beforeAll, describe, expect, it } from "vitest";
import { runBatch, tidyBatches } from "../../api/domain/articles/batches";
import { fileArticle, titlesOf } from "../support/articles";
import type { Caller } from "../support/caller";
import { worldForTests } from "../support/harness";

describe("/batches", () => {
  const world = worldForTests();
  let henrike: Caller;
  let presseschau: string;
  let politik: string;
  beforeAll(async () => {
    henrike = world.as("henrike");
    [presseschau, politik] = [await world.folderId("presseschau"), await world.folderId("politik")];
  });

  const file = (tags: string[], fields = {}) => fileArticle(henrike, presseschau, { tags, ...fields });
  const fileSome = async (count: number, tags: string[]) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) ids.push((await file(tags, { title: `${tags[0]} ${index}` })).id);
    return ids;
  };
  const run = (change: unknown, selection: unknown, headers?: HeadersInit, person = henrike) =>
    person.post(
      "/batches",
      { batch: { ...(Array.isArray(selection) ? { content_ids: selection } : (selection as object)), change } },
      headers,
    );
  const read = async (id: string) => (await henrike.get(`/contents/${id}`)).body;
  const finished = async (id: string) => {
    for (;;) {
      const { body } = await henrike.get(`/batches/${id}`);
      if (body.state === "done") return body;
      await new Promise((done) => setTimeout(done, 50));
    }
  };

  it("moves articles with their search documents, counters and comments", async () => {
    const ids = await fileSome(3, ["Umzug"]);
    await henrike.post(`/comments/content/${ids[0]}`, { body: "Zieht mit um." });
    const before = [
      (await henrike.get(`/folders/${presseschau}`)).body.contents_count,
      (await henrike.get(`/folders/${politik}`)).body.contents_count,
    ];
    const { status, body } = await run({ kind: "move", folder_id: politik }, ids);
    expect([status, body]).toMatchObject([201, { kind: "move", state: "done", total: 3, processed: 3, refused: [] }]);
    const listed = await henrike.get(`/contents?tags=umzug&folder_ids=${politik}`);
    expect(titlesOf(listed).toSorted()).toEqual(["Umzug 0", "Umzug 1", "Umzug 2"]);
    expect(titlesOf(await henrike.get(`/contents?tags=umzug&folder_ids=${presseschau}`))).toEqual([]);
    expect(titlesOf(await henrike.get(`/contents?term=Zieht+mit&folder_ids=${politik}`))).toEqual(["Umzug 0"]);
    const after = [
      (await henrike.get(`/folders/${presseschau}`)).body.contents_count,
      (await henrike.get(`/folders/${politik}`)).body.contents_count,
    ];
    expect(after).toEqual([before[0] - 3, before[1] + 3]);
    const { rows } = await world.services.database.pool.query("select count(*)::int as outdated from article_search where edition = 0");
    expect(rows).toEqual([{ outdated: 0 }]);
    expect((await read(ids[0] ?? "")).lock_version).toBe(1);
  });

  it("copies articles with tags and files, dated now and as the person's own", async () => {
    const piotr = world.as("piotr");
    const original = await fileArticle(piotr, await world.folderId("wettbewerb"), { title: "Vorlage", tags: ["Kopie"], countries: ["SE"] });
    expect((await run({ kind: "copy", folder_id: presseschau }, [original.id])).body.refused).toEqual([]);
    const { entries } = (await henrike.get(`/contents?tags=kopie&folder_ids=${presseschau}`)).body;
    expect(entries).toMatchObject([{ title: "Vorlage", user: { first_name: "Henrike" } }]);
    expect((await read(entries[0].id)).countries).toMatchObject([{ code: "SE" }]);
  });

  it("adds tags in their order, and refuses articles that would have too many", async () => {
    const ids = await fileSome(2, ["Eins"]);
    const full = await file(Array.from({ length: 50 }, (_, index) => `Voll ${index}`));
    const { body } = await run({ kind: "tag", tags: ["Zwei", "eins", "Drei"] }, [...ids, full.id]);
    expect(body.refused).toEqual([{ content_id: full.id, reason: "too_many_tags", title: full.title }]);
    const tagged = await read(ids[0] ?? "");
    expect(tagged.tags.map(({ name }: { name: string }) => name)).toEqual(["Eins", "Zwei", "Drei"]);
    expect(titlesOf(await henrike.get("/contents?tags=drei&sort_by=created_at&sort_dir=asc"))).toEqual(["Eins 0", "Eins 1"]);
    expect((await run({ kind: "tag", tags: ["Zwei"] }, ids)).body.refused).toEqual([]);
    expect((await read(ids[0] ?? "")).lock_version).toBe(tagged.lock_version);
  });

  it("removes tags, but not the last one of an article", async () => {
    const [one, other] = [await file(["Weg", "Bleibt"]), await file(["Weg"])];
    const { body } = await run({ kind: "untag", tags: ["weg", "Gibt es nicht"] }, [one.id, other.id]);
    expect(body.refused).toMatchObject([{ content_id: other.id, reason: "no_tag" }]);
    expect((await read(one.id)).tags).toMatchObject([{ name: "Bleibt" }]);
    expect((await read(other.id)).tags).toMatchObject([{ name: "Weg" }]);
  });

  it("sets priority and sharing", async () => {
    const ids = await fileSome(2, ["Wichtig"]);
    await run({ kind: "priority", priority: "high" }, ids);
    await run({ kind: "shareable", shareable: false }, ids);
    expect(await read(ids[1] ?? "")).toMatchObject({ priority: "high", shareable: false });
    expect(titlesOf(await henrike.get("/contents?tags=wichtig&priority=high"))).toHaveLength(2);
    expect(titlesOf(await henrike.get("/contents?tags=wichtig&priority=high&shareable=true"))).toHaveLength(0);
  });

  it("deletes articles, with an audit entry for each", async () => {
    const ids = await fileSome(2, ["Fort"]);
    expect((await run({ kind: "delete" }, ids)).body).toMatchObject({ state: "done", refused: [] });
    expect((await henrike.get(`/contents/${ids[0]}`)).status).toBe(404);
    const { entries } = (await world.as("anna").get("/audit_entries")).body;
    const named = entries.slice(0, 2).map(({ data }: { data: unknown }) => data);
    expect(named).toEqual([1, 0].map((index) => ({ article: `Fort ${index}`, folder: "Presseschau" })));
  });

  it("changes what it may and says why it left the rest", async () => {
    const own = await file(["Gemischt"]);
    const foreign = await fileArticle(world.as("piotr"), await world.folderId("wettbewerb"));
    const hidden = await fileArticle(world.as("jana"), await world.inboxIdOf("jana"));
    const others = await fileArticle(world.as("olga"), await world.folderId("fremde"));
    const ids = [foreign.id, hidden.id, "no-id", others.id, own.id];
    const { body } = await run({ kind: "priority", priority: "high" }, ids);
    const gone = { reason: "gone", title: null };
    expect(body.refused).toEqual([
      { content_id: hidden.id, ...gone },
      { content_id: "no-id", ...gone },
      { content_id: others.id, ...gone },
      { content_id: foreign.id, reason: "not_allowed", title: foreign.title },
    ]);
    expect((await read(own.id)).priority).toBe("high");
    expect((await world.as("olga").get(`/contents/${others.id}`)).body.priority).toBe("normal");
    expect((await henrike.get(`/batches/${body.id}`)).body).toEqual(body);
    for (const stranger of ["matthias", "olga"]) expect((await world.as(stranger).get(`/batches/${body.id}`)).status).toBe(404);
  });

  it("selects the articles of a filter that were filed until a moment", async () => {
    const ids = await fileSome(2, ["Gefiltert"]);
    const until = (await read(ids[1] ?? "")).created_at;
    const late = await file(["Gefiltert"]);
    const selection = { filter: { tags: "gefiltert", folder_ids: presseschau }, filed_until: until };
    expect((await henrike.post("/batches/preview", { batch: selection })).body).toEqual({ total: 2, scheduled_mailings: [] });
    expect((await run({ kind: "priority", priority: "high" }, selection)).body.total).toBe(2);
    expect((await read(late.id)).priority).toBe("normal");
  });

  it("refuses more articles than were confirmed", async () => {
    const ids = await fileSome(2, ["Bestätigt"]);
    const { status, body } = await run({ kind: "delete" }, { filter: { tags: "bestatigt" }, confirmed: 1 });
    expect([status, Object.keys(body.errors)]).toEqual([422, ["content_ids"]]);
    expect((await run({ kind: "priority", priority: "high" }, { content_ids: ids, confirmed: 2 })).status).toBe(201);
  });

  it("leaves articles that already are so at their version", async () => {
    const { id, lock_version } = await file(["Schon"], { priority: "high" });
    expect((await run({ kind: "priority", priority: "high" }, [id])).body.refused).toEqual([]);
    expect((await read(id)).lock_version).toBe(lock_version);
  });

  it("gives up a batch that has failed for a day, and says so", async () => {
    const { id } = await file(["Aufgegeben"]);
    const { rows } = await world.services.database.pool.query(
      `insert into batches (client_id, user_id, change, article_ids, updated_at)
       select client_id, id, '{"kind":"delete"}', $1, now() - interval '25 hours' from users where email = 'henrike@demo.example' returning id`,
      [JSON.stringify([id])],
    );
    await tidyBatches(world.services);
    expect((await henrike.get(`/batches/${rows[0].id}`)).body).toMatchObject({ state: "done", refused: [{ reason: "failed" }] });
    expect((await read(id)).title).toBeDefined();
  });

  it("a request sent four times at once with one key copies once", async () => {
    const { id } = await file(["Viermal"]);
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const answers = await Promise.all(Array.from({ length: 4 }, () => run({ kind: "copy", folder_id: politik }, [id], headers)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(titlesOf(await henrike.get(`/contents?tags=viermal&folder_ids=${politik}`))).toHaveLength(1);
  });

  it.each([
    ["nothing", { kind: "delete" }, { filter: { tags: "gibt-es-nicht" } }, "content_ids"],
    ["a folder where she only reads", { kind: "move", folder_id: "wettbewerb" }, undefined, "folder_id"],
    ["another workspace's folder", { kind: "copy", folder_id: "fremde" }, undefined, "folder_id"],
  ])("refuses %s", async (_, change, selection, field) => {
    const known = "folder_id" in change ? { ...change, folder_id: await world.folderId(String(change.folder_id)) } : change;
    const { status, body } = await run(known, selection ?? [(await file(["Egal"])).id]);
    expect([status, Object.keys(body.errors)[0]]).toEqual([422, expect.stringContaining(field)]);
  });

  it("continues a large batch in the background, in transactions of 500", async () => {
    await file(["Masse"]);
    const selection = { filter: { tags: "masse" } };
    for (let count = 1; count < 600; count *= 2) await finished((await run({ kind: "copy", folder_id: presseschau }, selection)).body.id);
    const { body } = await run({ kind: "move", folder_id: politik }, selection);
    expect(body).toMatchObject({ state: "working", total: 1024, processed: 0 });
    expect(await finished(body.id)).toMatchObject({ processed: 1024, refused: [] });
    expect((await henrike.get(`/contents?tags=masse&folder_ids=${politik}`)).body.meta.total_count).toBe(1024);
    expect((await henrike.get(`/contents?tags=masse&folder_ids=${presseschau}`)).body.meta.total_count).toBe(0);
  });

  it("stops a batch, and leaves the rest as it is", async () => {
    const [one, other] = [await file(["Angehalten"]), await file(["Angehalten"])];
    const { rows } = await world.services.database.pool.query(
      `insert into batches (client_id, user_id, change, article_ids, processed)
       select client_id, id, '{"kind":"delete"}', $1, 1 from users where email = 'henrike@demo.example' returning id`,
      [JSON.stringify([one.id, other.id])],
    );
    const stop = (person: string) => world.as(person).post(`/batches/${rows[0].id}/stop`, {});
    for (const stranger of ["matthias", "olga"]) expect((await stop(stranger)).status).toBe(404);
    const stopped = await stop("henrike");
    const refused = [{ content_id: other.id, reason: "stopped", title: other.title }];
    expect([stopped.status, stopped.body]).toMatchObject([200, { state: "done", total: 2, processed: 2, refused }]);
    expect((await stop("henrike")).body).toEqual(stopped.body);
    await runBatch(world.services, rows[0].id, new AbortController().signal);
    expect((await read(other.id)).title).toBe(other.title);
  });

  it("three large batches of one person may be under way", async () => {
    const ids = Array.from({ length: 201 }, () => crypto.randomUUID());
    await world.services.database.pool.query(
      `insert into batches (client_id, user_id, change, article_ids) select client_id, id, '{"kind":"delete"}', $1
       from users, generate_series(1, 3) where first_name = 'Henrike'`,
      [JSON.stringify(ids)],
    );
    const { status, headers } = await run({ kind: "delete" }, ids);
    expect((await run({ kind: "delete" }, [crypto.randomUUID()])).status).toBe(201);
    expect([status, Number(headers.get("Retry-After"))]).toEqual([429, 10]);
    await world.services.database.pool.query("delete from batches where processed = 0");
  });
});
