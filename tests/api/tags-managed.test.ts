import { beforeAll, describe, expect, it } from "vitest";
import { countStatements } from "../../api/db/pool";
import { fileArticle, statusesOf } from "../support/articles";
import type { Caller } from "../support/caller";
import { worldForTests } from "../support/harness";

describe("Tags in the hands of Jana, who administers the workspace", () => {
  const world = worldForTests();
  let jana: Caller;
  let folder: string;

  beforeAll(async () => {
    jana = world.as("jana");
    folder = await world.folderId("nordkorridor");
    // Copied by `spread`.
    await fileArticle(jana, folder, { title: "Vorlage" });
  });

  const query = (text: string, values: unknown[] = []) => world.services.database.pool.query(text, values);
  const file = (tags: string[], title = "Gleis") => fileArticle(jana, folder, { title, tags });
  const make = async (name: string) => (await jana.post("/tags", { tag: { name } })).body;
  const used = async (term: string) => (await jana.get(`/tags/used?term=${encodeURIComponent(term)}`)).body;
  const tagged = async (slug: string) => (await jana.get(`/contents?tags=${slug}`)).body.meta.total_count;
  const found = async (term: string) => (await jana.get(`/contents?term=${term}`)).body.entries.map(({ id }: { id: string }) => id);
  const namesOf = (tags: { name: string }[]) => tags.map(({ name }) => name);

  it("She sees how often each is used, at articles and as an interest, and finds some by their letters", async () => {
    await file(["Zählwerk", "Zählbar"]);
    await file(["Zählwerk"]);
    await world.as("tobias").put(`/users/${await world.userId("tobias")}`, { user: { interests: ["Zählbar"] } });
    const { entries, meta } = await used("ZÄHL");
    expect(
      entries.map(({ name, contents_count, interests_count }: Record<string, unknown>) => [name, contents_count, interests_count]),
    ).toEqual([
      ["Zählbar", 1, 1],
      ["Zählwerk", 2, 0],
    ]);
    expect(meta).toEqual({ current_page: 0, per_page: 25, next_page: null, total_count: 2, total_is_exact: true });
    expect((await jana.get(`/tags/${entries[1].id}`)).body).toEqual(entries[1]);
    expect((await used("%")).entries).toEqual([]);
  });

  it("One name is one tag, made twice at once too", async () => {
    const answers = await Promise.all(["Doppelt", "DOPPELT", "doppelt"].map((name) => jana.post("/tags", { tag: { name } })));
    expect(statusesOf(answers).sort()).toEqual([201, 422, 422]);
    expect((await used("doppelt")).meta.total_count).toBe(1);
    const { id } = await make("Einfach");
    const taken = await jana.put(`/tags/${id}`, { tag: { name: "doppelT" } });
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ["name"]]);
    expect((await jana.put(`/tags/${id}`, { tag: { name: "EINFACH" } })).body.name).toBe("EINFACH");
  });

  it("A renamed tag is found by its new name, no longer by its old one, and keeps its address", async () => {
    const { id: article, tags } = await file(["Sperrpausse"], "Ohne Wort");
    const [tag] = tags;
    const renamed = await jana.put(`/tags/${tag.id}`, { tag: { name: "Oberbaudeckel" } });
    expect(renamed.body).toMatchObject({ id: tag.id, name: "Oberbaudeckel", slug: "sperrpausse", contents_count: 1 });
    expect(await tagged("sperrpausse")).toBe(1);
    expect(await found("Oberbaudeckel")).toEqual([article]);
    expect(await found("Sperrpausse")).toEqual([]);
    expect(namesOf((await jana.get(`/contents/${article}`)).body.tags)).toEqual(["Oberbaudeckel"]);
  });

  it("A merged tag is the other one at articles, among interests, where it is followed or searched for, in feeds and in drafts of newsletters", async () => {
    const both = await file(["Weichenbau", "Weichenwerk"]);
    const one = await file(["Weichenwerk", "Signal"], "Allein");
    const [into, from] = both.tags;
    const tobias = world.as("tobias");
    await tobias.put(`/users/${await world.userId("tobias")}`, { user: { interests: ["Weichenwerk"] } });
    await jana.put(`/users/${await world.userId("jana")}`, { user: { interests: ["Weichenwerk", "Weichenbau"] } });
    const feed = (await jana.post("/feeds", { feed: { name: "F", query: { tags: "signal,weichenwerk" } } })).body;
    const follow = async (fields: object) => (await jana.post("/follows", { follow: fields })).body.id;
    const searches = [
      await follow({ name: "Alt", query: { tags: "weichenwerk" } }),
      await follow({ name: "Neu", query: { tags: "weichenbau" } }),
    ];
    const follows = [await follow({ tag_id: from.id }), await follow({ tag_id: into.id })];
    const tobiasFollow = (await tobias.post("/follows", { follow: { tag_id: from.id } })).body.id;
    const mailing = (await jana.post("/mailings", { mailing: { folder_id: folder } })).body;
    const chosen = mailing.vuex_state.tags.map((tag: { id: string }) => tag.id);
    expect(chosen).toEqual(expect.arrayContaining([into.id, from.id]));
    const other = (
      await jana.post("/mailings", { mailing: { folder_id: folder, vuex_state: { tags: [{ id: from.id, selected: true }] } } })
    ).body;
    const choices = (selected: string) => [into, from].map(({ id }) => ({ id, selected: id === selected }));
    const listed = await Promise.all(
      [into, from].map(
        async ({ id }) => (await jana.post("/mailings", { mailing: { folder_id: folder, vuex_state: { tags: choices(id) } } })).body,
      ),
    );

    const merged = await jana.post(`/tags/${from.id}/merge`, { tag: { into: " weichenBAU " } });
    expect([merged.status, merged.body]).toMatchObject([200, { id: into.id, name: "Weichenbau", contents_count: 2, interests_count: 2 }]);
    expect((await jana.get(`/tags/${from.id}`)).status).toBe(404);
    expect(namesOf((await jana.get(`/contents/${one.id}`)).body.tags).sort()).toEqual(["Signal", "Weichenbau"]);
    expect(namesOf((await jana.get(`/contents/${both.id}`)).body.tags)).toEqual(["Weichenbau"]);
    expect([await tagged("weichenbau"), await tagged("weichenwerk")]).toEqual([2, 0]);
    expect((await found("Weichenbau")).sort()).toEqual([both.id, one.id].sort());
    const feeds = (await jana.get("/feeds")).body;
    expect(feeds.find(({ id }: { id: string }) => id === feed.id).query.tags).toBe("signal,weichenbau");
    const left = (await jana.get("/follows")).body.map(({ id }: { id: string }) => id);
    expect(left).toEqual([follows[1], searches[1]]);
    expect((await tobias.get("/follows")).body).toMatchObject([{ id: tobiasFollow, tag: { id: into.id } }]);
    const stored = async (id: string) => (await query("select vuex_state->'tags' as tags from mailings where id = $1", [id])).rows[0].tags;
    expect((await stored(mailing.id)).map((tag: { id: string }) => tag.id)).toEqual(chosen.filter((id: string) => id !== from.id));
    expect(await stored(other.id)).toEqual([{ id: into.id, selected: true }]);
    for (const { id } of listed) expect(await stored(id), "selected if either was").toEqual([{ id: into.id, selected: true }]);
  });

  it("A tag merges into another one that there is, and not into itself", async () => {
    const { id } = await make("Kreis");
    const merge = async (into: string) => (await jana.post(`/tags/${id}/merge`, { tag: { into } })).body.errors;
    expect(await merge("kreis")).toEqual({ into: [expect.stringContaining("itself")] });
    expect(await merge("Nirgends")).toEqual({ into: [expect.stringContaining("no tag")] });
    expect((await jana.get(`/tags/${id}`)).status).toBe(200);
  });

  it("Two that are merged into each other at once leave one", async () => {
    await file(["Hin", "Her"]);
    const [her, hin] = await Promise.all(
      ["Her", "Hin"].map(async (name) => (await used(name)).entries.find((tag: { name: string }) => tag.name === name)),
    );
    const answers = await Promise.all([
      jana.post(`/tags/${hin.id}/merge`, { tag: { into: "Her" } }),
      jana.post(`/tags/${her.id}/merge`, { tag: { into: "Hin" } }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 404, 422].includes(status))).toBe(true);
    const { rows } = await query("select count(*)::int as n from tags where name in ('Hin', 'Her')");
    expect(rows).toEqual([{ n: 1 }]);
  });

  it("A deleted tag is off every article, and no search finds it; one given to an article meanwhile is made anew", async () => {
    const { id: article, tags } = await file(["Wegwerfwort", "Bleibt"]);
    const id = tags[0].id;
    const [gone] = await Promise.all([jana.delete(`/tags/${id}`), file(["Wegwerfwort"]), file(["Wegwerfwort"])]);
    expect(gone.status).toBe(204);
    expect((await jana.delete(`/tags/${id}`)).status).toBe(404);
    expect(namesOf((await jana.get(`/contents/${article}`)).body.tags)).toEqual(["Bleibt"]);
    expect(await found("Wegwerfwort")).not.toContain(article);
  });

  /** Adds a tag to this many new articles. */
  const spread = (tagId: string, count: number) =>
    query(
      `with made as (
        insert into articles (client_id, folder_id, user_id, title, teaser, body, published_at)
        select a.client_id, a.folder_id, a.user_id, 'Masse ' || n, '', '', a.published_at
        from (select * from articles limit 1) a, generate_series(1, $2::int) n returning id, created_at)
       insert into article_tags select id, $1, 0, created_at from made`,
      [tagId, count],
    );

  it("Of a tag with more articles than are indexed at once, the others follow in the background", async () => {
    const [tag] = (await file(["Massenwort"])).tags;
    await spread(tag.id, 750);
    const { statements, result } = await countStatements(() => jana.put(`/tags/${tag.id}`, { tag: { name: "Haufenwort" } }));
    expect(result.status).toBe(200);
    expect(statements.length).toBeLessThan(30);
    await world.jobsDone();
    expect((await jana.get("/contents?term=Haufenwort")).body.meta.total_count).toBe(751);
  });

  it("Before a tag is deleted she reads how many feeds and drafts name it, and that those feeds find nothing then", async () => {
    const { tags } = await file(["Feedwort", "Anderswort"]);
    const [tag] = tags;
    const feed = (await jana.post("/feeds", { feed: { name: "F", query: { tags: "anderswort,feedwort" } } })).body;
    const state = (selected: boolean) => ({ tags: [{ id: tag.id, selected }] });
    for (const selected of [true, false]) await jana.post("/mailings", { mailing: { folder_id: folder, vuex_state: state(selected) } });
    expect((await jana.get(`/tags/${tag.id}/removal`)).body).toMatchObject({
      name: "Feedwort",
      contents_count: 1,
      interests_count: 0,
      feeds_count: 1,
      mailings_count: 1,
    });
    const entries = async () => (await jana.get(`/contents?tags=${feed.query.tags}`)).body.meta.total_count;
    expect(await entries()).toBe(1);
    expect((await jana.delete(`/tags/${tag.id}`)).status).toBe(204);
    expect(await entries()).toBe(0);
    expect((await jana.get(`/tags/${tag.id}/removal`)).status).toBe(404);
  });

  it("She sees which tags are probably unfinished words, and of which ones", async () => {
    const leftovers = async (): Promise<string[]> =>
      (await jana.get("/tags/leftovers")).body.map((one: Record<string, { name: string }>) => `${one.tag?.name} of ${one.meant?.name}`);
    // The longest one wins. "Schien" is used twice, "Kran" not with the longer one, "Bagg" is an interest, and "Krö" is followed.
    await file(["lade", "Ladeamt", "Ladeplanung"]);
    await file(["Schien", "Schienenweg"]);
    await file(["Schien"]);
    await file(["Kran"]);
    await file(["Kranwagen"]);
    await file(["Bagg", "Bagger"]);
    const { tags } = await file(["Krö", "Krötentunnel"]);
    const piotr = world.as("piotr");
    await piotr.put(`/users/${await world.userId("piotr")}`, { user: { interests: ["Bagg"] } });
    await piotr.post("/follows", { follow: { tag_id: tags.find(({ name }: { name: string }) => name === "Krö").id } });
    const seen = await leftovers();
    expect(seen).toContain("lade of Ladeplanung");
    expect(seen.filter((one) => /^(Schien|Kran|Bagg|Krö)/.test(one))).toEqual([]);
    expect((await world.as("olga").get("/tags/leftovers")).body).toEqual([]);
    const [{ id }] = (await used("lade")).entries.filter(({ name }: { name: string }) => name === "lade");
    await jana.post(`/tags/${id}/merge`, { tag: { into: "Ladeplanung" } });
    expect(await leftovers()).toEqual(seen.filter((one) => one !== "lade of Ladeplanung"));
  });

  it("A page of 5,000 tags takes as many statements as one of ten, and every page is there", async () => {
    const statementsOf = async (path: string) => (await countStatements(() => jana.get(path))).statements;
    const few = await statementsOf("/tags/used");
    expect(few).toHaveLength(2);
    await query(
      `insert into tags (client_id, name, slug) select client_id, 'Viel ' || lpad(n::text, 4, '0'), 'viel-' || n
       from (select client_id from tags limit 1) t, generate_series(1, 5000) n`,
    );
    expect(await statementsOf("/tags/used")).toHaveLength(2);
    expect(await statementsOf("/tags/used?term=viel&page=199")).toHaveLength(2);
    const last = (await jana.get("/tags/used?term=viel&page=199")).body;
    expect([last.entries.length, last.entries.at(-1).name, last.meta.next_page]).toEqual([25, "Viel 5000", null]);
    expect((await jana.get("/tags/used?term=viel&page=200")).body.entries).toEqual([]);
    expect((await jana.get("/tags/used?term=viel")).body.meta).toMatchObject({ total_count: 5000, next_page: 1 });
  });

  it("Merging a tag of 2,000 articles takes as many statements as one of 500, and so does deleting", async () => {
    await make("Sammelwort");
    const statementsOf = async (count: number, change: (id: string) => Promise<{ status: number }>) => {
      const { id } = await make(`Menge ${crypto.randomUUID()}`);
      await spread(id, count);
      const { statements, result } = await countStatements(() => change(id));
      expect(result.status).toBeLessThan(300);
      return statements.length;
    };
    const merge = (id: string) => jana.post(`/tags/${id}/merge`, { tag: { into: "Sammelwort" } });
    const remove = (id: string) => jana.delete(`/tags/${id}`);
    for (const change of [merge, remove]) expect(await statementsOf(2000, change)).toBe(await statementsOf(500, change));
    expect((await used("Sammelwort")).entries[0].contents_count).toBe(2500);
    // Otherwise later tests would wait until thousands of articles are indexed.
    await query("delete from jobs where name = 'article-indexing'");
  });
});
