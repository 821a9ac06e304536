import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { reindexArticles } from "../../api/db/search/article-search";
import { articleFields, fileArticle, titlesOf } from "../support/articles";
import type { Caller } from "../support/caller";
import { worldForTests } from "../support/harness";

/** Jana's articles: title, and what is special about them. */
const stories = [
  {
    title: "Weichenstörung in Celle",
    folder: "nordkorridor",
    tags: ["Störung", "Weiche"],
    countries: ["DE"],
    source_name: "Heideblatt",
    source_url: "https://heide.example/1",
    language: "de-AT",
    published_at: "2026-01-10",
    createdAt: "2026-01-15T22:59:59Z",
    views: 5,
    comments: 1,
  },
  {
    title: "Punctuality improves",
    folder: "rail-europe",
    tags: ["Pünktlichkeit"],
    countries: ["GB", "FR"],
    source_name: "Rail Weekly",
    source_url: "https://rail.example/2",
    language: "en",
    published_at: "2026-01-12",
    createdAt: "2026-01-15T23:00:00Z",
    views: 9,
    comments: 0,
  },
  {
    title: "Signale am Nordkopf",
    folder: "nordkorridor",
    tags: ["Störung"],
    countries: [],
    source_name: "Heideblatt",
    source_url: null,
    published_at: "2026-01-11",
    createdAt: "2026-01-16T22:59:59.999Z",
    views: 2,
    comments: 3,
    priority: "high",
    shareable: false,
  },
  {
    title: "Brückenprüfung abgeschlossen",
    folder: "bruecken",
    tags: ["Prüfung", "Störung", "Weiche"],
    countries: ["AT"],
    source_name: null,
    source_url: null,
    published_at: "2026-01-09",
    createdAt: "2026-01-16T23:00:00Z",
    views: 2,
    comments: 0,
  },
] as const;
const [weiche, punctuality, signale, bruecke] = stories.map(({ title }) => title);

describe("Lists of articles", () => {
  const world = worldForTests();
  let jana: Caller;

  beforeAll(async () => {
    jana = world.as("jana");
    const { pool } = world.services.database;
    for (const { folder, createdAt, views, comments, ...fields } of stories) {
      const { id } = await fileArticle(jana, await world.folderId(folder), fields);
      for (let said = 0; said < comments; said += 1) await jana.post(`/comments/content/${id}`, { body: "Dazu gibt es Fragen." });
      // Nobody can file an article in the past, so the copies of its date in other tables are changed with it.
      await pool.query("update articles set created_at = $2 where id = $1", [id, createdAt]);
      for (const copied of ["article_tags", "article_search"])
        await pool.query(`update ${copied} set created_at = $2 where article_id = $1`, [id, createdAt]);
      await pool.query("update article_stats set views = $2 where article_id = $1", [id, views]);
    }
  });
  afterEach(async () => {
    await world.services.database.pool.query("delete from articles where title <> all($1)", [stories.map(({ title }) => title)]);
  });

  const list = async (query: string) => titlesOf(await jana.get(`/contents?${query}`));

  it.each([
    ["", [bruecke, signale, punctuality, weiche]],
    ["sort_dir=asc", [weiche, punctuality, signale, bruecke]],
    ["sort_by=created_at&sort_dir=desc", [bruecke, signale, punctuality, weiche]],
    ["sort_by=published_at", [punctuality, signale, weiche, bruecke]],
    ["sort_by=published_at&sort_dir=asc", [bruecke, weiche, signale, punctuality]],
  ])("sorted by %j", async (query, expected) => {
    expect(await list(query)).toEqual(expected);
  });

  it.each(["views", "comments_count"])("sorted by %s, equal ones by id, and turned around the other way", async (sort) => {
    const { body } = await jana.get(`/contents?sort_by=${sort}`);
    const keys = body.entries.map((entry: Record<string, number>) => [entry[sort], entry.id]);
    const sorted = [...keys].sort(([a, x], [b, y]) => b - a || (x < y ? 1 : -1));
    expect(keys).toEqual(sorted);
    expect(await list(`sort_by=${sort}&sort_dir=asc`)).toEqual(titlesOf({ body } as never).reverse());
  });

  it.each([
    ["tags=stoerung", [bruecke, signale, weiche]],
    ["tags=stoerung,weiche", [bruecke, weiche]],
    ["tags=stoerung,weiche,stoerung", [bruecke, weiche]],
    ["tags=stoerung&sort_by=views", [weiche]],
    ["tags=stoerung,weiche&sort_by=published_at&sort_dir=asc&countries=DE,AT", [bruecke]],
    ["tags=st%00oerung,%00,%20weiche%20", [bruecke, weiche]],
    ["tags=unbekannt", []],
    ["tags=stoerung,unbekannt", []],
    ["countries=DE", [weiche]],
    ["countries=DE,FR,GB", [punctuality, weiche]],
    ["countries=ZZ", []],
    ["languages=de", [weiche]],
    ["languages=de,en", [punctuality, weiche]],
    ["languages=de&tags=stoerung", [weiche]],
    ["languages=fr", []],
    ["source_name=Heideblatt", [signale, weiche]],
    ["source_name=heide", []],
    ["priority=high", [signale]],
    ["priority=normal&tags=stoerung", [bruecke, weiche]],
    ["external=with_source_url", [punctuality, weiche]],
    ["external=without_source_url", [bruecke, signale]],
    ["shareable=true", [bruecke, punctuality, weiche]],
    ["shareable=true&tags=stoerung", [bruecke, weiche]],
    ["shareable=true&priority=high", []],
    ["shareable=true&sort_by=comments_count", [weiche]],
    ["published_at_from=2026-01-10&published_at_until=2026-01-11", [signale, weiche]],
    ["created_at_from=2026-01-16&created_at_until=2026-01-16", [signale, punctuality]],
    ["created_at_until=2026-01-15", [weiche]],
    ["created_at_from=2026-01-17", [bruecke]],
    ["created_at_from=0000-01-01&published_at_from=0001-01-01", [bruecke, signale, punctuality, weiche]],
    ["published_at_from=0000-01-01", [bruecke, signale, punctuality, weiche]],
    ["created_at_until=0000-12-31", []],
    ["published_at_until=0000-12-31", []],
    ["created_at_until=9999-12-31&published_at_until=9999-12-31", [bruecke, signale, punctuality, weiche]],
    ["term=", [bruecke, signale, punctuality, weiche]],
    ["tags=&folder_ids=&countries=&languages=&source_name=", [bruecke, signale, punctuality, weiche]],
  ])("narrowed by %j, days being those of Berlin with both ends", async (query, expected) => {
    const found = await list(query);
    if (query.includes("sort_by")) expect(found[0]).toBe(expected[0]);
    else expect(found).toEqual(expected);
  });

  it.each([
    ["term=Weichenstörung", [weiche]],
    ["term=weichenst", [weiche]],
    ["term=signale&shareable=true", []],
    ["term=improved punctual", [punctuality]],
    ["term=Prüfungen", [bruecke]],
    ["term=heideblatt", [signale, weiche]],
    ["term=Heideblatt -Signale", [weiche]],
    ["term=Punctuality or Celle", [punctuality, weiche]],
    [`term="Signale am Nordkopf"`, [signale]],
    [`term="Nordkopf am Signale"`, []],
    ["term=Fragen", [signale, weiche]],
    ["term=Störung&folder_ids=NORD&sort_by=created_at&sort_dir=asc", [weiche, signale]],
    ["term=Störung&tags=weiche&countries=AT", [bruecke]],
  ])("found by %j, whatever the order", async (query, expected) => {
    const asked = query.replace("NORD", await world.folderId("nordkorridor")).replace(/[ "öü]/g, encodeURIComponent);
    const found = await list(asked);
    expect(query.includes("sort_by") ? found : [...found].sort()).toEqual(query.includes("sort_by") ? expected : [...expected].sort());
  });

  it("What stands in the title comes before what stands in a comment", async () => {
    const folder = await world.folderId("energie");
    const florian = world.as("florian");
    const aside = await fileArticle(florian, folder, { title: "Speicher", tags: ["Energie"] });
    await florian.post(`/comments/content/${aside.id}`, { body: "Wie beim Wasserkraftwerk?" });
    await fileArticle(florian, folder, { title: "Wasserkraftwerk am Netz", tags: ["Energie"] });
    await fileArticle(florian, folder, { title: "Neues vom Fluss", body: "<p>Das Wasserkraftwerk läuft.</p>", tags: ["Energie"] });
    expect(titlesOf(await florian.get("/contents?term=wasserkraftwerk"))).toEqual([
      "Wasserkraftwerk am Netz",
      "Neues vom Fluss",
      "Speicher",
    ]);
  });

  it.each([
    "der die das",
    "-",
    `"`,
    "& | ! ( ) : * <->",
    "a:*",
    "\\",
    "%",
    "😀",
    "or or",
    "x".repeat(1000),
    "wort ".repeat(200).trim(),
    `ein "zwei" "drei" -"vier`,
    `"`.repeat(999),
    "-".repeat(999),
    `-"" - -" "`,
    "a'b c''d 'e'",
    "(a | b) & !c <-> d:A*",
    "foo/bar?x=1 http://x.example/a_(b) max@x.example",
    "eins or or zwei or",
    "𝕭𝖗ü𝖈𝖐𝖊",
    "ue".repeat(400),
  ])("the term %j finds nothing or something, but never fails", async (term) => {
    for (const sort of ["", "&sort_by=views", "&sort_by=created_at"]) {
      expect((await jana.get(`/contents?term=${encodeURIComponent(term)}${sort}`)).status).toBe(200);
    }
  });

  it.each([
    "created_at_from=2026-02-01&created_at_until=2026-01-01",
    "published_at_from=2026-02-01&published_at_until=2026-01-01",
    "folder_ids=nothing,%27%20or%201%3D1",
    "countries=ZZ&tags=%25_%5C'\"%26%7C!()",
    "source_name=%25_%5C'\"%26%7C!()",
  ])("%j narrows to nothing, and no more", async (query) => {
    const { status, body } = await jana.get(`/contents?${query}`);
    expect([status, body]).toEqual([
      200,
      { entries: [], meta: { current_page: 1, per_page: 12, next_page: null, total_count: 0, total_is_exact: true } },
    ]);
  });

  it("Articles whose source was stored with a character that nobody sees are found by it", async () => {
    const { id } = await fileArticle(jana, await world.folderId("baustellen"), { title: "Mit Trennzeichen" });
    const { db, pool } = world.services.database;
    await pool.query("update articles set source_name = $1 where id = $2", ["Schienen\u00adblatt", id]);
    await reindexArticles(db, [id]);
    expect(await list(`source_name=${encodeURIComponent("Schienen\u00adblatt")}`)).toEqual(["Mit Trennzeichen"]);
    await jana.delete(`/contents/${id}`);
  });

  it("Comments and changed words are found, deleted ones no more", async () => {
    const folder = await world.folderId("baustellen");
    const article = await fileArticle(jana, folder, { title: "Ohne besonderes Wort" });
    const comment = await jana.post(`/comments/content/${article.id}`, { body: "Gleisschotterbett" });
    expect(await list("term=Gleisschotterbett")).toEqual(["Ohne besonderes Wort"]);
    await jana.delete(`/comments/${comment.body.id}`);
    expect(await list("term=Gleisschotterbett")).toEqual([]);
    await jana.put(`/contents/${article.id}`, { content: articleFields(folder, { title: "Jetzt mit Oberleitungsmast" }) });
    expect(await list("term=Oberleitungsmast")).toEqual(["Jetzt mit Oberleitungsmast"]);
    expect(await list("term=besonderes")).toEqual([]);
  });

  it("Comments written at once are all found", async () => {
    const article = await fileArticle(jana, await world.folderId("baustellen"), { title: "Viele Stimmen" });
    const words = ["Ahornweg", "Birkenweg", "Eichenweg", "Fichtenweg"];
    const tobias = world.as("tobias");
    const change = tobias.put(`/contents/${article.id}`, {
      content: articleFields(article.folder_id, { title: "Viele Stimmen Nachtrag" }),
    });
    await Promise.all([change, ...words.map((body) => jana.post(`/comments/content/${article.id}`, { body }))]);
    for (const word of [...words, "Nachtrag"]) expect(await list(`term=${word}`), word).toEqual(["Viele Stimmen Nachtrag"]);
    expect((await jana.get(`/contents/${article.id}`)).body.comments_count).toBe(4);
  });

  it("Pages follow each other without gap or repetition, and say whether there is another", async () => {
    const folder = await world.folderId("sicherung");
    for (let n = 0; n < 7; n += 1) await fileArticle(jana, folder, { title: `Nummer ${n}` });
    for (const sort of ["created_at", "published_at", "views", "comments_count"]) {
      const pages = await Promise.all(
        [1, 2, 3, 4].map((page) => jana.get(`/contents?folder_ids=${folder}&sort_by=${sort}&per_page=3&page=${page}`)),
      );
      expect(pages.map(({ body }) => body.meta)).toEqual([
        { current_page: 1, per_page: 3, next_page: 2, total_count: 7, total_is_exact: true },
        { current_page: 2, per_page: 3, next_page: 3, total_count: 7, total_is_exact: true },
        { current_page: 3, per_page: 3, next_page: null, total_count: 7, total_is_exact: true },
        { current_page: 4, per_page: 3, next_page: null, total_count: 7, total_is_exact: true },
      ]);
      expect(new Set(pages.flatMap(titlesOf)).size).toBe(7);
    }
  });

  it("Lists carry no texts, but the first picture, the tags in their order and what Jana may do", async () => {
    const { body } = await jana.get(`/contents?folder_ids=${await world.folderId("bruecken")}`);
    expect(body.entries[0]).not.toHaveProperty("body");
    expect(body.entries[0]).toMatchObject({
      picture: null,
      permissions: { update: true, destroy: true },
      user: { first_name: "Jana", avatar_urls: { thumb: null } },
    });
    expect(body.entries[0].tags.map((tag: { name: string }) => tag.name)).toEqual(["Prüfung", "Störung", "Weiche"]);
  });

  it("An article is found by all of fifty tags, and not by fifty of which it has forty-nine", async () => {
    const names = Array.from({ length: 50 }, (_, n) => `Vielfach ${n}`);
    const slugs = names.map((name) => name.toLowerCase().replace(" ", "-"));
    const folder = await world.folderId("sicherung");
    await fileArticle(jana, folder, { title: "Alle fünfzig", tags: names });
    await fileArticle(jana, folder, { title: "Eines fehlt", tags: names.slice(1) });
    for (const sort of ["created_at", "views"]) {
      expect(await list(`tags=${slugs.join(",")}&sort_by=${sort}`)).toEqual(["Alle fünfzig"]);
      expect(await list(`tags=${slugs.slice(1).join(",")}&sort_by=${sort}`)).toHaveLength(2);
    }
  });
});
