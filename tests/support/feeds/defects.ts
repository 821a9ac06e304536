import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import iconv from "iconv-lite";
import { rssOf } from "./rss-of";

export interface FeedAnswer {
  /** 200 by default. */
  status?: number;
  /** Without an `ETag`, that of a 200 is a hash of its content. */
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

const rss = { "content-type": "application/rss+xml" };
const html = { "content-type": "text/html; charset=utf-8" };
const umlauts = "Größe – „Übermaß“ für 5 €";
const withUmlauts = rssOf([{ title: umlauts, link: "https://hafenblatt.example/1" }]);

/** A feed in an encoding that its declaration names. */
const declared = (encoding: string): FeedAnswer => ({ headers: rss, body: iconv.encode(withUmlauts.replace("UTF-8", encoding), encoding) });

const item = (number: number, more: object = {}) => ({
  title: `Meldung ${number}`,
  link: `https://hafenblatt.example/${number}`,
  guid: `https://hafenblatt.example/${number}`,
  ...more,
});

const redirect =
  (status: number, location: string): RequestListener =>
  (_, response) =>
    response.writeHead(status, { location }).end();

const laughs = Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`).join("\n");

/** Below `/defects/`, by name: feeds with errors, and servers that misbehave. */
export const defects: Record<string, FeedAnswer | RequestListener> = {
  // Encodings
  "declared-windows-1252": declared("windows-1252"),
  "declared-iso-8859-15": {
    headers: rss,
    body: iconv.encode(withUmlauts.replace("UTF-8", "iso-8859-15").replace(umlauts, "Größe 5 €"), "iso-8859-15"),
  },
  "utf-8-is-windows-1252": {
    headers: { "content-type": "application/rss+xml; charset=utf-8" },
    body: iconv.encode(withUmlauts, "windows-1252"),
  },
  "header-is-windows-1252": {
    headers: { "content-type": "text/xml; charset=windows-1252" },
    body: iconv.encode(withUmlauts.replace(' encoding="UTF-8"', ""), "windows-1252"),
  },
  "header-says-latin-1-is-utf-8": { headers: { "content-type": "text/xml; charset=iso-8859-1" }, body: withUmlauts },
  // Latin-1, as when a text was cut between two bytes
  "one-broken-character": {
    headers: rss,
    body: Buffer.from(withUmlauts.replace("5 €", "5 €\u0001")).map((byte) => (byte === 1 ? 0xe2 : byte)),
  },
  "utf-8-with-mark": { headers: rss, body: `\ufeff${withUmlauts}` },
  "utf-16-with-mark": { headers: rss, body: iconv.encode(withUmlauts.replace("UTF-8", "UTF-16"), "utf-16", { addBOM: true }) },
  "utf-16-without-mark": { headers: rss, body: iconv.encode(withUmlauts.replace("UTF-8", "UTF-16"), "utf-16le") },
  "utf-16-big-endian": { headers: rss, body: iconv.encode(withUmlauts.replace("UTF-8", "UTF-16"), "utf-16be") },

  // Around the feed
  "space-before": { headers: rss, body: `\n\n  ${rssOf([item(1)])}` },
  "warning-before": {
    headers: rss,
    body: `<br />\n<b>Warning</b>: Undefined variable $x in <b>/var/www/feed.php</b> on line <b>7</b><br />\n${rssOf([item(1)])}`,
  },
  "script-behind": { headers: rss, body: `${rssOf([item(1)])}\n<script>track()</script><!-- 0.31s -->` },
  "cut-off": { headers: rss, body: rssOf([item(1), item(2), item(3)]).slice(0, -60) },
  "control-characters": { headers: rss, body: rssOf([item(1, { title: "Vor\u0000\u0008nach\u001b" })]) },
  "type-html": { headers: html, body: rssOf([item(1)]) },
  "type-octets": { headers: { "content-type": "application/octet-stream" }, body: rssOf([item(1)]) },
  "no-type": { body: rssOf([item(1)]) },
  "upper-case": {
    headers: rss,
    body: rssOf([item(1)]).replace(/<(\/?)(rss|channel|item|title|link|guid)/g, (_, slash, name) => `<${slash}${name.toUpperCase()}`),
  },
  "channel-only": { headers: rss, body: rssOf([item(1)]).replace(/<\/?rss[^<>]*>/g, "") },
  "json-with-mark": {
    headers: { "content-type": "text/plain" },
    body: `\ufeff{"version":"https://jsonfeed.org/version/1.1","title":"J","items":[{"id":"1","content_text":"Eins\\u0000"}]}`,
  },

  // Entries
  "no-ids": {
    headers: rss,
    body: rssOf([
      { title: "A", description: "eins" },
      { title: "A", description: "zwei" },
      { title: "A", description: "zwei" },
    ]),
  },
  "no-titles": {
    headers: rss,
    body: rssOf([
      { link: "https://hafenblatt.example/1", description: "<p>Erster Satz.</p><p>Zweiter Satz.</p>" },
      { link: "https://hafenblatt.example/2" },
      {},
    ]),
  },
  "same-twice": { headers: rss, body: rssOf([item(1), item(1, { title: "Noch einmal" }), item(2)]) },
  "relative-links": {
    headers: rss,
    body: rssOf([{ title: "A", link: "/wir/a", description: '<a href="b">B</a> <a href="//cdn.example/c">C</a> <img src="/d.png">' }]),
  },
  "hostile-links": {
    headers: rss,
    body: rssOf([
      { title: "A", link: "javascript:alert(1)", guid: "data:text/html,x" },
      { title: "B", link: "https://anna:geheim@hafenblatt.example/b" },
      { title: "C", link: "file:///etc/passwd" },
    ]),
  },
  "html-in-titles": {
    headers: rss,
    body: rssOf([{ title: "<b>Fett</b> &amp; <script>alert(1)</script>mehr\n  Platz &lt;3", link: "https://hafenblatt.example/1" }]),
  },
  "future-dates": {
    headers: rss,
    body: rssOf([item(1, { pubDate: "Tue, 01 Jan 2069 00:00:00 GMT" }), item(2, { pubDate: "2026-11-20T10:00:00Z" })]),
  },
  "invalid-dates": {
    headers: rss,
    body: rssOf([item(1, { pubDate: "gestern" }), item(2, { pubDate: "32.13.2026" }), item(3, { pubDate: "0000-00-00 00:00:00" })]),
  },
  "dates-oldest-first": { headers: rss, body: rssOf([1, 2, 3].map((day) => item(day, { pubDate: `2026-11-0${day} 08:00` }))) },
  "long-address": { headers: rss, body: rssOf([{ title: "Lang", link: `https://hafenblatt.example/${"a".repeat(5000)}` }]) },
  "no-entries": { headers: rss, body: rssOf([]) },

  // Size
  "thousand-entries": {
    headers: rss,
    body: rssOf(
      Array.from({ length: 1_000 }, (_, number) =>
        item(number, { pubDate: new Date(1_600_000_000_000 + number * 60_000).toUTCString(), description: "Text. ".repeat(40) }),
      ),
    ),
  },
  "too-large": { headers: rss, body: rssOf([item(1, { description: "x".repeat(6_000_000) })]) },
  "gzip-bomb": { headers: { ...rss, "content-encoding": "gzip" }, body: gzipSync(Buffer.alloc(200_000_000)) },
  "entity-bomb": {
    headers: rss,
    body: `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY l0 "ha">\n${laughs}]>${rssOf([item(1, { title: "X" })])
      .replace(">X<", ">&l9;<")
      .replace(/^.*\n/, "")}`,
  },
  "outside-entity": {
    headers: rss,
    body: `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rssOf([item(1, { title: "X" })])
      .replace(">X<", ">A&x;B<")
      .replace(/^.*\n/, "")}`,
  },
  "deep-nesting": { headers: rss, body: `<rss version="2.0"><channel><title>Tief</title>${"<a>".repeat(200_000)}` },
  "many-attributes": {
    headers: rss,
    body: `<rss version="2.0"><channel><title>A</title><item ${Array.from({ length: 100_000 }, (_, at) => `a${at}="x"`).join(" ")}><title>B</title></item></channel></rss>`,
  },
  "never-ending": (_, response) => {
    response.writeHead(200, rss).write('<rss version="2.0"><channel><title>Endlos</title>');
    const more = () => response.write(`<item><title>${"x".repeat(60_000)}</title></item>`) && setImmediate(more);
    response.on("drain", more);
    more();
  },
  slow: (_, response) => {
    response.writeHead(200, rss).write("<rss>");
    const timer = setInterval(() => response.write(" "), 100);
    response.on("close", () => clearInterval(timer));
  },

  // Other answers
  empty: { headers: rss, body: "" },
  text: { headers: { "content-type": "text/plain" }, body: "Dieser Feed ist umgezogen." },
  xml: {
    headers: { "content-type": "text/xml" },
    body: '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://hafenblatt.example/</loc></url></urlset>',
  },
  "other-feed": { headers: { "content-type": "text/xml" }, body: "<feed><product><sku>1</sku></product></feed>" },
  opml: {
    headers: { "content-type": "text/xml" },
    body: '<opml version="2.0"><head><title>A</title></head><body><outline text="B"/></body></opml>',
  },
  "tv-guide": {
    headers: { "content-type": "text/xml" },
    body: '<tv><channel id="1"><display-name>Eins</display-name><title>x</title></channel></tv>',
  },
  "json-items": { headers: { "content-type": "application/json" }, body: '{"items":[{"id":1}]}' },
  "short-links": {
    headers: rss,
    body: rssOf([{ title: "A", link: `https://hafenblatt.example/${"a".repeat(1500)}/`, description: '<a href="b">'.repeat(100_000) }]),
  },
  json: { headers: { "content-type": "application/json" }, body: '{"error":"no"}' },
  "broken-json": { headers: { "content-type": "application/feed+json" }, body: '{"version":"https://jsonfeed.org/version/1.1","items":[' },
  picture: { headers: { "content-type": "image/png" }, body: Buffer.from("89504e470d0a1a0a0000000d49484452", "hex") },
  login: {
    headers: html,
    body: '<!DOCTYPE html><html><head><title>Anmelden</title></head><body><form method="post"><input type="password" name="p"></form></body></html>',
  },
  page: {
    headers: html,
    body: `<!DOCTYPE html><html><head><title>Hafenblatt</title><base href="/defects/">
<link rel="alternate" type="application/rss+xml" title="Hafenblatt &raquo; Kommentar-Feed" href="comments/feed">
<link rel='ALTERNATE stylesheet' type='Application/Atom+XML; charset=utf-8' href='type-html#top'>
<link rel="alternate" type="application/rss+xml" title="Alles" href="no-type"><link rel="alternate" type="application/rss+xml" href="no-type">
<link rel="alternate" hreflang="en" href="/en"><link rel="alternate" type="application/json" href="/wp-json/wp/v2/pages/1">
<link rel="alternate" type="application/rss+xml" href="javascript:alert(1)"><link rel="stylesheet" href="a.css"></head><body></body></html>`,
  },
  moved: redirect(301, "/defects/moved-again"),
  "moved-again": redirect(308, "/defects/no-type"),
  "moved-then-elsewhere": redirect(301, "/defects/elsewhere"),
  elsewhere: redirect(302, "/defects/moved-again"),
  "moved-in-circles": redirect(301, "/defects/moved-in-circles"),
  "moved-inside": redirect(301, "http://169.254.169.254/latest/"),
  gone: { status: 410, headers: html, body: "<h1>Gone</h1>" },
  missing: { status: 404, headers: html, body: "<h1>404</h1>" },
  forbidden: { status: 403, headers: html },
  "too-often": { status: 429, headers: { "retry-after": "120" } },
  maintenance: (_, response) => response.writeHead(503, { "retry-after": new Date(Date.now() + 600_000).toUTCString() }).end(),
  failing: { status: 500, headers: html, body: "<h1>500</h1>" },
  fresh: {
    headers: { ...rss, "cache-control": "public, max-age=900", age: "300", "last-modified": "Mon, 23 Nov 2026 10:00:00 GMT" },
    body: rssOf([item(1)], { channel: "<ttl>5</ttl>" }),
  },
  expires: (_, response) =>
    response
      .writeHead(200, { ...rss, date: new Date().toUTCString(), expires: new Date(Date.now() + 1_800_000).toUTCString() })
      .end(rssOf([item(1)])),
  skipping: {
    headers: { ...rss, "cache-control": "no-cache, max-age=900" },
    body: rssOf([item(1)], { channel: "<ttl>180</ttl><skipHours><hour>3</hour></skipHours><skipDays><day>Saturday</day></skipDays>" }),
  },
};
