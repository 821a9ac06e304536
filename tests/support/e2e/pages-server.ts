// Good and bad pages of newspapers to import.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import iconv from "iconv-lite";
import sharp from "sharp";
import { rssOf } from "../feeds/rss-of";

/** Replaced by the server's own when it sends a text; as long as that. */
const origin = "http://127.0.0.1:00000";

const paragraphs = [
  "Zwischen Uelzen und Celle wird ab März gebaut. Die Strecke bekommt neue Schwellen, neue Oberleitungen und an drei Bahnhöfen längere Bahnsteige.",
  "„Wir bauen dort, wo die Leute warten“, sagte Projektleiterin Lena Großmann am Montag vor Anwohnern. Die Züge fahren in dieser Zeit über Salzwedel.",
  "Der Ersatzverkehr kostet rund vier Millionen Euro – die Gemeinden zahlen davon nichts. Fahrgäste sollen bis zu 25 Minuten mehr einplanen.",
  "Im Herbst folgt der zweite Abschnitt. Er endet an der Brücke über die Aller, die schon im vergangenen Jahr ersetzt worden ist.",
];

const body = paragraphs.map((text) => `<p>${text}</p>`).join("\n");

const linkedData = {
  "@context": "https://schema.org",
  "@type": "NewsArticle",
  headline: "Nordkorridor: Bauarbeiten beginnen im März",
  author: [{ "@type": "Person", name: "Wiebke Harms" }],
  publisher: { "@type": "Organization", name: "Heidekurier" },
  datePublished: "2026-02-11T06:30:00+01:00",
  image: [`${origin}/bridge.jpg`, `${origin}/tracks.jpg`],
};

const article = `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<title>Nordkorridor: Bauarbeiten beginnen im März – Heidekurier</title>
<meta property="og:type" content="article">
<meta property="og:title" content="Nordkorridor: Bauarbeiten beginnen im März">
<meta property="og:site_name" content="Heidekurier">
<meta property="og:image" content="${origin}/bridge.jpg">
<meta name="description" content="Die Strecke zwischen Uelzen und Celle wird saniert.">
<link rel="canonical" href="${origin}/article.html">
<script type="application/ld+json">${JSON.stringify(linkedData)}</script>
</head>
<body>
<header><nav><a href="/">Start</a> <a href="/politik">Politik</a> <a href="/sport">Sport</a></nav></header>
<main><article>
<h1>Nordkorridor: Bauarbeiten beginnen im März</h1>
<p class="byline">Von Wiebke Harms</p>
<figure><img src="/bridge.jpg" alt="Die neue Brücke über die Aller" width="1200" height="800"><figcaption>Die neue Brücke</figcaption></figure>
${body}
<figure><img src="/tracks.jpg" alt="Gleise bei Uelzen" width="1200" height="800"></figure>
</article></main>
<aside><h2>Mehr</h2><ul><li><a href="/wetter">Wetter</a></li></ul></aside>
<footer>© Heidekurier</footer>
</body>
</html>`;

const windows1252 = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1252">
<title>Großbrücke für 40 € Maut – „fertig“</title><meta name="author" content="Jörg Weiß"></head>
<body><h1>Großbrücke für 40 € Maut – „fertig“</h1>${body}</body></html>`;

const bare = `<html><body>${body}</body></html>`;

/** An article followed by so many comments that the page has this many bytes. */
function articleOfSize(bytes: number): string {
  const comment = '<section class="comment"><p>Ein Kommentar ohne Belang, wie sie zu Tausenden unter Artikeln stehen.</p></section>\n';
  const room = bytes - Buffer.byteLength(article);
  return article.replace("</body>", () => `${comment.repeat(Math.floor(room / Buffer.byteLength(comment)))}</body>`);
}

const pdf =
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";

const feedAbout = (word: string) =>
  rssOf(
    ["Brücke", "Schleuse"].map((subject, index) => ({
      title: `${subject} ${word}`,
      link: `${origin}/${word}/${index}`,
      description: `<p>Die ${subject} wird gebaut.</p>`,
    })),
    { title: `Hafenblatt ${word}` },
  );

const siteWithFeeds = (word: string) => {
  const links = ["Meldungen", "Kommentare"].map(
    (title) => `<link rel="alternate" type="application/rss+xml" title="${title}" href="/feed/${word}-${title}">`,
  );
  return `<!doctype html><html lang="de"><head><title>Hafen</title>${links.join("")}</head><body><h1>Hafen</h1></body></html>`;
};

const html = (text: string) => (response: ServerResponse) => send(response, "text/html; charset=utf-8", text);

const pages: Record<string, (response: ServerResponse) => void> = {
  "/": html("<h1>Pages to import</h1>"),
  "/article.html": html(article),
  // Without a charset in the header, as on old systems.
  "/windows-1252.html": (response) => send(response, "text/html", iconv.encode(windows1252, "windows-1252")),
  "/5-mb.html": (response) => send(response, "text/html; charset=utf-8", articleOfSize(5_000_000)),
  "/8-mb.html": (response) => send(response, "text/html; charset=utf-8", articleOfSize(8_000_000)),
  "/bare.html": html(bare),
  "/empty.html": html(""),
  "/book.html": html(`<title>Das Buch der Brücken</title><h1>Das Buch der Brücken</h1>${`<p>${paragraphs.join(" ")}</p>\n`.repeat(1_000)}`),
  "/pictures.html": html(
    article
      .replace("/bridge.jpg", "/missing.jpeg")
      .replace("</article>", '<img src="/missing.png" width="900" height="600"><img src="/data.json" width="900" height="600"></article>'),
  ),
  "/members.html": (response) => redirect(response, "/sign-in.html"),
  "/sign-in.html": html(
    '<title>Anmelden – Heidekurier</title><h1>Anmelden</h1><form><p>Bitte melden Sie sich an.</p><input name="email"><input type="password" name="password"></form>',
  ),
  "/refresh.html": html(`<meta http-equiv="refresh" content="0; url=/article.html"><p>Sie werden weitergeleitet.</p>`),
  "/redirect": (response) => redirect(response, "/article.html"),
  "/redirect-loop": (response) => redirect(response, "/redirect-loop"),
  "/redirect-to-private": (response) => redirect(response, "http://127.0.0.1:1/"),
  "/redirect-to-metadata": (response) => redirect(response, "http://169.254.169.254/latest/meta-data/"),
  // Accepts the connection and never responds.
  "/silent": () => {},
  "/document.pdf": (response) => send(response, "application/pdf", pdf),
  "/data.json": (response) => send(response, "application/json", JSON.stringify({ title: "Not a page" })),
  "/error": (response) => {
    response.writeHead(500, { "Content-Type": "text/html" }).end("<h1>Error</h1>");
  },
};

function send(response: ServerResponse, type: string, content: string | Uint8Array): void {
  const own = `http://${response.req.headers.host}`;
  response.writeHead(200, { "Content-Type": type }).end(typeof content === "string" ? content.replaceAll(origin, own) : content);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { Location: location }).end();
}

/** Pictures of the demo workspace in the size of a photograph, by path. */
const photographs = new Map<string, Buffer>();

/** In advance: an import drops a picture that does not begin within three seconds. */
async function drawPhotographs(): Promise<void> {
  for (const name of ["bridge", "tracks", "signal"])
    photographs.set(`/${name}.jpg`, await sharp(`api/demo/pictures/${name}.svg`).resize(1200, 800, { fit: "cover" }).jpeg().toBuffer());
}

/** The page of an embedding app, which sends no referrer. */
const app = (shown: string) =>
  html(
    `<!doctype html><meta name="referrer" content="no-referrer"><title>App</title><iframe name="folda" src="${shown}" width="400" height="600"></iframe>`,
  );

async function answer({ pathname: path, searchParams }: URL, response: ServerResponse): Promise<void> {
  const page = path === "/app.html" ? app(searchParams.get("shown") ?? "") : pages[path];
  if (page) return page(response);
  const photograph = photographs.get(path);
  if (photograph) return send(response, "image/jpeg", photograph);
  // Every word has its own feed, because entries that another flow has filed are not filed again.
  const feed = /^\/feed\/([\w-]+)$/.exec(path)?.[1];
  if (feed) return send(response, "application/rss+xml", feedAbout(feed));
  const site = /^\/site\/([\w-]+)$/.exec(path)?.[1];
  if (site) return html(siteWithFeeds(site))(response);
  if (path.startsWith("/pages/"))
    return send(response, "text/html; charset=utf-8", await readFile(`packages/page-reader/test/pages/${basename(path)}`));
  response.writeHead(404, { "Content-Type": "text/html; charset=utf-8" }).end("<h1>404</h1>");
}

/** Serves the pages on a free port. */
export async function servePages(): Promise<{ port: number; close(): Promise<void> }> {
  await drawPhotographs();
  const server = createServer((request, response) => {
    answer(new URL(request.url ?? "/", origin), response).catch(() => response.writeHead(404).end());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
