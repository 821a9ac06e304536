import { readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import iconv from "iconv-lite";
import { afterEach, describe, expect, it } from "vitest";
import { importPage } from "./import-page";
import { type LocalWeb, serveLocally } from "./local-web.test-server";
import { OutboundError } from "./outbound-error";

const open: LocalWeb[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((web) => web.close()));
});

async function serve(listener: RequestListener): Promise<LocalWeb> {
  const web = await serveLocally(listener);
  open.push(web);
  return web;
}

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

const page = (name: string) => readFileSync(new URL(`../../packages/page-reader/test/pages/${name}.html`, import.meta.url), "utf8");

async function importServed(body: string | Uint8Array, contentType: string | null = "text/html; charset=utf-8", path = "/") {
  const web = await serve((_request, response) =>
    response.writeHead(200, contentType === null ? {} : { "content-type": contentType }).end(body),
  );
  return importPage(`http://${web.host}${path}`, { allowHosts: [web.host] });
}

async function failureOf(promise: Promise<unknown>): Promise<OutboundError> {
  const failure = await promise.then(
    () => new Error("it was imported"),
    (error: unknown) => error,
  );
  if (failure instanceof OutboundError) return failure;
  throw failure;
}

describe("Anna imports", () => {
  it("an article", async () => {
    await expect(importServed(page("nordlicht"))).resolves.toMatchObject({
      title: "Osterhagen: Neue Klappbrücke über die Oste ist fertig",
      authors: [{ name: "Meike Harms" }, { name: "Tjark Lüders" }],
      sourceName: "Nordlicht Zeitung",
      publishedAt: 1714840200000,
      language: "de",
    });
  });

  it.each([
    ["the header", "text/html; charset=iso-8859-1", (html: string) => html.replace('<meta charset="utf-8">', "")],
    ["the page only", "text/html", (html: string) => html.replace('charset="utf-8"', 'charset="windows-1252"')],
    ["nobody", "text/html", (html: string) => html.replace('<meta charset="utf-8">', "")],
  ])("a page in windows-1252, said by %s", async (_who, contentType, change) => {
    const html = change(page("kreisbote-og")).replace("Geld frei", "5 € – „Geld“ frei");
    const imported = await importServed(iconv.encode(html.replaceAll("Geld frei", "5 € – „Geld“ frei"), "windows-1252"), contentType);
    expect(imported.title).toBe("Radweg an der Küste: Bund gibt 5 € – „Geld“ frei");
    expect(imported.content).toContain("„Wir haben lange auf diesen Tag gewartet“");
  });

  it("a page behind redirects, with its final address as the source", async () => {
    const web = await serve((request, response) => {
      if (request.url === "/kurz") return response.writeHead(301, { location: "/mittel" }).end();
      if (request.url === "/mittel") return response.writeHead(302, { location: "/artikel/7" }).end();
      return response.writeHead(200, { "content-type": "text/html" }).end(page("schlicht"));
    });
    const imported = await importPage(`http://${web.host}/kurz`, { allowHosts: [web.host] });
    expect(imported).toMatchObject({ url: `http://${web.host}/artikel/7`, title: "Der Dorfladen macht weiter" });
  });

  it("a page without any metadata", async () => {
    await expect(importServed(page("schlicht"))).resolves.toMatchObject({ title: "Der Dorfladen macht weiter", images: [] });
  });

  it("a page without a type that is HTML", async () => {
    await expect(importServed(page("schlicht"), null)).resolves.toMatchObject({ title: "Der Dorfladen macht weiter" });
  });

  it("XHTML", async () => {
    const xhtml = `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Dorfladen</title></head><body><p>Der Dorfladen macht weiter.</p></body></html>`;
    await expect(importServed(xhtml, "application/xhtml+xml")).resolves.toMatchObject({ title: "Dorfladen" });
  });

  it.each([
    ["long paragraphs", (length: number) => `<p>${"Die Brücke ist fertig, und alle sind da. ".repeat(200)}</p>`.repeat(length / 8_300)],
    ["very many elements", (length: number) => '<p class="x">Ein <b>Wort</b></p>'.repeat(length / 34)],
    ["tables", (length: number) => `<table>${"<tr><td>Wert</td><td>12</td></tr>".repeat(length / 34)}</table>`],
    ["one long script", (length: number) => `<script>${"var a = '<div>';".repeat(length / 16)}</script><p>Text</p>`],
    ["list items", (length: number) => `<ul>${'<li><a href="/x">Meldung des Tages</a>'.repeat(length / 40)}</ul>`],
  ])("a page of 5 MB: %s", async (_name, fill) => {
    const html = page("nordlicht").replace("</article>", `${fill(4_900_000)}</article>`);
    const imported = await importServed(html);
    expect(imported.title).toBe("Osterhagen: Neue Klappbrücke über die Oste ist fertig");
  });

  it("a page with title and author in oEmbed only, with one extra request", async () => {
    const web = await serve((request, response) => {
      if (request.url === "/bild.jpg") return response.writeHead(200, { "content-type": "image/png" }).end(png);
      if (!request.url?.startsWith("/oembed")) return response.writeHead(200, { "content-type": "text/html" }).end(page("video-oembed"));
      const described = { title: "Fahrt über die Brücke", author_name: "Jule Behrens", thumbnail_url: "/bild.jpg" };
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(described));
    });
    await expect(importPage(`http://${web.host}/`, { allowHosts: [web.host] })).resolves.toMatchObject({
      title: "Fahrt über die Brücke",
      authors: [{ name: "Jule Behrens" }],
      images: [{ url: `http://${web.host}/bild.jpg` }],
    });
    expect(web.requests.map(({ url }) => url)).toEqual(["/", "/oembed?url=video7", "/bild.jpg"]);
  });

  it.each([
    ["a private address", (web: LocalWeb) => `http://127.0.0.1:${web.port + 1}/`],
    ["cloud metadata", () => "http://169.254.169.254/latest/"],
    ["no JSON", (web: LocalWeb) => `http://${web.host}/page`],
    ["broken JSON", (web: LocalWeb) => `http://${web.host}/broken`],
  ])("a page whose oEmbed link leads to %s, without it", async (_name, target) => {
    const web: LocalWeb = await serve((request, response) => {
      if (request.url === "/broken") return response.writeHead(200, { "content-type": "application/json" }).end("{");
      return response
        .writeHead(200, { "content-type": "text/html" })
        .end(
          page("video-oembed")
            .replace("/oembed?url=video7", target(web))
            .replace("<body>", "<body><h1>Fahrt</h1><p>Mit der Fähre über die Oste.</p>"),
        );
    });
    await expect(importPage(`http://${web.host}/`, { allowHosts: [web.host] })).resolves.toMatchObject({
      title: "Fahrt",
      authors: [],
    });
  });
});

const village = page("schlicht");

describe("a page that browsers show", () => {
  it.each([
    "text/plain",
    "text/plain; charset=iso-8859-1",
    "application/xml",
    "text/xml",
    "application/octet-stream",
    "application/x-httpd-php",
    "binary/octet-stream",
    "text/html, text/html; charset=utf-8",
    "text/html; charset=utf-8, text/html; charset=utf-8",
    "html",
    "*/*",
  ])("is read with the type %s", async (contentType) => {
    await expect(importServed(village, contentType)).resolves.toMatchObject({ title: "Der Dorfladen macht weiter", isCut: false });
  });

  it.each([
    [
      "as a fragment without a type",
      "<h1>Der Dorfladen macht weiter</h1><p>Die Genossenschaft an der Klappbrücke hat genug Mitglieder.",
      "application/octet-stream",
    ],
    ["with comments before it", `<!-- a --> <!-- b -->\n${village}`, "text/plain"],
    ["with an XML declaration", `<?xml version="1.0"?><!DOCTYPE html>${village}`, "application/xml"],
    ["with a byte order mark", `\ufeff${village}`, "text/plain"],
    ["in UTF-16 with a byte order mark", iconv.encode(village, "utf-16le", { addBOM: true }), "text/html"],
    ["in UTF-16 without a byte order mark", iconv.encode(village, "utf-16be"), "text/html; charset=utf-8"],
    ["in UTF-16 as plain text", iconv.encode(village, "utf-16be", { addBOM: true }), "text/plain"],
    ["in windows-1252 that is declared as UTF-8", iconv.encode(village, "windows-1252"), "text/html; charset=utf-8"],
  ])("is read %s", async (_, body, contentType) => {
    await expect(importServed(body, contentType)).resolves.toMatchObject({
      title: "Der Dorfladen macht weiter",
      content: expect.stringContaining("Klappbrücke"),
    });
  });

  const dropped = async (html: string, announced: number) => {
    const web = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "text/html", "content-length": announced }).write(html);
      setImmediate(() => response.destroy());
    });
    return importPage(`http://${web.host}/`, { allowHosts: [web.host] });
  };

  it("is read although the connection ends before the announced length", async () => {
    await expect(dropped(village, Buffer.byteLength(village) + 50)).resolves.toMatchObject({
      title: "Der Dorfladen macht weiter",
      isCut: false,
    });
  });

  it("is marked as cut if the connection ends within the text, and is unreachable before it", async () => {
    const beginning = village.slice(0, village.indexOf("</p>", village.indexOf("vierjähriger")));
    await expect(dropped(beginning, 99_999)).resolves.toMatchObject({ title: "Der Dorfladen macht weiter", isCut: true });
    expect((await failureOf(dropped("<!doctype html><html><head>", 99_999))).code).toBe("unreachable");
  });
});

describe("a redirect", () => {
  type Step = string | { location?: string; cookie?: string; body?: string };
  /** Serves these pages by path (and cookies), and imports the typed one. Appends its requests to `asked`. */
  const follow = async (typed: string, pages: Record<string, Step>, asked: string[] = []) => {
    const web = await serve((request, response) => {
      asked.push(`${request.url} ${request.headers.cookie ?? ""}`.trim());
      const step = pages[`${request.url} ${request.headers.cookie ?? ""}`] ?? pages[request.url ?? ""] ?? "";
      const { location, cookie, body } = typeof step === "string" ? { body: step, location: undefined, cookie: undefined } : step;
      response.writeHead(location === undefined ? 200 : 302, {
        "content-type": "text/html; charset=utf-8",
        ...(location !== undefined && { location }),
        ...(cookie !== undefined && { "set-cookie": cookie }),
      });
      response.end(body);
    });
    const imported = await importPage(`http://${web.host}${typed}`, { allowHosts: [web.host] });
    return { ...imported, url: imported.url.replace(`http://${web.host}`, "") };
  };
  const wall = "<title>Zeitung</title><p>Wir und unsere Partner speichern Cookies.</p>".padEnd(900, "Text ");
  const login = `<title>Zeitung</title><form><input type="email" name="mail"><button>Weiter</button></form>`;

  it.each<[typed: string, landed: string, outcome: string, body?: string]>([
    ["/artikel/7", "/consent?targetUrl=%2Fartikel%2F7", "consent_required", wall],
    ["/artikel/7", "/zustimmung?url=%2Fartikel%2F7", "consent_required"],
    ["/artikel/7", "/cmp/", "consent_required", wall],
    ["/artikel/7", "/sonstiges/zustimmung/auswahl.html?from=x", "consent_required", wall],
    ["/artikel/7", "/gdpr-consent/", "consent_required", wall],
    ["/artikel/7", "/consent-a-?targetUrl=x", "consent_required", wall],
    ["/artikel/7", "/einwilligung", "consent_required", ""],
    ["/artikel/7", "/cookie-wall", "consent_required", wall],
    ["/artikel/7", "/willkommen?ziel=%2Fartikel%2F7", "consent_required", wall.replace("Zeitung", "Ihre Privatsphäre")],
    ["/artikel/7", "/v2/collectConsent?sessionId=3", "consent_required", wall],
    ["/artikel/7", "/gdpr", "consent_required", wall],
    ["/artikel/7", "/purabo/cookiebanner?return=x", "consent_required", wall],
    ["/artikel/7", "/cookie-hinweis", "consent_required", wall],
    ["/artikel/7", "/accept-cookies?url=/artikel/7", "consent_required", wall],
    ["/artikel/7", "/tc.html", "consent_required", wall.replace("Zeitung", "Cookie Preferences")],
    ["/artikel/7", "/cookies?url=%2Fartikel%2F7", "consent_required"],
    ["/artikel/7", "/hinweise/datenschutz-einstellungen", "consent_required", wall.slice(0, 500)],
    ["/artikel/7", "/consent", "consent_required", `${wall}<form><input type="password"></form>`],
    ["/artikel/7", "/v2/start", "consent_required", wall.replace("Zeitung", "Bevor Sie fortfahren")],
    ["/artikel/7", "/login", "login_required", login],
    ["/artikel/7", "/anmelden?weiter=/artikel/7", "login_required", login.padEnd(2000, "Vorteile ")],
    ["/artikel/7", "/konto/anmeldung.html", "login_required", login],
    ["/artikel/7", "/sso/start", "login_required", '<div id="root"></div>'],
    ["/artikel/7", "/konto", "login_required", login.replace("Zeitung", "Jetzt anmelden")],
    ["/artikel/7", "/abo/login-oder-registrieren", "login_required", login],
    ["/artikel/7", "/kundenlogin", "login_required", login],
    ["/artikel/7", "/mein-konto/?weiter=/artikel/7", "login_required", login],
    ["/artikel/7", "/session/new", "login_required", login.replace("Zeitung", "Log in to continue")],
    ["/artikel/7", "/members", "login_required", login.replace('type="email"', 'type="text"').replace("Zeitung", "Sign in")],
    ["/artikel/7", "/", "home_page"],
    ["/artikel/7", "/?ref=nicht-gefunden", "home_page"],
    ["/artikel/7", "/index.html", "home_page"],
    ["/artikel/7", "/de/", "home_page"],
    ["/artikel/7", "/main.html", "home_page"],
    ["/artikel/7", "/?gclid=17", "home_page"],
    ["/artikel/7", "/en-gb/", "home_page"],
    ["/?p=17", "/", "home_page"],
    ["/a", "/", "home_page"],
    ["/", "/start", "followed"],
    ["/", "/de/", "followed"],
    ["/index.php", "/", "followed"],
    ["/artikel/7", "/artikel/7-dorfladen", "followed"],
    ["/artikel/7", "/?p=17", "followed"],
    ["/artikel/7", "/index.php?option=com_content&view=article&Itemid=7", "followed"],
    ["/artikel/7", "/?newsID=7", "followed"],
    ["/artikel/7", "/?tx_news_pi1[news]=7", "followed"],
    ["/artikel/7", "/recht/dsgvo/urteil-des-gerichts", "followed"],
    ["/artikel/7", "/kita/anmeldung", "followed"],
    ["/artikel/7", "/rezepte/cookiesalat", "followed"],
    ["/artikel/7", "/politik/consent-gesetz-im-bundestag", "followed"],
    ["/artikel/7", "/politik/zustimmung-zum-haushalt.html", "followed"],
    ["/artikel/7", "/digital/login-daten-gestohlen", "followed"],
    ["/artikel/7", "/cookies/rezept-fuer-kekse", "followed"],
    ["/artikel/7", "/politik/cookies", "followed"],
    [
      "/artikel/7",
      "/recht/einwilligung",
      "followed",
      village.replace("</p>", `</p><p>${"Wer einwilligt, erlaubt etwas. ".repeat(100)}</p>`),
    ],
    ["/sender", "/tv", "followed"],
    ["/artikel/7", "/lesen?von=%2Fartikel%2F7", "followed"],
    ["/consent", "/consent/", "followed"],
    ["/login", "/de/login", "followed"],
  ])("from %s to %s is %s", async (typed, landed, outcome, body = village) => {
    const refresh = `<meta http-equiv="refresh" content="0; url=${landed}">`;
    for (const redirect of [{ location: landed }, refresh]) {
      const found = await follow(typed, { [typed]: redirect, [landed]: body }).then(
        ({ title, url }) => [title, url],
        ({ code }: OutboundError) => code,
      );
      expect(found).toEqual(outcome === "followed" ? ["Der Dorfladen macht weiter", landed] : outcome);
    }
  });

  it("to the same address is followed with its cookie, which is forgotten after the import", async () => {
    const asked: string[] = [];
    const pages = { "/artikel/7": { location: "/artikel/7", cookie: "seen=1; Path=/" }, "/artikel/7 seen=1": village };
    expect((await follow("/artikel/7", pages, asked)).url).toBe("/artikel/7");
    expect((await follow("/artikel/7", pages, asked)).url).toBe("/artikel/7");
    expect(asked).toEqual(["/artikel/7", "/artikel/7 seen=1", "/artikel/7", "/artikel/7 seen=1"]);
  });

  it("to a consent page that redirects back is followed, also by meta tags", async () => {
    const back = { location: "/artikel/7", cookie: "consent=yes; Path=/; HttpOnly" };
    const pages = { "/artikel/7": { location: "/consent" }, "/consent": back, "/artikel/7 consent=yes": village };
    expect((await follow("/artikel/7", pages)).url).toBe("/artikel/7");
    const refresh = '<meta http-equiv="refresh" content="0;url=/artikel/7">';
    const byTag = { ...pages, "/consent": { cookie: "consent=yes; Path=/", body: refresh } };
    expect((await follow("/artikel/7", byTag)).url).toBe("/artikel/7");
  });

  it("to the same address fails if its cookie is for another path", async () => {
    const pages = { "/a/7": { location: "/a/7", cookie: "seen=1; Path=/b" } };
    expect((await failureOf(follow("/a/7", pages))).code).toBe("too_many_redirects");
  });

  it.each([
    ["/artikel#teil?x=1", "/artikel#teil?x=1", { "/artikel": village }],
    ["/artikel#teil", "/artikel/#teil", { "/artikel": { location: "/artikel/" }, "/artikel/": village }],
    ["/artikel#teil", "/neu", { "/artikel": { location: "/neu" }, "/neu": village }],
    ["/#!/artikel/1", "/#!/artikel/1", { "/": village }],
  ])("keeps the fragment unless it leads to another page: %s is %s", async (typed, url, pages) => {
    expect((await follow(typed, pages)).url).toBe(url);
  });
});

describe("what cannot be imported", () => {
  it.each([
    ["a PDF", "%PDF-1.7\n", "application/pdf", "application/pdf"],
    ["a PDF that calls itself HTML", "%PDF-1.7\n%âãÏÓ\n1 0 obj", "text/html", "application/pdf"],
    ["a PDF without a type", "%PDF-1.7\n%âãÏÓ\n1 0 obj", null, "application/pdf"],
    ["JSON", '{"a":1}', "application/json", "application/json"],
    ["plain text", "Guten Tag", "text/plain; charset=utf-8", "text/plain"],
    ["text without a type", "Guten Tag", null, null],
    ["a picture that calls itself HTML", png, "text/html", "image/png"],
    ["a picture without a type", png, "application/octet-stream", "image/png"],
    ["a drawing", "<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml", "image/svg+xml"],
    ["XML", "<?xml version='1.0'?><rss><channel><title>T</title></channel></rss>", "application/xml", "application/xml"],
    ["XML without a declaration", "<article><title>T</title><para>P</para></article>", "text/xml", "text/xml"],
    ["XML without a type", "<?xml version='1.0'?><article><p>P</p></article>", null, null],
    ["a feed", "<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title></feed>", "application/atom+xml", "application/atom+xml"],
    ["JSON as plain text", '{"html":"<html>"}', "text/plain", "text/plain"],
    ["JSON without a type", "[1]", "application/octet-stream", "application/octet-stream"],
    ["plain text with tags", "Das Tag <html> beginnt eine Seite.", "text/plain", "text/plain"],
    ["plain text that begins with <", "<3 Uelzen", "text/plain", "text/plain"],
    ["Markdown", '<h1 align="center">Folda</h1>\n\n## Beginn\n\nText', "text/plain", "text/plain"],
    ["a script", "var a = '<html>';", "text/javascript", "text/javascript"],
    ["a video of 6 MB", Buffer.alloc(6 * 1024 * 1024), "application/mp4", "application/mp4"],
  ])("%s", async (_name, body, contentType, found) => {
    expect(await failureOf(importServed(body, contentType))).toMatchObject({ code: "unsupported_type", data: { contentType: found } });
  });

  it.each([1_000, 100_000])("%i nested elements", async (depth) => {
    expect(await failureOf(importServed("<div>".repeat(depth)))).toMatchObject({ code: "unreadable", data: { reason: "nesting" } });
  });

  it("an element of 500,000 classes", async () => {
    const html = `<h1>Rat</h1><p class="${"wort ".repeat(500_000)}">Der Rat hat getagt.</p>`;
    expect((await failureOf(importServed(html))).code).toBe("unreadable");
  });

  it("more than 5 MB", async () => {
    expect((await failureOf(importServed("x".repeat(5 * 1024 * 1024 + 1)))).code).toBe("too_large");
  });

  it("a private address", async () => {
    expect((await failureOf(importPage("http://169.254.169.254/latest/meta-data/", { allowHosts: [] }))).code).toBe("address_forbidden");
  });
});
