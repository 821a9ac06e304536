import { beforeAll, describe, expect, it } from "vitest";
import { fileArticle } from "../support/articles";
import { bookmark, finishedImport, netscape, startImport, uploadBookmarks } from "../support/bookmark-imports";
import type { Caller } from "../support/caller";
import { worldForTests } from "../support/harness";

describe("/bookmarks", () => {
  const world = worldForTests({ TIME_ZONE: "Pacific/Auckland" });
  let henrike: Caller;
  let presseschau: string;
  beforeAll(async () => {
    henrike = world.as("henrike");
    presseschau = await world.folderId("presseschau");
    for (const [index, fields] of articles.entries())
      await fileArticle(henrike, presseschau, { source_url: `https://zeitung.example/${index}?a=1&b=2`, ...fields });
    await fileArticle(henrike, presseschau, { title: "Ohne Adresse", source_url: "" });
    await fileArticle(henrike, presseschau, { title: "Gesperrt", source_url: "https://zeitung.example/gesperrt", shareable: false });
    const { id } = await fileArticle(henrike, presseschau, { title: "Gelöscht", source_url: "https://zeitung.example/weg" });
    await henrike.delete(`/contents/${id}`);
  });

  const articles = [
    { title: 'Weichen & "Herz" <Stücke>', published_at: "2024-05-01", tags: ["Bau", "a, b", "[neu]", 'R&D "x"'] },
    { title: "=1+1", published_at: "1931-12-31", tags: ["@Signal", "-Minus"], body: "<p>+49 anrufen</p>" },
    { title: "'=wörtlich", published_at: "2026-01-01", tags: ["Größe"] },
    { title: "Zeile; mit, Trennern", published_at: "1969-07-20", tags: ["Bau"], body: '<p>"Zitat" und <b>mehr</b></p>' },
  ];

  const download = (format: string, query = `folder_ids=${presseschau}`, person = henrike) =>
    person.get(`/bookmarks?format=${format}&${query}`, { "Accept-Language": "de" });

  it("is a file of a folder in each format, without what has no address or must not be shared", async () => {
    const html = await download("html");
    expect(html.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(html.headers.get("Content-Disposition")).toBe("attachment; filename*=UTF-8''Lesezeichen.html");
    expect(html.body).toContain("<DT><H3>Presseschau</H3>");
    expect(html.body).toContain(
      'HREF="https://zeitung.example/0?a=1&amp;b=2" ADD_DATE="1714521601" TAGS="[&quot;Bau&quot;,&quot;a, b&quot;,&quot;[neu]&quot;,&quot;R&amp;D \\&quot;x\\&quot;&quot;]">Weichen &amp; &quot;Herz&quot; &lt;Stücke&gt;</A>',
    );
    const csv = await download("csv");
    expect(csv.body.split("\r\n")[0]).toBe('"url","folder","title","note","tags","created"');
    expect(csv.body).toContain(`"https://zeitung.example/1?a=1&b=2","Presseschau","'=1+1","'+49 anrufen","'@Signal,-Minus","1931-12-31"`);
    const json = await download("json");
    const found = JSON.parse(JSON.stringify(json.body));
    expect(found.map(({ title }: { title: string }) => title)).toEqual(articles.map(({ title }) => title).toReversed());
    expect(found[0]).toEqual({
      url: "https://zeitung.example/3?a=1&b=2",
      title: "Zeile; mit, Trennern",
      description: '"Zitat" und mehr',
      folder: "Presseschau",
      tags: ["Bau"],
      published_at: "1969-07-20",
    });
    for (const { body } of [html, csv]) expect(body).not.toMatch(/Ohne Adresse|Gesperrt|Gelöscht/);
  });

  it.each(["html", "csv"])("is imported again from %s without loss", async (format) => {
    const { body: file } = await download(format);
    const olga = world.as("olga");
    const target = await world.folderId("fremde");
    const { body } = await uploadBookmarks(olga, file, `Lesezeichen.${format}`);
    await startImport(olga, body.id, target);
    expect((await finishedImport(olga, body.id)).outcomes).toEqual({ filed: articles.length });
    const { entries } = (await olga.get(`/contents?folder_ids=${target}`)).body;
    const inFile = articles.map((fields, index) => ({ ...fields, url: `https://zeitung.example/${index}?a=1&b=2` })).toReversed();
    expect(
      entries.map((entry: { title: string; published_at: string; source_url: string; tags: { name: string }[] }) => ({
        title: entry.title,
        published_at: entry.published_at,
        url: entry.source_url,
        tags: entry.tags.map(({ name }) => name),
      })),
    ).toEqual(inFile.map(({ title, published_at, url, tags }) => ({ title, published_at, url, tags })));
    for (const { id } of entries) await olga.delete(`/contents/${id}`);
  });

  it("of a search has only its matches that the person sees, folder by folder", async () => {
    await fileArticle(henrike, await world.folderId("politik"), { title: "Herz der Politik", source_url: "https://politik.example/" });
    await fileArticle(world.as("jana"), await world.inboxIdOf("jana"), { title: "Herz geheim", source_url: "https://geheim.example/" });
    const { body } = await download("json", "term=Herz");
    expect(body.map(({ folder }: { folder: string }) => folder).toSorted()).toEqual(["Politik & Regulierung", "Presseschau"]);
    expect((await download("json", "term=gibtesnicht")).body).toEqual([]);
    expect((await download("json", `folder_ids=${presseschau}`, world.as("olga"))).body).toEqual([]);
    expect((await download("pdf")).status).toBe(422);
  });

  it("holds more bookmarks than are read at once", async () => {
    const many = 501;
    const folder = await world.folderId("politik");
    const entries = Array.from({ length: many }, (_, index) =>
      bookmark(`https://viel.example/${index}`, `Nummer ${index}`, 'TAGS="Menge,Bau"'),
    );
    const { body } = await uploadBookmarks(henrike, netscape(entries));
    await startImport(henrike, body.id, folder);
    expect((await finishedImport(henrike, body.id)).outcomes).toEqual({ filed: many });
    const { body: json } = await download("json", "tags=menge");
    expect(new Set(json.map(({ url }: { url: string }) => url)).size).toBe(many);
  });
});
