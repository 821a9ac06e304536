import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { withRequestSignal } from "../../contract/request-scope.server";
import { expected } from "../../tests/support/feeds/expected";
import { type FeedServer, makers, startFeedServer } from "../../tests/support/feeds/feed-server";
import { rssOf } from "../../tests/support/feeds/rss-of";
import type { Feed, FeedReading, Validators } from "./feed-reading";
import { OutboundError } from "./outbound-error";
import { readFeed } from "./read-feed";

let server: FeedServer;
beforeAll(async () => {
  server = await startFeedServer();
});
afterEach(() => vi.useRealTimers());
afterAll(() => server.close());

const none: Validators = { etag: null, lastModified: null };

/** Reads an address as one that is subscribed. */
const read = (path: string, validators: Validators = none) => readFeed({ url: server.url + path, allowHosts: [server.host], validators });

async function feedOf(path: string): Promise<Feed> {
  const reading = await read(path);
  if (reading.kind !== "feed") throw new Error(`${path} is no feed: ${reading.kind}`);
  return reading.feed;
}

const failureOf = (reading: Promise<FeedReading>): Promise<Record<string, unknown>> =>
  reading.then(
    ({ kind }) => ({ kind }),
    (error: unknown) => {
      if (error instanceof OutboundError) return { code: error.code, ...error.data };
      throw error;
    },
  );

describe("A feed of another maker", () => {
  it("is in the table", () => {
    expect(expected.map(([name]) => name)).toEqual(makers);
  });

  it.each(expected)("%s", async (name, title, count, newest) => {
    const feed = await feedOf(`/makers/${name}`);
    expect(feed.title).toBe(title);
    expect(feed.entries).toHaveLength(count);
    expect(feed.entries[0]).toMatchObject(newest);
  });

  it("has titles without invisible characters", async () => {
    server.setAnswer("/invisible", { body: rssOf([{ title: "Haus&shy;halt\u200b der \u00adStadt\u2060" }]) });
    expect((await feedOf("/invisible")).entries[0]?.title).toBe("Haushalt der Stadt");
  });

  it("has a website, a language and a content that wins over its summary", async () => {
    const { siteUrl, language, entries } = await feedOf("/makers/wordpress.xml");
    expect({ siteUrl, language }).toEqual({ siteUrl: "https://nordlicht.example/", language: "de-DE" });
    expect(entries.map(({ html }) => html)).toEqual([
      expect.stringMatching(/^<p>Im Morgengrauen lag Nebel über dem Becken\.<\/p>\s+<figure/),
      "<p>Ab Dezember steht der Markt am Rathaus.</p>",
    ]);
  });

  it.each([
    ["wordpress.xml", "https://nordlicht.example/?p=4711", true],
    ["drupal.xml", "3021 at https://uni-fernsee.example", false],
    ["typo3-news.xml", "news-1893", false],
    ["blogger.xml", "tag:blogger.com,1999:blog-8675309.post-42", true],
    ["plone-xhtml.xml", "urn:uuid:1225c695-cfb8-4ebb-aaaa-80da344efa6a", true],
    ["jsonfeed-1.1.json", "10042", false],
    ["rss-0.90.xml", "http://www.oldpier.example/status/", true],
  ])("%s has entries whose id is %s", async (name, id, isGlobalId) => {
    expect((await feedOf(`/makers/${name}`)).entries[0]).toMatchObject({ id, isGlobalId });
  });

  it.each([
    ["plain text", "jsonfeed-1.1.json", "<p>Locks 4 to 9 close in January.</p><p>See a &lt; b &amp; c.</p>"],
    [
      "XHTML with two relative bases",
      "plone-xhtml.xml",
      '<p>Die <a href="https://landtag.example/aktuelles/2026/tagesordnung">Tagesordnung</a> ist lang.</p>',
    ],
    [
      "links relative to a base of its own",
      "wordpress-atom.xml",
      '<p>It left at dusk, as <a href="https://harbour.example/2026/11/timetable/">every day</a>.</p>',
    ],
    ["the description of a video", "youtube.xml", "<p>Im zweiten Teil geht es unter den Kiel.</p><p>Mehr: https://seute-deern.example</p>"],
  ])("can have %s", async (_, name, html) => {
    expect((await feedOf(`/makers/${name}`)).entries[0]?.html).toBe(html);
  });
});

describe("A feed with an error in its", () => {
  it.each([
    ..."declared-windows-1252 utf-8-is-windows-1252 header-is-windows-1252 header-says-latin-1-is-utf-8 utf-8-with-mark".split(" "),
    ..."utf-16-with-mark utf-16-without-mark utf-16-big-endian".split(" "),
  ])("encoding is decoded: %s", async (name) => {
    expect((await feedOf(`/defects/${name}`)).entries[0]?.title).toBe("Größe – „Übermaß“ für 5 €");
  });

  it("encoding keeps its readable letters", async () => {
    expect((await feedOf("/defects/one-broken-character")).entries[0]?.title).toBe("Größe – „Übermaß“ für 5 €\ufffd");
    expect((await feedOf("/defects/declared-iso-8859-15")).entries[0]?.title).toBe("Größe 5 €");
  });

  it.each([
    ["space-before", ["Meldung 1"]],
    ["warning-before", ["Meldung 1"]],
    ["script-behind", ["Meldung 1"]],
    ["cut-off", ["Meldung 1", "Meldung 2"]],
    ["control-characters", ["Vornach"]],
    ["type-html", ["Meldung 1"]],
    ["type-octets", ["Meldung 1"]],
    ["no-type", ["Meldung 1"]],
    ["upper-case", ["Meldung 1"]],
    ["channel-only", ["Meldung 1"]],
    ["json-with-mark", ["Eins"]],
    ["no-ids", ["A", "A"]],
    ["no-titles", ["Erster Satz. Zweiter Satz.", "https://hafenblatt.example/2"]],
    ["same-twice", ["Meldung 1", "Meldung 2"]],
    ["html-in-titles", ["Fett & mehr Platz <3"]],
    ["dates-oldest-first", ["Meldung 3", "Meldung 2", "Meldung 1"]],
    ["no-entries", []],
    ["entity-bomb", ["&l9;"]],
    ["outside-entity", ["A&x;B"]],
  ])("form is read: %s", async (name, titles) => {
    expect((await feedOf(`/defects/${name}`)).entries.map(({ title }) => title)).toEqual(titles);
  });

  it("addresses has no hostile and no overlong ones", async () => {
    const { entries } = await feedOf("/defects/hostile-links");
    expect(entries.map(({ url, title }) => [title, url])).toEqual([
      ["A", null],
      ["B", null],
      ["C", null],
    ]);
    expect((await feedOf("/defects/long-address")).entries[0]).toMatchObject({ title: "Lang", url: null });
    expect((await feedOf("/defects/relative-links")).entries[0]).toMatchObject({
      url: "https://hafenblatt.example/wir/a",
      html: '<a href="https://hafenblatt.example/wir/b">B</a> <a href="https://cdn.example/c">C</a> <img src="https://hafenblatt.example/d.png">',
    });
  });

  it("links does not grow without bounds", async () => {
    const { html = "" } = (await feedOf("/defects/short-links")).entries[0] ?? {};
    expect(html).toMatch(/^<a href="https:\/\/hafenblatt\.example\/a+\/b">/);
    expect(html.length).toBeLessThan(1_300_000);
  });

  it("dates has no future and no invalid ones", async () => {
    vi.setSystemTime("2026-11-28T12:00:00Z");
    const [future, past] = (await feedOf("/defects/future-dates")).entries;
    expect(future?.publishedAt).toEqual(new Date("2026-11-28T12:00:00Z"));
    expect(past?.publishedAt).toEqual(new Date("2026-11-20T10:00:00Z"));
    expect((await feedOf("/defects/invalid-dates")).entries.map(({ publishedAt }) => publishedAt)).toEqual([null, null, null]);
  });

  it("size keeps the 200 newest entries", async () => {
    const { entries } = await feedOf("/defects/thousand-entries");
    expect(entries).toHaveLength(200);
    expect([entries[0]?.title, entries.at(-1)?.title]).toEqual(["Meldung 999", "Meldung 800"]);
  });
});

describe("What is no feed", () => {
  it.each([
    ["too-large", { code: "too_large", contentType: "application/rss+xml", maxBytes: 5_242_880 }],
    ["gzip-bomb", { code: "too_large", maxBytes: 5_242_880 }],
    ["never-ending", { code: "too_large", contentType: "application/rss+xml", maxBytes: 5_242_880 }],
    ["deep-nesting", { code: "unreadable", reason: "malformed" }],
    ["broken-json", { code: "unreadable", reason: "malformed" }],
    ["empty", { code: "empty" }],
    ["text", { code: "not_a_feed", contentType: "text/plain" }],
    ["xml", { code: "not_a_feed", contentType: "text/xml" }],
    ["json", { code: "not_a_feed", contentType: "application/json" }],
    ["json-items", { code: "not_a_feed", contentType: "application/json" }],
    ["other-feed", { code: "not_a_feed", contentType: "text/xml" }],
    ["opml", { code: "not_a_feed", contentType: "text/xml" }],
    ["tv-guide", { code: "not_a_feed", contentType: "text/xml" }],
    ["picture", { code: "not_a_feed", contentType: "image/png" }],
    ["login", { kind: "page" }],
    ["gone", { code: "status", status: 410 }],
    ["missing", { code: "status", status: 404 }],
    ["too-often", { code: "status", status: 429, retryAfter: 120 }],
    ["failing", { code: "status", status: 500 }],
    ["moved-in-circles", { code: "too_many_redirects", maxRedirects: 5 }],
    ["moved-inside", { code: "address_forbidden", reason: "address", host: "169.254.169.254" }],
  ])("is reported: %s", async (name, failure) => {
    expect(await failureOf(read(`/defects/${name}`))).toEqual(failure);
  });

  it("says in a date when to come again", async () => {
    vi.setSystemTime("2026-11-28T12:00:00Z");
    expect(await failureOf(read("/defects/maintenance"))).toMatchObject({ retryAfter: 600 });
  });

  it("cannot keep anybody waiting", async () => {
    const reason = new Error("enough");
    const slow = { url: `${server.url}/defects/slow`, allowHosts: [server.host] };
    const caller = new AbortController();
    const readings = [readFeed({ ...slow, signal: caller.signal }), withRequestSignal(caller.signal, () => readFeed(slow))];
    const asked = server.requests.length;
    await expect.poll(() => server.requests.length).toBe(asked + 2);
    caller.abort(reason);
    expect((await Promise.allSettled(readings)).map((reading) => reading.status === "rejected" && reading.reason)).toEqual([
      reason,
      reason,
    ]);
  });
});

describe("The request of a feed", () => {
  it("says who asks, and brings nothing that identifies anybody", async () => {
    await readFeed({ url: `${server.url}/makers/hugo.xml`, allowHosts: [server.host], publicUrl: "https://folda.example" });
    const { headers } = server.requests.at(-1) ?? {};
    expect(headers).toMatchObject({ "user-agent": "Folda/1.0 (feed reader; +https://folda.example)" });
    expect(headers?.accept).toMatch(/^application\/atom\+xml, application\/rss\+xml/);
    expect(Object.keys(headers ?? {}).sort()).toEqual(["accept", "accept-encoding", "accept-language", "connection", "host", "user-agent"]);
  });

  it("is conditional once the feed was read", async () => {
    server.setAnswer("/news", { headers: { "last-modified": "Mon, 23 Nov 2026 10:00:00 GMT" }, body: rssOf([{ title: "Eins" }]) });
    const first = await read("/news");
    if (first.kind !== "feed") throw new Error(first.kind);
    expect(first.validators).toEqual({ etag: expect.stringMatching(/^"[\da-f]{40}"$/), lastModified: "Mon, 23 Nov 2026 10:00:00 GMT" });
    expect(await read("/news", first.validators)).toEqual({ kind: "unchanged", movedTo: null, freshFor: null });
    expect(server.requests.at(-1)?.headers).toMatchObject({
      "if-none-match": first.validators.etag,
      "if-modified-since": first.validators.lastModified,
    });
    server.setAnswer("/news", { body: rssOf([{ title: "Zwei" }]) });
    expect(await read("/news", first.validators)).toMatchObject({ kind: "feed", feed: { entries: [{ title: "Zwei" }] } });
  });

  it("does not send validators that no server can have sent", async () => {
    server.setAnswer("/long-etag", { headers: { etag: `"${"x".repeat(2_000)}"` }, body: rssOf([]) });
    expect(await read("/long-etag")).toMatchObject({ validators: none });
  });

  it.each([
    ["moved", "no-type", "no-type"],
    ["moved-then-elsewhere", "elsewhere", "elsewhere"],
    ["elsewhere", "elsewhere", null],
  ])("follows redirects, and reports where the permanent ones lead: %s", async (name, address, movedTo) => {
    expect(await read(`/defects/${name}`)).toMatchObject({
      kind: "feed",
      address: `${server.url}/defects/${address}`,
      movedTo: movedTo && `${server.url}/defects/${movedTo}`,
    });
  });

  it.each([
    ["fresh", { freshFor: 600, skipHours: [], skipDays: [] }],
    ["skipping", { freshFor: 10_800, skipHours: [3], skipDays: [6] }],
  ])("says when to come again: %s", async (name, schedule) => {
    expect(await read(`/defects/${name}`)).toMatchObject({ schedule });
  });

  it("says when to come again, at a time", async () => {
    vi.setSystemTime("2026-11-28T12:00:00Z");
    expect(await read("/defects/expires")).toMatchObject({ schedule: { freshFor: 1_800 } });
  });

  it.each([
    ["rss-0.91.xml", { freshFor: null, skipHours: [0, 1, 2], skipDays: [0] }],
    ["wordpress.xml", { freshFor: 3_600, skipHours: [], skipDays: [] }],
    ["nachrichten-rdf.xml", { freshFor: 1_800, skipHours: [], skipDays: [] }],
    ["arxiv.xml", { freshFor: null, skipHours: [], skipDays: [0, 6] }],
  ])("says in the feed when to come again: %s", async (name, schedule) => {
    expect(await read(`/makers/${name}`)).toMatchObject({ schedule });
  });
});

describe("A website", () => {
  const visit = (web: FeedServer, path = "/") => readFeed({ url: web.url + path, allowHosts: [web.host] });

  it("links to its feeds; those of comments come last", async () => {
    const asked = server.requests.length;
    expect(await visit(server, "/defects/page")).toEqual({
      kind: "page",
      feeds: [
        { address: `${server.url}/defects/type-html`, title: "Hafenblatt" },
        { address: `${server.url}/defects/no-type`, title: "Alles" },
        { address: `${server.url}/defects/comments/feed`, title: "Hafenblatt » Kommentar-Feed" },
      ],
    });
    expect(server.requests).toHaveLength(asked + 1);
  });

  it("that links to none is asked for usual addresses, one after the other", async () => {
    const web = await startFeedServer();
    try {
      const page = { headers: { "content-type": "text/html" }, body: "<html><head><title>Hafenblatt</title></head></html>" };
      web.setAnswer("/", page);
      web.setAnswer("/feed", page);
      expect(await visit(web)).toEqual({ kind: "page", feeds: [] });
      expect(web.requests.map(({ url }) => url)).toEqual(["/", "/feed", "/rss.xml", "/atom.xml", "/feed.xml", "/index.xml"]);
      web.setAnswer("/atom.xml", { body: rssOf([{ title: "Eins" }]) });
      expect(await visit(web)).toMatchObject({ kind: "feed", address: `${web.url}/atom.xml`, feed: { title: "Hafenblatt" } });
    } finally {
      await web.close();
    }
  });

  it("that was a feed is not searched again", async () => {
    const asked = server.requests.length;
    expect(await read("/defects/login")).toEqual({ kind: "page", feeds: [] });
    expect(server.requests).toHaveLength(asked + 1);
  });
});
