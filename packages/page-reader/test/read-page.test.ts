import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readPage as read } from "../src/read-page";
import { cleanHtml } from "./clean-html";

const fixture = (name: string) => readFileSync(new URL(`pages/${name}.html`, import.meta.url), "utf8");
const readPage = (page: { html: string; url: string }) => read({ ...page, cleanHtml });
const readFixture = (name: string, url: string) => readPage({ html: fixture(name), url });

const text =
  "Der Zug fährt heute nicht, weil die Weiche bei Osterhagen eingefroren ist und die Kollegen sie erst am Abend auftauen können. ".repeat(
    3,
  );
const readWith = (head: string, body = `<h1>Weiche eingefroren</h1><p>${text}</p>`, url = "https://www.bahnbote.example/artikel/1") =>
  readPage({ html: `<!doctype html><html><head>${head}</head><body>${body}</body></html>`, url });
const jsonLd = (json: string) => `<script type="application/ld+json">${json}</script>`;

describe("a page with everything", () => {
  const page = readFixture("nordlicht", "https://www.nordlicht.example/region/klappbruecke-oste-fertig-a-4711.html?utm_source=x");

  it("gives title, people, source, time and language", () => {
    expect(page).toMatchObject({
      title: "Osterhagen: Neue Klappbrücke über die Oste ist fertig",
      description: "Vier Jahre Bauzeit, 23,4 Millionen Euro: Am Samstag wurde die neue Brücke eröffnet.",
      authors: [{ name: "Meike Harms" }, { name: "Tjark Lüders" }],
      sourceName: "Nordlicht Zeitung",
      publishedAt: Date.parse("2024-05-04T16:30:00Z"),
      language: "de",
      canonicalUrl: "https://www.nordlicht.example/region/klappbruecke-oste-fertig-a-4711.html",
      oembedUrl: null,
    });
  });

  it("gives each picture once, the shared one first, no logo and no counter", () => {
    expect(page.images).toEqual([
      {
        url: "https://bilder.nordlicht.example/4711/aufmacher.jpg?w=1200",
        width: 1200,
        height: 675,
        alt: "Die Brücke mit gehobenen Flügeln",
      },
      { url: "https://bilder.nordlicht.example/4711/ufer.jpg", width: null, height: null, alt: null },
      {
        url: "https://bilder.nordlicht.example/4711/zuschauer-1600.jpg",
        width: 1600,
        height: 900,
        alt: "Zuschauer am Ufer. Foto: Jule Behrens",
      },
    ]);
  });

  it("gives the text clean, with absolute links, without frame and captions", () => {
    expect(page.content).toContain('<a href="https://www.nordlicht.example/verein/kontakt">Seite des Vereins</a>');
    const words = page.content?.replace(/<[^<>]+>/g, " ");
    expect(words).toContain("Die neue Klappbrücke über die Oste ist nach vierjähriger Bauzeit fertig.");
    expect(words).toContain("die im Winter anstehen.");
    expect(words).not.toMatch(/Jetzt testen|Na endlich|Foto:|© Nordlicht|Sport/);
    expect(page.content).not.toMatch(/<img|<div|<figure|class=|style=/);
  });
});

describe("other pages", () => {
  it.each([
    ["a head tag", `<html lang="de"><title>Weiche</title><meta name="author" content="Nina Nest"><body><p>${text}</p></body></html>`],
    ["a body tag", `<html lang="de"><head><title>Weiche</title><meta name="author" content="Nina Nest"></head><p>${text}</p></html>`],
    ["either", `<html lang="de"><title>Weiche</title><meta name="author" content="Nina Nest"><p>${text}</p>`],
    ["any of them", `<title>Weiche</title><meta name="author" content="Nina Nest"><p>${text}</p>`],
  ])("without %s", (_, html) => {
    const page = readPage({ html: `<!doctype html>${html}`, url: "https://www.bahnbote.example/artikel/1" });
    expect([page.title, page.authors, page.content]).toEqual(["Weiche", [{ name: "Nina Nest" }], `<p>${text.trim()}</p>`]);
  });

  it("broken JSON-LD is repaired", () => {
    expect(readFixture("hafenblatt-kaputt", "https://hafenblatt.example/werft")).toMatchObject({
      title: "Werft in Brünsholm baut wieder Fähren",
      description: "Der erste Auftrag seit zehn Jahren, sagt die Chefin: 'Wir fangen an.'",
      authors: [{ name: "Ole Petersen" }],
      sourceName: "Das Hafenblatt",
      publishedAt: Date.parse("2023-11-02T06:15:00Z"),
      images: [{ url: "https://hafenblatt.example/bilder/werft.jpg", width: null, height: null, alt: null }],
    });
  });

  it("Open Graph only: the byline names the authors, German text is German whatever the template says", () => {
    expect(readFixture("kreisbote-og", "https://kreisbote.example/radweg-kueste?x=1")).toMatchObject({
      title: "Radweg an der Küste: Bund gibt Geld frei",
      description: 'Der Ausbau kann "im Herbst" beginnen.',
      authors: [{ name: "Anke Jessen" }, { name: "Lars Holm" }],
      sourceName: "Kreisbote Nord",
      publishedAt: Date.parse("2024-02-29T06:00:00Z"),
      language: "de",
      canonicalUrl: "https://kreisbote.example/radweg-kueste",
      images: [{ url: "https://kreisbote.example/medien/radweg.jpg" }],
    });
  });

  it("microdata", () => {
    expect(readFixture("inselpost-microdata", "http://inselpost.example/steg")).toMatchObject({
      title: "Sturmflut reißt Steg weg",
      authors: [{ name: "Silke Ahrens" }],
      sourceName: "Inselpost",
      publishedAt: Date.parse("2024-01-15T08:05:00Z"),
      language: "de",
      images: [{ url: "http://bilder.inselpost.example/steg.jpg", width: 900, height: 600, alt: "Der Steg" }],
    });
  });

  it("no metadata at all", () => {
    const page = readFixture("schlicht", "http://www.osterhagen.example/laden.htm");
    expect(page).toMatchObject({
      title: "Der Dorfladen macht weiter",
      authors: [{ name: "Hinrich Claussen" }],
      sourceName: "osterhagen.example",
      publishedAt: Date.parse("2024-05-03T12:30:00Z"),
      language: "de",
      canonicalUrl: null,
      images: [],
    });
    expect(page.content).toContain("Klappbrücke");
  });

  it("an English blog", () => {
    expect(readFixture("blog-en", "https://ferries.example/why")).toMatchObject({
      title: "Why small ferries matter",
      authors: [{ name: "Ruth Calloway" }],
      publishedAt: Date.parse("2023-07-09T15:00:00Z"),
      language: "en",
    });
  });

  it("an overview takes nothing from the articles it lists", () => {
    expect(readFixture("uebersicht", "https://www.nordlicht.example/region")).toMatchObject({
      title: "Region",
      authors: [],
      publishedAt: null,
      sourceName: "Nordlicht Zeitung",
    });
  });

  it("a page that leaves it to oEmbed", () => {
    expect(readFixture("video-oembed", "https://video.example/watch/7")).toMatchObject({
      title: null,
      content: null,
      oembedUrl: "https://video.example/oembed?url=video7",
    });
  });
});

describe("hardly a page", () => {
  it.each([
    "",
    " ",
    "<",
    "<html>",
    "<html></html>",
    "<p>",
    "Nur Text",
    "<!doctype html>",
    "<title>",
    "<script>",
    "</html>",
    "\u0000",
    "<html><head><base href='http://['></head></html>",
    "<svg><p>x</svg>",
    "<frameset><frame src=a></frameset>",
  ])("%j is read without failing", (html) => {
    expect(readPage({ html, url: "https://leer.example/" })).toMatchObject({
      authors: [],
      images: [],
      publishedAt: null,
      sourceName: "leer.example",
    });
  });

  it("a page without head and body elements is read", () => {
    const paragraphs = `<p>${text}</p>`.repeat(8);
    const page = readPage({
      html: `<!doctype html><html lang="de"><title>Weiche eingefroren</title><article><h1>Weiche eingefroren</h1>${paragraphs}</article>`,
      url: "https://www.bahnbote.example/artikel/1",
    });
    expect(page).toMatchObject({ title: "Weiche eingefroren", language: "de" });
    expect(page.content).toContain("Der Zug fährt heute nicht");
  });

  it("a fragment without html element is read", () => {
    expect(
      readPage({
        html: `<title>Bahnbote</title><meta property="og:title" content="Weiche eingefroren"><h1>Weiche eingefroren</h1><p>${text}</p>`,
        url: "https://bahnbote.example/1",
      }),
    ).toMatchObject({
      title: "Weiche eingefroren",
    });
  });
});

describe("JSON-LD", () => {
  it.each([
    ["a trailing comma", '{"@type":"Article","headline":"Weiche eingefroren",}'],
    ["a comment", '<!-- {"@type":"Article","headline":"Weiche eingefroren"} -->'],
    ["CDATA", '<![CDATA[{"@type":"Article","headline":"Weiche eingefroren"}]]>'],
    ["CDATA in comments", '/*<![CDATA[*/{"@type":"Article","headline":"Weiche eingefroren"}/*]]>*/'],
    ["a line break in a string", '{"@type":"Article","headline":"Weiche\neingefroren"}'],
    ["a tab in a string", '{"@type":"Article","headline":"Weiche\teingefroren"}'],
    ["a wrong escape", String.raw`{"@type":"Article","headline":"Weiche\ \eingefroren"}`],
    ["escaped quotes", "{&quot;@type&quot;:&quot;Article&quot;,&quot;headline&quot;:&quot;Weiche eingefroren&quot;}"],
    ["two objects in one block", '{"@type":"WebSite","name":"x"}\n{"@type":"Article","headline":"Weiche eingefroren"}'],
    ["two objects in one line", '{"@type":"WebSite","name":"x"}{"@type":"Article","headline":"Weiche eingefroren"}'],
    ["a long text with line breaks", `{"@type":"Article","articleBody":"${"Ein Satz.\n".repeat(10_000)}","headline":"Weiche eingefroren"}`],
    ["bare quotes in a string", '{"@type":"Article","description":"Er sagt "so nicht" dazu","headline":"Weiche eingefroren"}'],
    ["a semicolon", '{"@type":"Article","headline":"Weiche eingefroren"};'],
    ["a byte order mark", '\ufeff{"@type":"Article","headline":"Weiche eingefroren"}'],
    ["an array", '[[{"@type":["Article","NewsArticle"],"headline":"Weiche eingefroren"}]]'],
    ["mainEntity", '{"@type":"WebPage","mainEntity":{"@type":"Article","headline":"Weiche eingefroren"}}'],
    [
      "a cycle of references",
      '{"@graph":[{"@id":"#a","@type":"WebPage","mainEntity":{"@id":"#b"}},{"@id":"#b","@type":"Article","headline":"Weiche eingefroren","mainEntityOfPage":{"@id":"#a"},"author":{"@id":"#b"}}]}',
    ],
  ])("is read with %s", (_name, json) => {
    expect(readWith(`${jsonLd(json)}<title>Anderer Titel</title>`, `<p>${text}</p>`).title).toBe("Weiche eingefroren");
  });

  it("is left out if it cannot be repaired", () => {
    expect(
      readWith(`${jsonLd('{"@type":"Article","headline":')}${jsonLd("undefined")}<meta property="og:title" content="Weiche eingefroren">`)
        .title,
    ).toBe("Weiche eingefroren");
  });

  it("nested without end is no matter", () => {
    expect(readWith(jsonLd("[".repeat(5_000) + "]".repeat(5_000))).title).toBe("Weiche eingefroren");
    expect(readWith(jsonLd('{"mainEntity":'.repeat(2_000))).title).toBe("Weiche eingefroren");
  });

  it.each([
    ['"Anna Berg"', ["Anna Berg"]],
    ['["Anna Berg","Tom Kurz"]', ["Anna Berg", "Tom Kurz"]],
    ['{"name":["Anna Berg","Tom Kurz"]}', ["Anna Berg", "Tom Kurz"]],
    ['{"givenName":"Anna","familyName":"Berg"}', ["Anna Berg"]],
    ['[{"name":"Anna Berg"},{"name":"ANNA BERG"}]', ["Anna Berg"]],
    ['{"name":"Von Anna Berg und Tom Kurz"}', ["Anna Berg", "Tom Kurz"]],
    ['{"name":"Anna Berg, Tom Kurz"}', ["Anna Berg", "Tom Kurz"]],
    ['{"name":"Anna Berg, Osterhagen"}', ["Anna Berg"]],
    ['{"name":"Berg, Anna"}', ["Anna Berg"]],
    ['{"name":"Anna Berg (abe)"}', ["Anna Berg"]],
    ['{"name":"Anna Berg, Redakteurin"}', ["Anna Berg"]],
    ['{"name":"Anna Berg anna.berg@bahnbote.example"}', ["Anna Berg"]],
    ['{"name":"Text: Anna Berg, Fotos: Tom Kurz"}', ["Anna Berg"]],
    ['{"name":"Ursula von der Leyen"}', ["Ursula von der Leyen"]],
    ['{"name":"von der Heide, Karl"}', ["Karl von der Heide"]],
    ['[{"name":"dpa"},{"name":"Anna Berg"}]', ["dpa", "Anna Berg"]],
    ['{"name":"dpa/AFP"}', ["dpa", "AFP"]],
    ['{"name":"Foto: Tom Kurz"}', []],
    ['{"name":"https://www.bahnbote.example/anna"}', []],
    ['{"name":"Bahnbote"}', []],
    ['{"name":"www.bahnbote.example"}', []],
    ['{"name":"bahnbote.example"}', []],
    ['{"name":"admin"}', []],
    ['{"name":"O\'Neill-Süß, Máire"}', ["Máire O'Neill-Süß"]],
    ['{"@id":"#b","author":[{"@id":"#b"},{"@id":"#b"},{"name":"Anna Berg"}]}', ["Anna Berg"]],
    ["null", []],
    ["{}", []],
    ["7", []],
  ])("author %s", (author, names) => {
    const page = readWith(jsonLd(`{"@type":"Article","headline":"Weiche eingefroren","publisher":{"name":"Bahnbote"},"author":${author}}`));
    expect(page.authors.map(({ name }) => name)).toEqual(names);
  });

  it("gives the text where the page itself has none", () => {
    const page = readWith(
      jsonLd(JSON.stringify({ "@type": "Article", headline: "Weiche", articleBody: `${text}\n\nEnde.` })),
      "<div id=app></div>",
    );
    expect(page.content).toMatch(/^<p>Der Zug .*<\/p><p>Ende\.<\/p>$/);
  });
});

describe("a publishing time", () => {
  it.each([
    ["2024-05-03T12:00:00Z", "2024-05-03T12:00:00Z"],
    ["2024-05-03T12:00:00.123456Z", "2024-05-03T12:00:00Z"],
    ["2024-05-03T12:00:00+0200", "2024-05-03T10:00:00Z"],
    ["2024-05-03T12:00+02", "2024-05-03T10:00:00Z"],
    ["2024-05-03T12:00:00-05:00", "2024-05-03T17:00:00Z"],
    ["2024-05-03T12:00:00", "2024-05-03T10:00:00Z"],
    ["2024-12-03 12:00", "2024-12-03T11:00:00Z"],
    ["2024-05-03", "2024-05-02T22:00:00Z"],
    ["20240503", "2024-05-02T22:00:00Z"],
    ["20240503T120000Z", "2024-05-03T12:00:00Z"],
    ["20240503120000", "2024-05-03T10:00:00Z"],
    ["2024/05/03 12:00:00", "2024-05-03T10:00:00Z"],
    ["03.05.2024", "2024-05-02T22:00:00Z"],
    ["03.05.2024, 12:00 Uhr", "2024-05-03T10:00:00Z"],
    ["Stand: 03.05.24 - 12.05 Uhr", "2024-05-03T10:05:00Z"],
    ["Freitag, 3. Mai 2024 um 12:00", "2024-05-03T10:00:00Z"],
    ["3. März 2024", "2024-03-02T23:00:00Z"],
    ["31. Dez. 2023", "2023-12-30T23:00:00Z"],
    ["Fri, 03 May 2024 12:00:00 GMT", "2024-05-03T12:00:00Z"],
    ["Fri, 03 May 2024 12:00:00 +0200", "2024-05-03T10:00:00Z"],
    ["May 3, 2024", "2024-05-02T22:00:00Z"],
    ["May 3rd, 2024 at 1:30 pm", "2024-05-03T11:30:00Z"],
    ["1714737600", "2024-05-03T12:00:00Z"],
    ["1714737600000", "2024-05-03T12:00:00Z"],
    ["2024-03-31T01:30:00", "2024-03-31T00:30:00Z"],
    ["2024-03-31T03:30:00", "2024-03-31T01:30:00Z"],
    ["2024-10-27T04:00:00", "2024-10-27T03:00:00Z"],
  ])("%s", (written, meant) => {
    expect(new Date(readWith(`<meta property="article:published_time" content="${written}">`).publishedAt ?? 0).getTime()).toBe(
      Date.parse(meant),
    );
  });

  it.each(["", ..."gestern 0000-00-00 1970-01-01T00:00:00Z 2024-13-01 2024-02-31 31.04.2024 0 12:30 May 9999999999999".split(" ")])(
    "%j is none",
    (written) => {
      expect(readWith(`<meta property="article:published_time" content="${written}">`).publishedAt).toBeNull();
    },
  );

  it.each(["parsely-pub-date", "sailthru.date", "dc.date", "DC.date.issued", "date", "og:article:published_time"])(
    "is read from %s",
    (name) => {
      expect(readWith(`<meta name="${name}" content="2024-05-03T12:00:00Z">`).publishedAt).toBe(Date.parse("2024-05-03T12:00:00Z"));
    },
  );
});

describe("a title", () => {
  it.each([
    ["Weiche eingefroren | Bahnbote", "Weiche eingefroren", "Weiche eingefroren"],
    ["Bahnbote: Weiche eingefroren", "Anderes", "Weiche eingefroren"],
    ["Weiche eingefroren - Verkehr - Bahnbote", "Rubrik", "Weiche eingefroren - Verkehr"],
    ["Weiche eingefroren", "Weiche eingefroren: Züge stehen bis zum Abend still", "Weiche eingefroren: Züge stehen bis zum Abend still"],
    ["Weiche eingefroren: Züge stehen still", "Weiche eingefroren", "Weiche eingefroren"],
    ["Weiche eingefroren: Züge stehen still", "Weiche", "Weiche eingefroren: Züge stehen still"],
    ["Weiche eingefroren: Züge stehen still", "Bahnbote", "Weiche eingefroren: Züge stehen still"],
    ["Bahnbote", "Weiche eingefroren", "Weiche eingefroren"],
    ["5 &lt; 7 &amp; mehr", "", "5 < 7 & mehr"],
  ])("from %j and heading %j", (stated, heading, title) => {
    const page = readWith(
      `<meta property="og:title" content="${stated}"><meta property="og:site_name" content="Bahnbote">`,
      `<h1>${heading}</h1><p>${text}</p>`,
    );
    expect(page.title).toBe(title);
  });

  it("loses the host's name where the site has no other", () => {
    expect(readWith("<title>Weiche eingefroren – bahnbote.example</title>", `<p>${text}</p>`).title).toBe("Weiche eingefroren");
  });

  it.each(["parsely-title", "sailthru.title", "dc.title", "twitter:title"])("is read from %s", (name) => {
    expect(readWith(`<meta name="${name}" content="Weiche eingefroren">`, `<p>${text}</p>`).title).toBe("Weiche eingefroren");
  });
});

describe("pictures", () => {
  const urlsOf = (head: string, body = "") =>
    readWith(head, `<h1>Weiche</h1><article><p>${text}</p>${body}<p>${text}</p></article>`).images.map(({ url }) => url);

  it("come only from the web and only when they show something", () => {
    const sources = [
      ..."javascript:alert(1) data:image/png;base64,AAAA file:///etc/passwd http://a:b@bilder.example/x.jpg /favicon.ico".split(" "),
      ..."/logo.svg /img/pixel.gif /icons/share.png http://[".split(" "),
      "",
    ];
    expect(urlsOf(sources.map((url) => `<meta property="og:image" content="${url}">`).join(""))).toEqual([]);
  });

  it("are at most twelve", () => {
    expect(urlsOf("", Array.from({ length: 20 }, (_, index) => `<figure><img src="/bild-${index}.jpg"></figure>`).join(""))).toHaveLength(
      12,
    );
  });

  it("are taken at their largest, lazy ones too", () => {
    const body = `<figure><img src="data:image/gif;base64,R0" data-src="/lazy.jpg"></figure><p>${text}</p><figure><img src="/klein.jpg" srcset="/mittel.jpg 1x, /gross.jpg 2x"></figure><img src="/winzig.jpg" width="40" height="40">`;
    expect(urlsOf("", body)).toEqual(["https://www.bahnbote.example/lazy.jpg", "https://www.bahnbote.example/gross.jpg"]);
  });

  it("follow the base of the page", () => {
    expect(urlsOf('<base href="https://cdn.example/x/"><meta property="og:image" content="y.jpg">')).toEqual([
      "https://cdn.example/x/y.jpg",
    ]);
  });
});

describe("the text of a hostile page", () => {
  it("carries nothing that runs", () => {
    const page = readWith(
      "",
      `<article><p>${text}</p><p onclick="alert(1)"><a href="javascript:alert(1)">Klick</a> ${text}</p><script>alert(1)</script><iframe src="https://evil.example"></iframe><svg onload=alert(1)></svg><p>${text}</p></article>`,
    );
    expect(page.content).not.toMatch(/javascript|onclick|script|iframe|svg|onload/);
    expect(page.content).toContain("Klick");
  });
});
