import { describe, expect, it } from "vitest";
import { type ReadPage, readPage as read } from "../src/read-page";
import { cleanHtml } from "./clean-html";

const address = "https://www.stadtblick.example/politik/neuer-haushalt-4711.html";
const readPage = (html: string, url = address) =>
  read({ html: html.includes("<body") ? html : `<!doctype html><html lang="de"><head></head><body>${html}</body></html>`, url, cleanHtml });
const jsonLd = (...nodes: unknown[]) => nodes.map((node) => `<script type="application/ld+json">${JSON.stringify(node)}</script>`).join("");

const h1 = "<h1>Neuer Haushalt beschlossen</h1>";
const p =
  "<p>Der Rat hat am Dienstagabend nach langer Debatte einen Haushalt beschlossen, der zum ersten Mal seit zehn Jahren ohne neue Schulden auskommt.</p>";
const own = '<time datetime="2026-10-03T14:05">3. Oktober 2026</time>';
const ownDate = Date.parse("2026-10-03T12:05:00Z");
const midnight = (day: string) => Date.parse(`${day}T00:00:00+02:00`);
const published = "2026-10-03T14:05:00+02:00";

const namesOf = (page: ReadPage) => page.authors.map(({ name }) => name);
const dateOf = ({ publishedAt, dateDoubt }: ReadPage) => [publishedAt, dateDoubt];

describe("the date of a page without metadata", () => {
  it.each([
    ["a card before it", `<div class="card"><a href="/alt">Altes Thema</a><time datetime="2020-01-01">2020</time></div>${h1}${own}${p}`],
    ["a card after the heading", `${h1}<div class="card"><a href="/alt">Altes</a><time datetime="2020-01-01">2020</time></div>${own}${p}`],
    [
      "an unnamed box with a headline",
      `${h1}<div><a href="/alt">Was vor sechs Jahren im Rat geschah</a> <time datetime="2020-01-01">2020</time></div><div>${own}</div>${p}`,
    ],
    [
      "an earlier teaser",
      `<article><h2><a href="/alt">Altes</a></h2><time datetime="2020-01-01"></time></article><article>${h1}${own}${p}</article>`,
    ],
    [
      "a later teaser",
      `<article>${h1}${own}${p}</article><article><h2><a href="/neu">Neues</a></h2><time datetime="2026-11-01"></time></article>`,
    ],
    ["the day of the visit", `<header><time datetime="2026-11-28">Samstag, 28. November 2026</time></header><main>${h1}${own}${p}</main>`],
    [
      "a date of the text before it",
      `<article>${h1}<p>Der Vertrag gilt ab <time datetime="2031-01-01">1. Januar 2031</time></p>${own}${p}</article>`,
    ],
    [
      "a date of the text",
      `<article>${h1}<p>${own}</p><p>Die Sitzung am <time datetime="2026-12-01">1. Dezember</time> fällt aus.</p>${p}</article>`,
    ],
    ["the day of a change", `${h1}<span class="date-updated">Aktualisiert am 9. Oktober 2026</span>${own}${p}`],
    ["a labelled change", `${h1}<div>Zuletzt aktualisiert: <time datetime="2026-10-09">9. Oktober</time></div><div>${own}</div>${p}`],
    [
      "a label in its own element",
      `${h1}<dl><dt>Aktualisiert</dt><dd><time datetime="2026-10-09">9.10.</time></dd><dt>Veröffentlicht</dt><dd>${own}</dd></dl>${p}`,
    ],
    ["an event", `${h1}${own}${p}<div class="event"><time datetime="2027-01-05">5. Januar</time> Bürgerversammlung</div>`],
    [
      "a comment",
      `<article>${h1}${own}${p}<ol class="comments"><li><time datetime="2026-10-05">5.10.</time> Na endlich</li></ol></article>`,
    ],
    ["a sidebar", `<aside><time datetime="2026-11-01">1.11.</time></aside><article>${h1}${own}${p}</article>`],
    [
      "an embedded post",
      `<article>${h1}${own}${p}<blockquote class="post">Heute! <time datetime="2026-10-01">1.10.</time></blockquote></article>`,
    ],
    ["entries of a live blog", `<article>${h1}${own}${p}<article><time datetime="2026-10-04T09:00">09:00</time>${p}</article></article>`],
    [
      "a chronicle in the text",
      `<article>${h1}${own}${p.repeat(8)}<ul><li><time datetime="2019-05-01">1. Mai 2019</time> Gründung</li></ul>${p.repeat(8)}</article>`,
    ],
    ["a date above the heading", `<article><div class="kopf"><span>Politik</span> ${own}</div>${h1}${p}</article>`],
    ["a byline", `<article>${h1}<p class="byline">Von Nina Nest | ${own} | 4 Min.</p>${p}</article>`],
    ["a footer of the article", `<article><header>${h1}</header><footer class="entry-meta">${own}</footer>${p}</article>`],
    [
      "an article that is a card",
      `<article class="card"><div class="card-head">${h1}</div><div class="card-meta">${own}</div>${p}</article>`,
    ],
    [
      "WordPress, of the day and of the change",
      `<article>${h1}<span class="posted-on">Posted on <a href="/x" rel="bookmark"><time class="entry-date published" datetime="2026-10-03T14:05">October 3, 2026</time><time class="updated" datetime="2026-10-09">October 9, 2026</time></a></span>${p}</article>`,
    ],
    [
      "entries of a live blog without articles",
      `<main>${h1}${own}<div class="liveblog"><div><time datetime="2026-10-03T13:00">13:00</time><h2>Eintrag</h2>${p}</div></div></main>`,
    ],
    ["a table for layout", `<table><tr><td>Heute ist der 29. November 2026</td></tr><tr><td>${h1}<br>${own}${p}</td></tr></table>`],
  ])("is not that of %s", (_what, html) => {
    expect(dateOf(readPage(html))).toEqual([ownDate, null]);
  });

  it.each([
    ["Veröffentlicht am 3. Oktober 2026", [midnight("2026-10-03"), null]],
    ["Aktualisiert am 9. Oktober 2026, veröffentlicht am 3. Oktober 2026", [midnight("2026-10-03"), null]],
    ["Published 3 October 2026 – Updated 9 October 2026", [midnight("2026-10-03"), null]],
    ["3. Oktober 2026, aktualisiert am 9. Oktober 2026", [midnight("2026-10-03"), "guessed"]],
    ["Von Nina Nest | 3.10.2026", [midnight("2026-10-03"), "guessed"]],
    ["Stand: 3.10.2026, 14:05 Uhr", [ownDate, "modified"]],
    ["Last updated: October 9, 2026", [midnight("2026-10-09"), "modified"]],
    ["Aktualisiert am 9. Oktober 2026", [midnight("2026-10-09"), "modified"]],
    ["Pressemitteilung vom 3. Oktober 2026", [midnight("2026-10-03"), "guessed"]],
    ["Wann: 12. Dezember 2026, 19 Uhr", [null, null]],
    ["Sperrfrist: 5. Oktober 2026, 10 Uhr", [null, null]],
    ["Köln, 3. Oktober 2026 – Der Rat hat beschlossen, was er wollte", [null, null]],
    ["Die Sitzung am 3. Oktober 2026", [null, null]],
    ["Anmeldungen bis 3. Oktober 2026", [null, null]],
    ["Der Vertrag gilt ab 1. Januar 2031", [null, null]],
  ])("in the line %j is %j", (line, expected) => {
    expect(dateOf(readPage(`<article>${h1}<p>${line}</p>${p}</article>`))).toEqual(expected);
    expect(dateOf(readPage(`<div>${h1}<div>${line}</div>${p}</div>`))).toEqual(expected);
  });

  it.each([
    ["https://zeitung.example/2026/10/03/haushalt/", "2026-10-03"],
    ["https://zeitung.example/politik/2026/oct/03/haushalt", "2026-10-03"],
    ["https://zeitung.example/news/2026-10-03-haushalt.html", "2026-10-03"],
    ["https://zeitung.example/news/haushalt-20261003.html", "2026-10-03"],
    ["https://zeitung.example/haushalt_03.10.2026", "2026-10-03"],
    ["https://zeitung.example/2026/10/03", "2026-10-03"],
    ["https://zeitung.example/2026/10/03.html", "2026-10-03"],
    ["https://zeitung.example/2026-10-03-10-tipps", "2026-10-03"],
  ])("is guessed from %s", (url, day) => {
    expect(dateOf(readPage(`${h1}${p}`, url))).toEqual([midnight(day), "guessed"]);
  });

  it.each([
    ..."/2026/10/ /politik/2026/13/45/x /artikel-120261003 /a/20261399 /?datum=2026-10-03 /2026/10/123456".split(" "),
    ..."/2026/10/3-tipps-fuer-den-garten /2026/10/10_tipps /2026/oct/7-facts".split(" "),
  ])("is not in the address %s", (path) => {
    expect(dateOf(readPage(`${h1}${p}`, `https://zeitung.example${path}`))).toEqual([null, null]);
  });
});

describe("the date of a page with metadata", () => {
  const node = { "@type": "NewsArticle", headline: "Neuer Haushalt beschlossen" };
  it.each([
    ["publishing before the change", jsonLd({ ...node, datePublished: published, dateModified: "2026-10-09" }), [ownDate, null]],
    ["the change in JSON-LD only", jsonLd({ ...node, dateModified: "2026-10-09" }), [midnight("2026-10-09"), "modified"]],
    ["the change in a tag only", '<meta property="article:modified_time" content="2026-10-09">', [midnight("2026-10-09"), "modified"]],
    [
      "a tag before the change in JSON-LD",
      `${jsonLd({ ...node, dateModified: "2026-10-09" })}<meta property="article:published_time" content="${published}">`,
      [ownDate, null],
    ],
    ["a date before 1990", jsonLd({ ...node, datePublished: "1972-05-03T12:00:00Z" }), [Date.parse("1972-05-03T12:00:00Z"), null]],
  ])("%s", (_what, head, expected) => {
    expect(dateOf(readPage(`<head>${head}</head><body>${h1}${p}</body>`))).toEqual(expected);
  });

  it("the page's own date is better than that of a change in its metadata", () => {
    const head = jsonLd({ ...node, dateModified: "2026-10-09" });
    expect(dateOf(readPage(`<head>${head}</head><body>${h1}${own}${p}</body>`))).toEqual([ownDate, null]);
    expect(dateOf(readPage(`<head>${head}</head><body>${h1}${p}</body>`, "https://zeitung.example/2026/10/03/x"))).toEqual([
      midnight("2026-10-03"),
      "guessed",
    ]);
  });
});

describe("a tag with nothing usable does not hide another one", () => {
  it.each([
    ["author", "https://facebook.com/nina.nest", "parsely-author", "Nina Nest"],
    ["author", "&amp;nbsp;", "dc.creator", "Nina Nest"],
    ["article:author", "facebook.com/nina.nest", "byl", "By Nina Nest"],
  ])("of the author: %s=%s", (name, content, other, author) => {
    const head = `<meta name="${name}" content="${content}"><meta name="${other}" content="${author}">`;
    expect(namesOf(readPage(`<head>${head}</head><body>${h1}${p}</body>`))).toEqual(["Nina Nest"]);
  });

  it.each([
    ["article:published_time", "bald", "date", [ownDate, null]],
    ["article:published_time", "0000-00-00", "dcterms.created", [ownDate, null]],
    ["article:modified_time", "heute", "lastmod", [ownDate, "modified"]],
  ])("of the time: %s=%s", (name, content, other, expected) => {
    const head = `<meta property="${name}" content="${content}"><meta name="${other}" content="${published}">`;
    expect(dateOf(readPage(`<head>${head}</head><body>${h1}${p}</body>`))).toEqual(expected);
  });

  it("of the site", () => {
    const head = '<meta property="og:site_name" content="&amp;nbsp;"><meta name="publisher" content="Stadtblick am Rhein">';
    expect(readPage(`<head>${head}</head><body>${h1}${p}</body>`).sourceName).toBe("Stadtblick am Rhein");
  });
});

it("A journal is the source of its articles", () => {
  const head = '<meta name="citation_journal_title" content="Zeitschrift für Haushalte">';
  expect(readPage(`<head>${head}</head><body>${h1}${p}</body>`).sourceName).toBe("Zeitschrift für Haushalte");
});

describe("JSON-LD", () => {
  const foreign = {
    "@type": "NewsArticle",
    headline: "Freibad öffnet im Mai wieder",
    author: { "@type": "Person", name: "Fremde Frida" },
    datePublished: "2020-01-01",
    publisher: { name: "Anderes Blatt" },
  };
  const tags = `<meta property="og:title" content="Neuer Haushalt beschlossen"><meta name="author" content="Nina Nest"><meta property="og:site_name" content="Stadtblick"><meta property="article:published_time" content="${published}">`;
  const right = { title: "Neuer Haushalt beschlossen", authors: [{ name: "Nina Nest" }], publishedAt: ownDate, sourceName: "Stadtblick" };
  const page = (...nodes: unknown[]) => readPage(`<head>${jsonLd(...nodes)}${tags}</head><body>${h1}${p}</body>`);
  const mine = { "@type": "NewsArticle", headline: "Neuer Haushalt beschlossen", author: { name: "Nina Nest" }, datePublished: published };

  it.each([
    ["another address", { ...foreign, url: "https://www.stadtblick.example/freibad" }],
    [
      "another address in mainEntityOfPage",
      { ...foreign, mainEntityOfPage: { "@type": "WebPage", "@id": "https://www.stadtblick.example/freibad" } },
    ],
    ["another headline, without an address", foreign],
    ["another headline, with the address of the front page", { ...foreign, url: "https://www.stadtblick.example/" }],
    ["a relative address elsewhere", { ...foreign, url: "/freibad" }],
    ["another parameter", { ...foreign, url: `${address}?id=2` }],
    [
      "a review by a customer",
      {
        "@type": "Review",
        name: "Tolles Blatt!",
        author: { name: "Kunde Karl" },
        datePublished: "2020-01-01",
        itemReviewed: { name: "Abo" },
      },
    ],
    [
      "a review at this address",
      { "@type": "Review", url: `${address}#review-1`, author: { name: "Kunde Karl" }, datePublished: "2020-01-01" },
    ],
    ["a comment", { "@type": "Comment", author: { name: "Leser Lutz" }, dateCreated: "2020-01-01", text: "Na endlich" }],
    ["an event", { "@type": "Event", name: "Bürgerversammlung", startDate: "2027-01-05", organizer: { name: "Rathaus" } }],
    ["a video", { "@type": "VideoObject", name: "Der Rat in 100 Sekunden", uploadDate: "2020-01-01", author: { name: "Video Vera" } }],
    ["a person", { "@type": "Person", name: "Fremde Frida", url: address }],
    ["a list of articles", { "@type": "ItemList", itemListElement: [{ "@type": "ListItem", item: foreign }] }],
    ["two other articles", [foreign, { ...foreign, headline: "Zoo bekommt neue Elefanten" }]],
    ["a similar headline elsewhere", { ...foreign, headline: "Haushalt 2025 beschlossen: Freibad bleibt", url: "/freibad" }],
    ["another part of a series", { ...foreign, headline: "Neuer Haushalt beschlossen, Teil 2", url: "/teil-2" }],
    ["a video at this address", { "@type": "VideoObject", name: "100 Sekunden", url: address, uploadDate: "2020-01-01", author: "Vera" }],
  ])("of %s says nothing about the page", (_what, node) => {
    expect(page(node)).toMatchObject(right);
    expect(page(node, mine)).toMatchObject(right);
    expect(page(mine, node)).toMatchObject(right);
  });

  it.each([
    [
      "@graph",
      {
        "@graph": [
          { "@type": "WebSite", name: "Stadtblick" },
          { "@type": "BreadcrumbList", itemListElement: [] },
          { ...mine, "@id": `${address}#article` },
        ],
      },
    ],
    ["mainEntityOfPage", { ...mine, headline: "Rat einigt sich auf Sparkurs", mainEntityOfPage: { "@id": address } }],
    ["another host, but the same headline", { ...mine, url: "https://amp.stadtblick-cdn.example/4711" }],
    ["parameters of a campaign", { ...mine, headline: "Rat einigt sich", url: address.replace("www.", "") }],
    ["a longer headline", { ...mine, headline: "Neuer Haushalt in Köln nach langer Debatte beschlossen" }],
    ["WebPage around it", { "@type": "WebPage", url: address, mainEntity: mine, breadcrumb: {} }],
    ["a live blog", { ...mine, "@type": "LiveBlogPosting", coverageStartTime: published, liveBlogUpdate: [foreign] }],
    ["a film review", { ...mine, "@type": "Review", itemReviewed: { "@type": "Movie", name: "Der Rat" } }],
    ["comments within", { ...mine, comment: [{ "@type": "Comment", author: { name: "Leser Lutz" } }] }],
  ])("of %s describes the page", (_what, node) => {
    const read = readPage(
      `<head><title>Neuer Haushalt beschlossen</title>${jsonLd(node)}</head><body>${h1}${p}</body>`,
      `${address}?utm_source=x`,
    );
    expect([read.title, namesOf(read), read.publishedAt]).toEqual(["Neuer Haushalt beschlossen", ["Nina Nest"], ownDate]);
  });

  it("of Yoast gives the author of the article and the date of the page", () => {
    const read = page({
      "@graph": [
        {
          "@type": "Article",
          "@id": `${address}#article`,
          isPartOf: { "@id": address },
          author: { name: "Nina Nest", "@id": "https://www.stadtblick.example/#/schema/person/1" },
          headline: "Neuer Haushalt beschlossen",
          mainEntityOfPage: { "@id": address },
        },
        {
          "@type": "WebPage",
          "@id": address,
          url: address,
          name: "Neuer Haushalt beschlossen - Stadtblick",
          datePublished: published,
          inLanguage: "de",
        },
        { "@type": "Person", "@id": "https://www.stadtblick.example/#/schema/person/1", name: "Nina Nest" },
      ],
    });
    expect(read).toMatchObject(right);
  });

  it.each([
    ["a comment after it", (json: string) => `${json}<!-- Ende -->`],
    ["comments around it", (json: string) => `<!-- Anfang -->\n${json}\n<!-- Ende --><!-- wirklich -->`],
    ["a script's comment after it", (json: string) => `${json} /* Ende */`],
    ["a line of comment after it", (json: string) => `${json}\n// Ende`],
    ["a comment between two", (json: string) => `{"@type":"WebSite","name":"x"}<!-- und -->${json}`],
    ["itself in a comment", (json: string) => `<!--\n${json}\n-->`],
  ])("with %s is read", (_what, write) => {
    const json = write(JSON.stringify({ ...mine, description: "Siehe https://x.example/ <!-- hier --> /* und */ da" }));
    const read = readPage(`<head><script type="application/ld+json">${json}</script></head><body>${h1}${p}</body>`);
    expect([namesOf(read), read.publishedAt]).toEqual([["Nina Nest"], ownDate]);
  });

  it.each([
    ["nested in a person", { author: { "@type": "Person", author: { "@type": "Person", name: "Nina Nest" } } }],
    ["by reference", { author: { "@id": "#nina" } }],
    ["by reference with more than the id", { author: { "@type": "Person", "@id": "#nina", url: "/autoren/nina" } }],
    ["by reference with the whole address", { author: [{ "@id": `${address}#nina` }] }],
    ["by the id alone", { author: `${address}#nina` }],
    ["empty beside a creator", { author: [], creator: { name: "Nina Nest" } }],
    ["null beside a creator", { author: null, creator: "Nina Nest" }],
    ["without a name beside a creator", { author: { "@type": "Person", name: "" }, creator: ["Nina Nest"] }],
    ["twice, once with a doctorate", { author: [{ name: "Nina Nest" }, { name: "Dr. Nina Nest" }] }],
    ["beside the desk", { author: [{ name: "Nina Nest" }, { name: "Stadtblick-Redaktion" }] }],
    ["as a value", { author: { name: { "@value": "Nina Nest" } } }],
    ["a desk, but the byline names one", { author: { name: "Redaktion" } }],
  ])("finds an author %s", (_what, author) => {
    const head = jsonLd(
      { "@type": "NewsArticle", headline: "Neuer Haushalt beschlossen", ...author },
      { "@type": "Person", "@id": "#nina", name: "Nina Nest" },
    );
    expect(namesOf(readPage(`<head>${head}</head><body><article>${h1}<p>Von Nina Nest</p>${p}</article></body>`))).toEqual(["Nina Nest"]);
  });
});

describe("the author of a page without metadata", () => {
  it.each([
    ["a card", `<div class="card"><span class="author">Fremde Frida</span></div>${h1}<span class="author">Nina Nest</span>${p}`],
    ["a card below", `${h1}<p>Von Nina Nest</p>${p}<div class="card"><span class="author">Fremde Frida</span></div>`],
    [
      "a list of others",
      `${h1}<div class="author">Nina Nest</div>${p}<ul><li><a href="/x">Freibad öffnet im Mai wieder</a> <span class="author">Fremde Frida</span></li></ul>`,
    ],
    [
      "a biography",
      `${h1}<p class="byline">Von Nina Nest</p>${p}<div class="author-bio">Otto Ort schreibt seit 2010 und lebt mit zwei Katzen in Köln.</div>`,
    ],
    [
      "a box with a biography",
      `<article>${h1}${p.repeat(8)}<div class="author-box"><h4>Nina Nest</h4><p>Nina Nest schreibt seit 2010 und lebt in Köln.</p></div></article>`,
    ],
    ["a car race", `${h1}<p class="autorennen">Großer Preis von Monza</p><p>Von Nina Nest</p>${p}`],
    ["a comment", `<article>${h1}<p>Von Nina Nest</p>${p}<div class="comment"><a rel="author" href="/u/1">Leser Lutz</a></div></article>`],
    [
      "a photographer",
      `<article>${h1}<figure><img src="/a.jpg"><figcaption class="author">Foto Felix</figcaption></figure><p>Von Nina Nest</p>${p}</article>`,
    ],
    [
      "a teaser",
      `<article class="teaser"><h2><a href="/x">Freibad</a></h2><a rel="author">Fremde Frida</a></article><article>${h1}<a rel="author" href="/n">Nina Nest</a>${p}</article>`,
    ],
    [
      "links below the name",
      `<article>${h1}<div class="author"><a href="/n">Nina Nest</a><a href="/n/all">Alle Artikel</a><span>Redakteurin</span></div>${p}</article>`,
    ],
    [
      "WordPress",
      `<article>${h1}<span class="byline"> by <span class="author vcard"><a class="url fn n" href="/author/nina/">Nina Nest</a></span></span>${p}</article>`,
    ],
    [
      "camel case",
      `<main>${h1}<div class="articleAuthor"><span class="authorName">Nina Nest</span><span>Politikredakteurin</span></div>${p}</main>`,
    ],
    ["a microformat", `<article>${h1}<a class="p-author h-card" href="/n">Nina Nest</a>${p}</article>`],
    ["the end of the text", `<article>${h1}${p.repeat(8)}<p>Von Nina Nest</p></article>`],
    ["a guest", `<article>${h1}<p>Ein Gastbeitrag von Nina Nest</p>${p}</article>`],
    [
      "microdata of a comment",
      `<article itemscope itemtype="https://schema.org/NewsArticle">${h1}<span itemprop="author">Nina Nest</span>${p}<div itemprop="comment" itemscope itemtype="https://schema.org/Comment"><span itemprop="author">Leser Lutz</span></div></article>`,
    ],
    ["roles", `<article>${h1}<div class="byline"><span>Nina Nest</span><div>Political correspondent</div></div>${p}</article>`],
    [
      "an old layout",
      `<title>Neuer Haushalt beschlossen</title><table><tr><td><font size="5"><b>Neuer Haushalt beschlossen</b></font><br>Von Nina Nest<br>3.10.2026${p}</td></tr></table>`,
    ],
    [
      "entries of a live blog",
      `<main>${h1}<p>Von Nina Nest</p><div class="liveblog"><div><span class="author">Otto Ort</span>${p}</div></div></main>`,
    ],
  ])("is found beside %s", (_what, html) => {
    expect(namesOf(readPage(html))).toEqual(["Nina Nest"]);
  });

  it.each([
    ["Interview: Nina Nest", ["Nina Nest"]],
    ["Words by Nina Nest", ["Nina Nest"]],
    ["Protokoll: Nina Nest, Fotos: Karl Kurz", ["Nina Nest"]],
    ["Text und Fotos: Nina Nest", ["Nina Nest"]],
    ["geschrieben von Nina Nest am 3. Oktober 2026", ["Nina Nest"]],
    ["By Reuters", ["Reuters"]],
    ["Von Rechts Wegen war das nicht erlaubt", []],
    ["Interview: Was nun?", []],
  ])("is found in the line %j", (line, names) => {
    expect(namesOf(readPage(`<article>${h1}<p>${line}</p>${p}</article>`))).toEqual(names);
  });

  it("is found in a heading that is a link", () => {
    const byline = '<h4 class="article-author-name"><a href="/author/nina/">Nina Nest</a></h4>';
    expect(namesOf(readPage(`<article>${h1}${byline}${p}</article>`))).toEqual(["Nina Nest"]);
  });

  it("is found below an entry that is no article element", () => {
    const entry = `<div class="hentry"><h3 class="entry-title">Neuer Haushalt beschlossen</h3>${p}<div class="entry-footer"><span class="author">Eingestellt von Nina Nest</span></div></div>`;
    expect(namesOf(readPage(`<h1><a href="/">Das Magazin</a></h1>${entry}`))).toEqual(["Nina Nest"]);
  });

  it.each([
    ["only a card", `<div class="card"><span class="author">Fremde Frida</span></div>${h1}${p}`],
    ["only a biography", `${h1}${p}<div class="author-bio">Nina Nest schreibt seit 2010 und lebt mit zwei Katzen in Köln.</div>`],
    ["a desk", `${h1}<p class="author">Von unserer Redaktion</p>${p}`],
    ["a sentence", `${h1}<p>Von Köln Nach Bonn fährt kein Zug mehr, sagt der Rat.</p>${p}`],
    ["a link to more", `${h1}<div class="author"><a href="/a">Alle Artikel</a></div>${p}`],
    ["an event", `${h1}${p}<div class="event"><span class="author">Rathaus Köln</span></div>`],
    ["a quotation", `${h1}${p}<div class="quote"><span class="author">Karl Zitat</span></div>`],
    ["a day of birth", `<article>${h1}${p}<div class="author-box"><p>Geboren am 1. Mai 1970</p><p>Wohnt in Köln</p></div></article>`],
    ["nothing but a day of birth", `<article>${h1}${p}<div class="author-box"><p>Geboren am 1. Mai 1970</p></div></article>`],
  ])("is nobody with %s", (_what, html) => {
    expect(namesOf(readPage(html))).toEqual([]);
  });
});

describe("the title", () => {
  const article = `<article><h2>Neuer Haushalt beschlossen</h2>${p.repeat(3)}</article>`;
  it.each([
    [
      "the site's name in the h1",
      `<title>Neuer Haushalt beschlossen - Stadtblick Zeitung Online</title></head><body><h1>Stadtblick Zeitung Online</h1>${article}`,
    ],
    [
      "a site of another name in the h1",
      `<title>Neuer Haushalt beschlossen - Der Tag am Abend</title></head><body><h1>Der Tag am Abend</h1>${article}`,
    ],
    [
      "the site's name first",
      `<title>Stadtblick Zeitung Online - Neuer Haushalt beschlossen</title></head><body><h1>Stadtblick Zeitung Online</h1>${article}`,
    ],
    [
      "a logo as the h1",
      `<title>Neuer Haushalt beschlossen | Das Magazin</title></head><body><header><h1><a href="/">Das Magazin</a></h1></header>${article}`,
    ],
    ["no title", `</head><body><h1><a href="/">Das Magazin</a></h1>${article}`],
    [
      "several h1",
      `<title>Neuer Haushalt beschlossen | Stadtblick</title></head><body><h1>Politik</h1><article>${h1}${p}</article><h1>Lesen Sie auch</h1>`,
    ],
    [
      "the section in the title",
      `<title>Neuer Haushalt beschlossen - Politik - Stadtblick</title></head><body><h1>Neuer Haushalt beschlossen</h1>${p}`,
    ],
    [
      "a headline for search engines",
      `${jsonLd({ "@type": "NewsArticle", url: address, headline: "Köln: Rat spart" })}<meta property="og:title" content="Neuer Haushalt beschlossen"></head><body>${h1}${p}`,
    ],
    ["the name of the host at its end", `<title>Neuer Haushalt beschlossen - Stadtblick am Rhein</title></head><body>${p}`],
    [
      "a question of the site",
      `<meta property="og:title" content="Neuer Haushalt beschlossen"></head><body><h1>Newsletter bestellen</h1>${p}`,
    ],
    [
      "a kicker that only the page has",
      `<title>Neuer Haushalt beschlossen | Rhein-Weser-Anzeiger</title></head><body><main><h2><span class="topline">Finanzen</span> <span>Neuer Haushalt beschlossen</span></h2>${p}</main>`,
    ],
    [
      "a shorter title in its metadata",
      `<meta property="og:title" content="Haushalt beschlossen"></head><body><h1>Neuer Haushalt beschlossen</h1>${p}`,
    ],
    [
      "a sign of paid content",
      `<meta property="og:title" content="Neuer Haushalt beschlossen"></head><body><h1><span>(S+)</span> Neuer Haushalt beschlossen</h1>${p}`,
    ],
    ["capitals", `<meta property="og:title" content="Neuer Haushalt beschlossen"></head><body><h1>NEUER HAUSHALT BESCHLOSSEN</h1>${p}`],
    [
      "words for screen readers",
      `<meta property="og:title" content="Neuer Haushalt beschlossen"></head><body><h1>Neuer Haushalt beschlossen<span class="sr-only"> – zum Artikel</span></h1>${p}`,
    ],
    [
      "characters that nobody sees",
      `<meta property="og:title" content="Neuer Haus&#8288;halt beschlossen"></head><body><h1>Neuer Haus&shy;halt be&#8203;schlossen</h1>${p}`,
    ],
    [
      "a heading that is no h1",
      `<title>Neuer Haushalt beschlossen - Das Magazin am Abend</title></head><body><div class="headline">Neuer Haushalt beschlossen</div>${p}`,
    ],
  ])("is that of the article with %s", (_what, html) => {
    expect(readPage(`<head>${html}</body>`).title).toBe("Neuer Haushalt beschlossen");
  });
});

describe("the language", () => {
  const french = "<p>Le conseil a voté le budget mardi soir, et il doit encore être approuvé par les habitants, qui sont dans la rue.</p>";
  const dutch = "<p>Het dak kost vier miljoen en het is nog niet bekend wie dat gaat betalen, maar de raad heeft het plan aangenomen.</p>";
  const english = "<p>The council has passed a budget that will for the first time in ten years not be financed with new debt.</p>";
  it.each([
    ["de", "German", p.repeat(2), "de"],
    ["de", "English", english.repeat(2), "en"],
    ["de", "French", french.repeat(3), "fr"],
    ["en", "Dutch", dutch.repeat(3), "nl"],
    ["fr", "French", french, "fr"],
    ["", "French", french, "fr"],
    ["", "German", p, "de"],
    ["", "numbers", "<p>1.000 2.000 3.000 4.000 5.000 6.000 7.000 8.000</p>", null],
  ])("of a page that says %j and is in %s", (lang, _name, text, expected) => {
    expect(readPage(`<html lang="${lang}"><body><article><h1>X</h1>${text}</article></body></html>`).language).toBe(expected);
  });
});
