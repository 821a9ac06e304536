import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Visitor } from "../support/visitor";

interface Asked {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Page {
  html?: string;
  status?: number;
  headers?: Record<string, string | string[]>;
}

let server: Server;
let origin: string;
/** The requests of a test, oldest first. */
let asked: Asked[];
/** The pages of a test by path; others are empty. */
let pages: Record<string, Page>;
let visitor: Visitor;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    asked.push({ method, url, headers, body: await text(request) });
    const page = pages[url.split("?")[0] ?? ""] ?? {};
    response.writeHead(page.status ?? 200, page.headers).end(page.html);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

beforeEach(() => {
  asked = [];
  pages = {};
  visitor = new Visitor(origin);
});

/** Opens this HTML at `/form?q=1`. */
const show = (html: string, headers = {}) => {
  pages["/form"] = { html: `<!doctype html><html><body>${html}</body></html>`, headers };
  return visitor.open("/form?q=1");
};

const lastAsked = () => asked.at(-1) as Asked;

/** The fields that were posted last. */
const posted = () => [...new URLSearchParams(lastAsked().body)];

test("Cookies are sent to their path until they are deleted, also from redirects, and to no other origin", async () => {
  const set = (...lines: string[]) => ({ headers: { "Set-Cookie": lines } });
  pages = {
    "/in": {
      status: 302,
      headers: { Location: "/a/b", "Set-Cookie": ["one=1; Path=/; HttpOnly; SameSite=Lax", "two=a=b; Path=/a", "three=3"] },
    },
    "/out": set("one=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "three=; Max-Age=0; Path=/", "four=4; Path=/; Max-Age=60"),
  };
  await visitor.open("/in");
  expect(lastAsked().headers.cookie).toBe("one=1; two=a=b; three=3");
  await visitor.open("/ab");
  expect(lastAsked().headers.cookie).toBe("one=1; three=3");
  await visitor.open("/out");
  await visitor.open("/");
  expect(lastAsked().headers.cookie).toBe("four=4");
  await visitor.open(origin.replace("127.0.0.1", "localhost"));
  expect(lastAsked().headers.cookie).toBeUndefined();
});

test("Requests say where they come from, unless the page forbids it", async () => {
  await show('<a href="/next">Weiter</a> <form method="post" action="/next"><button>Senden</button></form>');
  expect(lastAsked().headers).toMatchObject({
    "sec-fetch-site": "none",
    "sec-fetch-mode": "navigate",
    "accept-language": "de-DE,de;q=0.9,en;q=0.5",
  });
  expect([lastAsked().headers.referer, lastAsked().headers.origin]).toEqual([undefined, undefined]);
  await visitor.follow("Weiter");
  expect(lastAsked().headers).toMatchObject({ "sec-fetch-site": "same-origin", referer: `${origin}/form?q=1` });
  await visitor.open("/form");
  await visitor.press("Senden");
  expect(lastAsked().headers).toMatchObject({ origin, referer: `${origin}/form` });
  await show('<form method="post"><button>Senden</button></form>', { "Referrer-Policy": "no-referrer" });
  await visitor.press("Senden");
  expect([lastAsked().headers.origin, lastAsked().headers.referer]).toEqual(["null", undefined]);
});

test.each([
  [301, "GET", ""],
  [302, "GET", ""],
  [303, "GET", ""],
  [307, "POST", "a=1"],
  [308, "POST", "a=1"],
])("A post that is redirected with %i becomes a %s", async (status, method, body) => {
  pages["/save"] = { status, headers: { Location: "/saved?ok#here" } };
  await show('<form method="post" action="/save"><input type="hidden" name="a" value="1"><button>Speichern</button></form>');
  await visitor.press("Speichern");
  expect([lastAsked().method, lastAsked().body, visitor.path, visitor.url.hash]).toEqual([method, body, "/saved?ok", "#here"]);
});

test("A redirect without end throws", async () => {
  pages["/loop"] = { status: 302, headers: { Location: "/loop" } };
  await expect(visitor.open("/loop")).rejects.toThrow("redirects too often");
});

test("Only successful controls are sent, in the order of the page", async () => {
  await show(`
    <input name="before" form="f" value="outside">
    <form id="f" method="post" action="/save" encType="application/x-www-form-urlencoded">
      <input value="without name"><input name="off" value="1" disabled>
      <fieldset disabled><legend><input name="in-legend" value="2"></legend><input name="in-fieldset" value="3">
        <fieldset><legend><input name="in-inner-legend"></legend></fieldset></fieldset>
      <input type="checkbox" name="box" checked><input type="checkbox" name="box" value="b"><input type="hidden" name="empty">
      <input type="radio" name="size" value="s" checked><input type="radio" name="size" value="m" checked>
      <select name="one"><option disabled value="">Bitte wählen</option><option>Erste  Zeile</option></select>
      <select name="two"><option value="a" selected>A</option><option value="b" selected>B</option></select>
      <select name="many" multiple><option selected value="x">X</option><option>Y</option><option selected disabled>Z</option></select>
      <select name="none" multiple><option>N</option></select>
      <textarea name="text">\n\nEin &lt;b&gt; &amp; ein\nZwei</textarea>
      <input type="reset" name="reset" value="R"><button type="button" name="script">S</button><button name="other" value="1">Andere</button>
      <button name="do" value="it">Senden</button><datalist><option value="d"></datalist>
      <div inert><input name="inert" value="i"></div><div hidden><input name="hidden" value="h"></div>
      <input name="elsewhere" form="g" value="no">
    </form>
    <form id="g"></form>`);
  await visitor.press("Senden");
  expect(posted()).toEqual([
    ["before", "outside"],
    ["in-legend", "2"],
    ["box", "on"],
    ["empty", ""],
    ["size", "m"],
    ["one", "Erste Zeile"],
    ["two", "b"],
    ["many", "x"],
    ["text", "\r\nEin <b> & ein\r\nZwei"],
    ["do", "it"],
    ["inert", "i"],
    ["hidden", "h"],
  ]);
});

test("What is typed, checked and chosen is sent", async () => {
  await show(`<form method="post" novalidate>
    <label for="t">Te&shy;xt <small>(optional)</small></label><input id="t" name="text" maxlength="2" required>
    <label>Notiz <textarea name="note">alt</textarea></label><input name="term" aria-label="Suche">
    <span id="of">Tag</span><input type="date" name="day" aria-labelledby="of">
    <fieldset><legend>Größe</legend><label><input type="radio" name="size" value="s" checked>Klein</label><label><input type="radio" name="size" value="l">Groß</label></fieldset>
    <fieldset><legend>Schrift</legend><label><input type="radio" name="font" value="s" checked>Klein</label></fieldset>
    <label><input type="checkbox" name="box" checked>Ja</label>
    <label>Folda <select name="folder"><option value="1">Eins</option><option value="2">Zwei</option></select></label>
    <label>Tags <select name="tags" multiple><option selected>A</option><option>B</option><option>C</option></select></label><button>Senden</button></form>`);
  visitor.fill("Text (optional)", "lang").fill("Notiz", "a\nb").fill("Suche", "Zug").fill("Tag", "2026-03-01");
  visitor.check("Groß", "Größe").uncheck("Ja").select("Folda", "Zwei").select("Tags", ["B", "C"]);
  expect([
    visitor.value("Notiz"),
    visitor.value("Folda"),
    visitor.isChecked("Klein", "Größe"),
    visitor.isChecked("Klein", "Schrift"),
  ]).toEqual(["a\nb", "Zwei", false, true]);
  await visitor.press("Senden");
  expect(visitor.path).toBe("/form?q=1");
  expect(posted().map((pair) => pair.join("="))).toEqual([
    "text=lang",
    "note=a\r\nb",
    "term=Zug",
    "day=2026-03-01",
    "size=l",
    "font=s",
    "folder=2",
    "tags=B",
    "tags=C",
  ]);
});

test("A button changes where and how its form is sent, and Enter presses the first button", async () => {
  await show(`<form method="post" action="/save"><label>Wort <input name="a" value="ä &"></label><button name="b" value="1" hidden>Speichern</button>
    <button formaction="/find?old=1" formmethod="get" name="b" value="2">Suchen</button></form><button form="none">Allein</button>`);
  await visitor.press("Suchen");
  expect([lastAsked().method, lastAsked().url]).toEqual(["GET", "/find?a=%C3%A4+%26&b=2"]);
  await visitor.open("/form");
  await visitor.enter("Wort");
  expect([lastAsked().url, posted()]).toEqual([
    "/save",
    [
      ["a", "ä &"],
      ["b", "1"],
    ],
  ]);
});

test("Files are sent as multipart, and as their names otherwise", async () => {
  const file = new File(["eins\nzwei"], "Übung „1“.txt", { type: "text/plain" });
  await show(`<form method="post" encType="multipart/form-data"><label>Datei <input type="file" name="file" multiple></label>
    <label>Bild <input type="file" name="picture"></label><textarea name="text">a\nb</textarea><button>Senden</button><button formenctype="application/x-www-form-urlencoded">Namen</button></form>`);
  await visitor.attach("Datei", [file, file]).press("Senden");
  const { headers, body } = lastAsked();
  const sent = await new Response(body, { headers: { "Content-Type": headers["content-type"] ?? "" } }).formData();
  expect(await Promise.all(sent.getAll("file").map((one) => (one as File).text()))).toEqual(["eins\nzwei", "eins\nzwei"]);
  expect([(sent.get("file") as File).name, sent.get("text")]).toEqual(["Übung „1“.txt", "a\r\nb"]);
  expect(body).toContain('name="picture"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n');
  await visitor.open("/form");
  await visitor.attach("Datei", file).press("Namen");
  expect(posted().slice(0, 2)).toEqual([
    ["file", "Übung „1“.txt"],
    ["picture", ""],
  ]);
});

test("What the page does not offer throws", async () => {
  await show(`<div inert><a href="/">Dahinter</a><input aria-label="Dahinter"></div><div hidden><button>Versteckt</button></div>
    <a href="/1">Zwei</a><a href="/2">Zwei</a><a href="/1">Gleich</a><a href="/1">Gleich</a>
    <form><label>Aus <input disabled></label><label>Fest <input readonly></label><button disabled>Aus</button><button type="button">Skript</button>
    <select aria-label="Wahl"><option>Da</option><option disabled>Weg</option></select></form>
    <form><label>Pflicht <input required></label><label>Kurz <input maxlength="1"></label><button>Prüfen</button><button formnovalidate>Egal</button></form>`);
  for (const step of [
    () => visitor.addressOf("Dahinter"),
    () => visitor.addressOf("Zwei"),
    () => visitor.fill("Dahinter", ""),
    () => visitor.fill("Aus", ""),
    () => visitor.fill("Fest", ""),
    () => visitor.fill("Wahl", "Da"),
    () => visitor.check("Kurz"),
    () => visitor.select("Wahl", "Weg"),
    () => visitor.select("Wahl", ["Da", "Da"]),
    () => visitor.attach("Kurz", []),
    () => visitor.text("Nirgends"),
  ])
    expect(step).toThrow();
  for (const button of ["Versteckt", "Aus", "Skript", "Prüfen"]) await expect(visitor.press(button)).rejects.toThrow();
  await expect(visitor.fill("Pflicht", "x").fill("Kurz", "xx").press("Prüfen")).rejects.toThrow("too long");
  expect(visitor.addressOf("Gleich").pathname).toBe("/1");
  expect(asked).toHaveLength(1);
  await visitor.press("Egal");
  expect(asked).toHaveLength(2);
});

test("The text is what people read", async () => {
  await show(`<main><h1>Neue<br>Züge</h1><p>Ha<b>upt</b>bahn&shy;hof</p><p hidden>weg</p><noscript>ohne Skript</noscript><script>1</script>
    <ul><li>Eins <button aria-label="Eins löschen">x</button></li><li>Zwei</li></ul><img alt="Bild" src="b"><svg aria-hidden="true"><title>t</title></svg></main>`);
  expect(visitor.text()).toBe("Neue Züge Hauptbahnhof ohne Skript Eins x Zwei Bild");
  expect([visitor.all("h1, p"), visitor.text("Zwei"), visitor.all("li", "main")]).toEqual([
    ["Neue Züge", "Hauptbahnhof"],
    "Zwei",
    ["Eins x", "Zwei"],
  ]);
});
