import { beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "../../api/db/pool";
import { contentListSchema } from "../../contract/rest/contents";
import { articleFields, fileArticle, titlesOf } from "../support/articles";
import type { Caller } from "../support/caller";
import { worldForTests } from "../support/harness";

const filed = [
  { title: "Eisenbahnbrückenbau in Uelzen", body: "<p>Der Überbau kommt im Herbst.</p>" },
  { title: "Prüfung der Brücken", body: "<p>Gutachter messen jede Schwelle.</p>" },
  { title: "Herr Müller fährt nach Celle", body: "<p>Er wohnt in der Straße am Kanal.</p>" },
  { title: "Frau Mueller kommt zurück", body: "<p>Sie wohnt in der Schlossstrasse.</p>" },
  { title: "Muller retires", body: "<p>The engineer leaves after thirty years of improvements.</p>" },
  { title: "Quelle des Flusses", body: "<p>Neue Messungen am Oberlauf.</p>" },
  { title: "Bahnstieg als Tippfehler", body: "<p>So stand es im Blatt.</p>" },
  { title: "Der Bahnsteig wird länger", body: "<p>Bahnsteige für lange Züge.</p>" },
  { title: "Trassenpreise steigen", body: "<p>Die Verkehrsunternehmen rechnen mit höheren Kosten für das Schienennetz.</p>" },
] as const;

const titles = filed.map(({ title }) => title);
const [bridgeBuilding, inspection, umlaut, twoLetters, plain, spring, misprint, platform, prices] = titles as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

describe("What Florian finds", () => {
  const world = worldForTests();
  let florian: Caller;

  beforeAll(async () => {
    florian = world.as("florian");
    const folder = await world.folderId("energie");
    for (const fields of filed) await fileArticle(florian, folder, { tags: ["Fund"], ...fields });
  });

  const ask = (term: string, more = "") => florian.get(`/contents?term=${encodeURIComponent(term)}${more}`);

  it.each<[string, string[]]>([
    ["Brücken", [inspection, bridgeBuilding]],
    ["Brücke", [inspection, bridgeBuilding]],
    ["brucken", [inspection, bridgeBuilding]],
    ["bruecken", [inspection, bridgeBuilding]],
    ["eisenbahn", [bridgeBuilding]],
    ["Brückenbau", [bridgeBuilding]],
    ["bau", [bridgeBuilding]],
    ["Schienen", [prices]],
    ["Unternehmen", [prices]],
    ["straße", [umlaut, twoLetters]],
    ["strasse", [umlaut, twoLetters]],
    ["Schloßstraße", [twoLetters]],
    ["improve", [plain]],
    ["Prüfungen improvement", []],
    ["Prüfungen Schwellen", [inspection]],
    ["die Prüfungen der Schwelle", [inspection]],
    ["improvements Herr", []],
    ["Bahnsteige", [platform]],
    ["Trassenpr", [prices]],
    ["Trassenpreis oder Quelle", [prices, spring]],
    ["Prüfung -Brücken", []],
    ["Bahnsteig -Tippfehler", [platform]],
    [`"nach Celle"`, [umlaut]],
    [`"Celle nach"`, []],
    [`"Brücken bau"`, []],
    [`Prüfung -"Schwelle jede"`, [inspection]],
    [`Prüfung -"jede Schwelle"`, []],
    [`-"nach Celle" wohnt`, [twoLetters]],
  ])("by %j", async (term, expected) => {
    const found = titlesOf(await ask(term));
    expect(found.toSorted()).toEqual(expected.toSorted());
    if (expected.length === 2 && !term.startsWith("stra") && !term.includes("oder")) expect(found[0]).toBe(expected[0]);
  });

  it.each(["Müller", "müller", "Mueller", "Muller", "MÜLLER"])("is the same three people by %s", async (term) => {
    expect(titlesOf(await ask(term)).toSorted()).toEqual([plain, twoLetters, umlaut].toSorted());
  });

  it.each([
    ["Eisenbahnbrükcenbau", bridgeBuilding, "Eisenbahnbrückenbau"],
    ["Trasenpreise", prices, "Trassenpreise"],
    ["Gutahcter", inspection, "Gutachter"],
    ["Flusess", spring, "Flusses"],
    ["enginer", plain, "engineer"],
    ["Oberluaf", spring, "Oberlauf"],
  ])("in spite of the typing error in %s, and is told so", async (typed, title, used) => {
    const { body } = await ask(typed);
    expect(titlesOf({ body } as never)).toEqual([title]);
    expect(body.meta).toMatchObject({ replaced: [{ typed: typed.toLowerCase(), used }], total_count: 1 });
    expect(titlesOf(await ask(typed, "&sort_by=created_at"))).toEqual([title]);
  });

  it("first as he typed it, then what he may have meant", async () => {
    const { body } = await ask("Bahnstieg");
    expect(titlesOf({ body } as never)).toEqual([misprint, platform]);
    expect(body.meta).not.toHaveProperty("replaced");
  });

  it("exactly what he put in quotes", async () => {
    expect((await ask(`"Trasenpreise"`)).body).toMatchObject({ entries: [], meta: { total_count: 0 } });
    expect((await ask("Trasenpreise -Kosten")).body.entries).toEqual([]);
  });

  it("page by page, forgiven typing errors included", async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => ask("Bahnstieg", `&per_page=1&page=${page}`)));
    expect(pages.flatMap(titlesOf)).toEqual([misprint, platform]);
    expect(pages.map(({ body }) => body.meta.next_page)).toEqual([2, null, null, null]);
    expect(pages.map(({ body }) => body.meta.total_count)).toEqual([2, 2, 2, 2]);
  });

  it("nothing of folders he does not see, not even as a word that his was replaced by", async () => {
    const folder = await world.folderId("it-sicherheit");
    await fileArticle(world.as("ayse"), folder, { title: "Schwachstellenanalyse im Rechenzentrum" });
    expect(titlesOf(await world.as("ayse").get("/contents?term=Schwachstellenanalyze"))).toHaveLength(1);
    for (const term of ["Schwachstellenanalyse", "Schwachstellenanalyze", "Schwachstelle"]) {
      const { body } = await ask(term);
      expect([body.entries, body.meta.total_count, body.meta.replaced]).toEqual([[], 0, undefined]);
    }
  });

  it("what moved to another folder, there and no more here", async () => {
    const [from, to] = [await world.folderId("energie"), await world.folderId("it-sicherheit")];
    const lena = world.as("lena");
    const article = await fileArticle(lena, from, { title: "Wanderdüne" });
    expect(titlesOf(await ask("Wanderdüne"))).toEqual(["Wanderdüne"]);
    await lena.put(`/contents/${article.id}`, { content: articleFields(to, { title: "Wanderdüne" }) });
    expect(titlesOf(await ask("Wanderdüne"))).toEqual([]);
    expect(titlesOf(await lena.get("/contents?term=Wanderd%C3%BCne"))).toEqual(["Wanderdüne"]);
    await lena.delete(`/contents/${article.id}`);
  });

  it("with the words marked where they stand", async () => {
    const folder = await world.folderId("energie");
    const filler = "Zunächst steht hier lange nichts von dem, was gesucht wird. ".repeat(12);
    const article = await fileArticle(florian, folder, {
      title: "🚆 Pumpspeicher & Staudämme",
      body: `<p>${filler}</p><p>Am <strong>Stau</strong>damm wird gebaut: der Pumpspeicher braucht &lt;neue&gt; Staudämme.</p><p>${filler}</p>`,
    });
    const { body } = await ask("staudamm pumpspeicher");
    const [entry] = contentListSchema.parse(body).entries;
    const marked = (text: string, ranges: [number, number][] = []) => ranges.map(([from, until]) => text.slice(from, until));
    expect(marked(entry?.title ?? "", entry?.hits?.title)).toEqual(["Pumpspeicher", "Staudämme"]);
    expect(entry?.hits?.excerpt).toContain("Am Staudamm wird gebaut: der Pumpspeicher braucht <neue> Staudämme.");
    expect(entry?.hits?.excerpt).toMatch(/^….*…$/);
    expect(entry?.hits?.excerpt.length).toBeLessThan(290);
    expect(marked(entry?.hits?.excerpt ?? "", entry?.hits?.excerpt_ranges)).toEqual(["Staudamm", "Pumpspeicher", "Staudämme"]);
    await florian.delete(`/contents/${article.id}`);
  });

  it("with a compound marked by its part, a mistyped word by what was meant, and the teaser where the text has no hit", async () => {
    const hits = async (term: string) => {
      const { title, hits: found } = (await ask(term)).body.entries[0];
      return found.title.map(([from, until]: [number, number]) => title.slice(from, until));
    };
    expect(await hits("Brückenbau")).toEqual(["Eisenbahnbrückenbau"]);
    expect(await hits("Trasenpreise")).toEqual(["Trassenpreise"]);
    const { teaser_text, hits: inTags } = (await ask("Fund")).body.entries[0];
    expect(inTags).toEqual({ title: [], excerpt: teaser_text, excerpt_ranges: [] });
    expect((await florian.get("/contents")).body.entries[0]).not.toHaveProperty("hits");
  });

  it("nothing that he may have meant where what he typed is common, however little of it may be shared", async () => {
    const folder = await world.folderId("energie");
    const filed = [await fileArticle(florian, folder, { title: "Obreleitung", shareable: true })];
    for (let n = 1; n <= 12; n += 1) filed.push(await fileArticle(florian, folder, { title: "Oberleitung", shareable: n === 1 }));
    expect(titlesOf(await ask("Oberleitung", "&shareable=true"))).toEqual(["Oberleitung"]);
    expect((await ask("Oberleitung", "&shareable=true")).body.meta.total_count).toBe(1);
    for (const { id } of filed) await florian.delete(`/contents/${id}`);
  });

  it("what an earlier version of the program indexed, and once it is indexed again also by its parts and language", async () => {
    const { pool } = world.services.database;
    const article = await fileArticle(florian, await world.folderId("energie"), { title: "Talsperrenkrone", language: "de" });
    const asBefore = `update article_search set edition = 0, document = to_tsvector('german', 'Talsperrenkrone'), facets = array(
      select unnest(facets) except select facet(place, 'language', 'de') from unnest(array[client_id, folder_id]) place) where article_id = $1`;
    await pool.query(asBefore, [article.id]);
    expect(titlesOf(await ask("Talsperrenkrone"))).toEqual(["Talsperrenkrone"]);
    expect(titlesOf(await ask("Sperrung"))).toEqual([]);
    expect(titlesOf(await ask("Talsperrenkrone", "&languages=de"))).toEqual([]);
    await inTransaction(world.services.database, (tx) => world.services.jobs.enqueue(tx, "sweep", {}));
    await world.jobsDone();
    expect(titlesOf(await ask("Sperrung", "&languages=de"))).toEqual(["Talsperrenkrone"]);
    await florian.delete(`/contents/${article.id}`);
  });
});
