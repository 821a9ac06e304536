import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { titlesOf } from "../support/articles";
import { guarding } from "../support/authorisation";
import type { Answer, Caller } from "../support/caller";
import { type FeedServer, startFeedServer } from "../support/feeds/feed-server";
import { rssOf } from "../support/feeds/rss-of";
import { engine, type OpenWorld, openWorld } from "../support/harness";

const html = { "content-type": "text/html" };

describe("Sources", () => {
  let world: OpenWorld;
  let web: FeedServer;
  let henrike: Caller;
  let folder: string;
  let made = 0;

  beforeAll(async () => {
    web = await startFeedServer();
    world = await openWorld(engine, { IMPORT_ALLOW_HOSTS: web.host });
    henrike = world.as("henrike");
    folder = await world.folderId("presseschau");
  });
  afterAll(async () => {
    await world.close();
    await web.close();
  });
  // Each fetch of a feed counts for the limit.
  beforeEach(() => world.services.database.pool.query("delete from rate_limits"));

  /** The address of a new feed with one entry. */
  function offerFeed(title = "Hafenblatt"): string {
    made += 1;
    const path = `/own/${made}`;
    const items = [{ title: `Meldung ${made}`, link: `${web.url}${path}/1`, description: "<p>Das <b>Schiff</b> legt ab.</p>" }];
    web.setAnswer(path, { headers: { "content-type": "application/rss+xml" }, body: rssOf(items, { title }) });
    return `${web.url}${path}`;
  }
  const fieldsOf = (more: object = {}) => ({ folder_id: folder, address: offerFeed(), tags: ["Hafen"], ...more });
  const create = (more: object = {}, caller = henrike, headers?: HeadersInit) =>
    caller.post("/sources", { source: fieldsOf(more) }, headers);
  const changeable = { title: "Elbe", tags: ["Elbe"], included_words: ["Schiff"], excluded_words: [], full_text: false, is_paused: false };

  it("previews a feed with its newest entries, without saving anything", async () => {
    const address = offerFeed("Hafenblatt");
    const { status, body } = await henrike.post("/sources/preview", { folder_id: folder, address });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      feed: { address, title: "Hafenblatt", entries_count: 1, entries: [{ title: `Meldung ${made}`, teaser: "Das Schiff legt ab." }] },
      choices: [],
    });
    const { body: sources } = await henrike.get(`/folders/${folder}/sources`);
    expect(sources.map((source: { address: string }) => source.address)).not.toContain(address);
  });

  it("finds the feeds of a website: one is taken, several are offered", async () => {
    const [one, other] = [offerFeed("Eins"), offerFeed("Zwei")];
    const link = (address: string, title: string) => `<link rel="alternate" type="application/rss+xml" title="${title}" href="${address}">`;
    web.setAnswer("/site/one", { headers: html, body: `<html><head>${link(one, "Eins")}</head><body>Seite</body></html>` });
    web.setAnswer("/site/two", {
      headers: html,
      body: `<html><head>${link(one, "Eins")}${link(other, "Zwei")}</head><body>Seite</body></html>`,
    });
    const preview = async (path: string) =>
      (await henrike.post("/sources/preview", { folder_id: folder, address: `${web.url}${path}` })).body;
    expect(await preview("/site/one")).toMatchObject({ feed: { address: one, title: "Eins" } });
    expect(await preview("/site/two")).toEqual({
      feed: null,
      choices: [
        { address: one, title: "Eins" },
        { address: other, title: "Zwei" },
      ],
    });
    const refused = await create({ address: `${web.url}/site/two` });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["address"]]);
  });

  it("subscribes, fetches at once, lists the source with its state, and ends the subscription without its articles", async () => {
    const { status, body } = await create({ title: "Aus dem Hafen", included_words: ["schiff"] });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: "Aus dem Hafen",
      included_words: ["schiff"],
      folder: { id: folder },
      user: { last_name: "Lorenzen" },
    });
    const title = `Meldung ${made}`;
    await world.jobsDone();
    expect((await henrike.get(`/sources/${body.id}`)).body).toMatchObject({ filed: 1, problem: null, failing_since: null });
    expect((await henrike.get(`/folders/${folder}/sources`)).body.map(({ id }: { id: string }) => id)).toContain(body.id);
    expect((await henrike.delete(`/sources/${body.id}`)).status).toBe(204);
    expect((await henrike.get(`/sources/${body.id}`)).status).toBe(404);
    expect(titlesOf(await henrike.get(`/contents?folder_ids=${folder}`))).toContain(title);
  });

  it("creates one source for two requests with one key, and none for a feed that the folder has", async () => {
    const fields = fieldsOf();
    const key = { "Idempotency-Key": randomUUID() };
    const answers = await Promise.all([1, 2].map(() => henrike.post("/sources", { source: fields }, key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const again = await henrike.post("/sources", { source: fields });
    expect([again.status, again.body.errors.address]).toEqual([422, ["This Folda is already subscribed to this feed: “Hafenblatt”."]]);
    const elsewhere = await henrike.post("/sources", { source: { ...fields, folder_id: await world.folderId("fremde") } });
    expect(elsewhere.status).toBe(404);
  });

  it("changes a source by its version, which belongs to whoever changed it last", async () => {
    const { body: source } = await create();
    const change = (more: object, caller = henrike) => caller.put(`/sources/${source.id}`, { source: { ...changeable, ...more } });
    const { status, body } = await change({ lock_version: source.lock_version }, world.as("anna"));
    expect([status, body.title, body.user.id]).toEqual([200, "Elbe", await world.userId("anna")]);
    expect((await change({ lock_version: source.lock_version })).status).toBe(409);
    expect((await change({ is_paused: true })).body).toMatchObject({ is_paused: true, tags: ["Elbe"] });
  });

  it("fetches a source again that its server had withdrawn", async () => {
    const { body: source } = await create();
    await world.jobsDone();
    await world.services.database.pool.query("update sources set problem = 'gone', next_fetch_at = null where id = $1", [source.id]);
    expect((await henrike.post(`/sources/${source.id}/fetch`, {})).status).toBe(204);
    await world.jobsDone();
    expect((await henrike.get(`/sources/${source.id}`)).body.problem).toBeNull();
  });

  it("is named at its articles, and finds them, for those who see its folder, also once they are moved, until it ends", async () => {
    const inbox = await world.inboxIdOf("henrike");
    const { body: source } = await create({ folder_id: inbox });
    const { body: other } = await create({ folder_id: inbox });
    await world.jobsDone();
    const anna = world.as("anna");
    const listed = async (caller: Caller, query = "") =>
      (await caller.get(`/contents?subscriptions=${source.id}${query}`)).body.entries as { id: string; title: string }[];
    const named = { id: source.id, title: "Hafenblatt" };
    const [article] = await listed(henrike);
    expect(article).toMatchObject({ folder: { id: inbox }, subscription: named });
    expect(await listed(anna)).toEqual([]);

    await henrike.put(`/contents/${article?.id}/folder`, { folder_id: folder });
    for (const query of ["", "&tags=hafen", "&term=Meldung", "&sort_by=views", `&folder_ids=${folder}`])
      expect(await listed(henrike, query)).toMatchObject([{ id: article?.id, subscription: named }]);
    for (const query of [",", `,${randomUUID()}`, ",kein-Abo"]) expect(await listed(henrike, query)).toHaveLength(1);
    expect(await listed(henrike, `,${other.id}`)).toHaveLength(2);
    expect(await listed(henrike, `&folder_ids=${inbox}`)).toEqual([]);
    const shownTo = async (caller: Caller) => (await caller.get(`/contents/${article?.id}`)).body.subscription;
    expect(await shownTo(henrike)).toEqual(named);
    for (const query of ["", "&term=Meldung"]) expect(await listed(anna, query)).toEqual([]);
    expect(await shownTo(anna)).toBeNull();
    const found = (await anna.get(`/contents?folder_ids=${folder}`)).body.entries;
    expect(found.find(({ id }: { id: string }) => id === article?.id).subscription).toBeNull();

    const choices = async (caller: Caller) =>
      (await caller.get("/subscriptions")).body.filter(({ id }: { id: string }) => id === source.id);
    expect(await choices(henrike)).toEqual([
      {
        ...named,
        folder: { id: inbox, name: expect.any(String), purpose: "inbox" },
        team: expect.objectContaining({ visibility: "is_personal" }),
      },
    ]);
    expect(await choices(anna)).toEqual([]);
    await henrike.delete(`/sources/${source.id}`);
    expect([await listed(henrike), await shownTo(henrike), await choices(henrike)]).toEqual([[], null, []]);
  });

  it("takes an inbox out of the stream with its first source, and leaves it to people from then on", async () => {
    const inbox = await world.inboxIdOf("henrike");
    const isHidden = async (id: string) => (await henrike.get(`/folders/${id}`)).body.hidden_from_stream;
    const earlier = (await henrike.get(`/folders/${inbox}/sources`)).body;
    for (const { id } of earlier) await henrike.delete(`/sources/${id}`);
    await henrike.put(`/folders/${inbox}/stream`, { hidden_from_stream: false });
    const made = await Promise.all([create({ folder_id: inbox }), create({ folder_id: inbox })]);
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    expect(await isHidden(inbox)).toBe(true);
    expect((await henrike.put(`/folders/${inbox}/stream`, { hidden_from_stream: false })).status).toBe(200);
    await create({ folder_id: inbox });
    expect([await isHidden(inbox), await isHidden(folder)]).toEqual([false, false]);
  });

  it("finds nothing by a source that is none", async () => {
    for (const query of ["kein-Abo", randomUUID()])
      expect((await henrike.get(`/contents?subscriptions=${query}`)).body).toMatchObject({ entries: [], meta: { total_count: 0 } });
  });

  describe("Bad input", () => {
    it("a private address is refused at its field", async () => {
      const { status, body } = await create({ address: "http://10.0.0.1/feed" });
      expect([status, Object.keys(body.errors)]).toEqual([422, ["address"]]);
    });

    it.each([
      ["a page without a feed", "/bad/page", { headers: html, body: "<html><body>Nur Text</body></html>" }],
      ["a picture", "/bad/picture", { headers: { "content-type": "image/png" }, body: "PNG" }],
      ["nothing", "/bad/missing", { status: 404 }],
      ["an error", "/bad/error", { status: 500 }],
    ])("%s is no feed", async (_, path, answer) => {
      web.setAnswer(path, answer);
      const { status, body } = await henrike.post("/sources/preview", { folder_id: folder, address: `${web.url}${path}` });
      expect([status, Object.keys(body.errors)]).toEqual([422, ["address"]]);
    });
  });
});

describe("Who may do what with sources", () => {
  let world: OpenWorld;
  let web: FeedServer;
  beforeAll(async () => {
    web = await startFeedServer();
    world = await openWorld(engine, { IMPORT_ALLOW_HOSTS: web.host });
    web.setAnswer("/feed", { headers: { "content-type": "application/rss+xml" }, body: rssOf([]) });
  });
  afterAll(async () => {
    await world.close();
    await web.close();
  });
  const query = (text: string, values: unknown[]) => world.services.database.pool.query(text, values);

  /** A source of a folder, for one call. */
  async function sourceIn(folder: string): Promise<string> {
    const { rows } = await query(
      `insert into sources (client_id, folder_id, user_id, address, title, tags, full_text)
       select f.client_id, f.id, $2, $3, 'Hafenblatt', '{Hafen}', false from folders f where f.id = $1 returning id`,
      [await world.folderId(folder), await world.userId("anna"), `${web.url}/${randomUUID()}`],
    );
    return rows[0].id;
  }

  describe.each(["politik", "nordkorridor"])("of %s", (folder) => {
    const action = "source:manage";
    const ofFolder = guarding(() => world, { place: { folder }, make: () => world.folderId(folder) });
    const ofSource = guarding(() => world, { place: { folder }, make: () => sourceIn(folder) });
    /** Resets the person's rate limits first. */
    const unlimited = (call: (caller: Caller, id: string) => Promise<Answer>) => async (caller: Caller, id: string) => {
      await query("delete from rate_limits", []);
      return call(caller, id);
    };
    const fields = { title: "Neu", tags: ["Hafen"], included_words: [], excluded_words: [], full_text: false, is_paused: true };

    ofFolder("GET /folders/{id}/sources", action, (caller, id) => caller.get(`/folders/${id}/sources`));
    ofFolder("PUT /folders/{id}/stream", action, (caller, id) => caller.put(`/folders/${id}/stream`, { hidden_from_stream: true }));
    ofSource("GET /sources/{id}", action, (caller, id) => caller.get(`/sources/${id}`));
    ofSource("PUT /sources/{id}", action, (caller, id) => caller.put(`/sources/${id}`, { source: fields }));
    const fetchNow = unlimited((caller, id) => caller.post(`/sources/${id}/fetch`, {}));
    ofSource("POST /sources/{id}/fetch", action, fetchNow, { consumes: true });
    ofSource("DELETE /sources/{id}", action, (caller, id) => caller.delete(`/sources/${id}`), { consumes: true });
    const address = () => `${web.url}/feed`;
    const subscribe = unlimited(async (caller, folder_id) => {
      await query("delete from sources where address = $1", [address()]);
      return caller.post("/sources", { source: { folder_id, address: address(), tags: ["Hafen"] } });
    });
    ofFolder("POST /sources", action, subscribe);
    const preview = unlimited((caller, folder_id) => caller.post("/sources/preview", { folder_id, address: address() }));
    ofFolder("POST /sources/preview", action, preview);
  });
});
