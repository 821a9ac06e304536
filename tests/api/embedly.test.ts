import type { ServerResponse } from "node:http";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { fieldTexts } from "../../api/http/texts";
import { timeLimit } from "../../api/outbound/within-time";
import { pageProblems } from "../../contract/errors";
import * as limits from "../../contract/limits";
import { embedlySchema, pageUnreadSchema } from "../../contract/rest/embedly";
import type { Caller } from "../support/caller";
import { engine, type OpenWorld, openWorld } from "../support/harness";
import { openPaper, send } from "../support/paper";
import { stopClock } from "../support/stopped-clock";

const page = `<!doctype html><html lang="de"><head><title>Neue Brücke – Kreisbote</title>
  <meta property="og:site_name" content="Kreisbote"><meta property="og:title" content="Neue Brücke">
  <meta property="og:image" content="/bridge.png"><meta name="author" content="Ruth Sander">
  <meta property="article:published_time" content="2026-03-01T08:00:00+01:00"></head>
  <body><article><h1>Neue Brücke</h1>${"<p>Die Brücke bei Uelzen wird ersetzt, und der Verkehr rollt einspurig weiter.</p>".repeat(8)}<script>alert(1)</script></article></body></html>`;

describe("Importing a page", () => {
  let paper: Awaited<ReturnType<typeof openPaper>>;
  let world: OpenWorld;
  let lena: Caller;
  let askedForSlow = () => {};
  let answerSlow = () => {};

  beforeAll(async () => {
    const png = await sharp({ create: { width: 900, height: 300, channels: 3, background: "#336699" } })
      .png()
      .toBuffer();
    paper = await openPaper({
      "/artikel": send("text/html; charset=utf-8", page),
      "/lang": send(
        "text/html; charset=utf-8",
        page.replace('content="Kreisbote"', `content="${"Kreisbote ".repeat(200)}"`).replace(
          "<article>",
          `<meta property="og:image:alt" content="Die Brücke ${"von oben ".repeat(200)}">
            <meta property="og:image" content="/${"x".repeat(2000)}.png"><article>`,
        ),
      ),
      "/alt": (response) => response.writeHead(301, { Location: "/artikel" }).end(),
      "/bridge.png": send("image/png", png),
      "/paper.pdf": send("application/pdf", "%PDF-1.7\n"),
      "/notes.txt": send("text/plain", "Notizen"),
      "/members": send(
        "text/html",
        '<title>Kreisbote</title><h1>Nur für Abonnenten</h1><form><p>Bitte melden Sie sich an, um diesen Artikel zu lesen.</p><input type="password"></form>',
      ),
      "/comments": send("text/html", page.replace("</article>", '</article><form><input type="password"></form>')),
      "/empty": send("text/html", "<!doctype html><html><head></head><body></body></html>"),
      "/hangs-up": (response) => response.socket?.destroy(),
      "/refresh": send("text/html", '<meta http-equiv="Refresh" content="0; URL=\'/artikel\'"><p>Weiter</p>'),
      "/refresh/circle": send("text/html", '<meta http-equiv="refresh" content="0;url=/refresh/back"><p>Weiter</p>'),
      "/refresh/back": send("text/html", '<meta http-equiv="refresh" content="0;url=/refresh/circle"><p>Weiter</p>'),
      "/refresh/inside": send("text/html", '<meta http-equiv="refresh" content="0;url=http://10.0.0.1/"><p>Weiter</p>'),
      "/ticker": send("text/html; charset=utf-8", page.replace("<head>", '<head><meta http-equiv="refresh" content="300;url=/gone">')),
      "/pictures": send(
        "text/html; charset=utf-8",
        page.replace(
          '<meta property="og:image" content="/bridge.png">',
          ["/gone.png", "/artikel", "/notes.txt", "/drawing.png", "http://10.0.0.1/x.png", "/bridge.png"]
            .map((path) => `<meta property="og:image" content="${path}">`)
            .join(""),
        ),
      ),
      "/drawing.png": send("image/png", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
      "/zustimmung?url=%2Fartikel-7": send("text/html", page),
      "/artikel-7": (response) => response.writeHead(302, { Location: "/zustimmung?url=%2Fartikel-7" }).end(),
      "/": send("text/html", page),
      "/artikel-8": (response) => response.writeHead(302, { Location: "/" }).end(),
      "/artikel-9": (response, request) => {
        if (request.headers.cookie === "seen=1") return send("text/plain; charset=utf-8", page)(response, request);
        return response.writeHead(302, { Location: "/artikel-9", "Set-Cookie": "seen=1" }).end();
      },
      "/cut": (response) => {
        response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Length": 99_999 }).write(page.slice(0, -300));
        setImmediate(() => response.destroy());
      },
      "/wall": (response) => response.writeHead(302, { Location: "/members" }).end(),
      "/shell": send(
        "text/html",
        '<title>Kreisbote</title><noscript><meta http-equiv="refresh" content="0;url=/artikel"></noscript><div id="root"></div>',
      ),
      "/refresh/far": send("text/html", '<meta http-equiv="refresh" content="0;url=/far/1">'),
      "/far/1": (response) => response.writeHead(302, { Location: "/far/2" }).end(),
      "/far/2": (response) => response.writeHead(302, { Location: "/far/3" }).end(),
      "/far/3": send("text/html", '<meta http-equiv="refresh" content="0;url=/far/4">'),
      "/far/4": (response) => response.writeHead(302, { Location: "/far/5" }).end(),
      "/far/5": (response) => response.writeHead(302, { Location: "/artikel" }).end(),
      "/undated": send("text/html; charset=utf-8", page.replace(/<meta property="article:published_time"[^>]*>/, "")),
      ...Object.fromEntries(
        Object.entries({
          "/2026/03/01/bruecke": "",
          "/changed": '<meta property="article:modified_time" content="2026-03-02T08:00:00+01:00">',
        }).map(([path, tag]) => [
          path,
          send("text/html; charset=utf-8", page.replace(/<meta property="article:published_time"[^>]*>/, tag)),
        ]),
      ),
      "/book": send(
        "text/html; charset=utf-8",
        page.replace("<article>", `<article>${`<p>${"Die Brücke & der Weg < bei Uelzen. ".repeat(30)}</p>`.repeat(1_000)}`),
      ),
      "/list": send(
        "text/html; charset=utf-8",
        page.replace("<article>", `<article><ul>${`<li>${"Die Brücke bei Uelzen. ".repeat(30)}</li>`.repeat(1_000)}</ul>`),
      ),
      ...Object.fromEntries(
        [401, 403, 410, 429, 503].map((status) => [
          `/status/${status}`,
          (response: ServerResponse) => response.writeHead(status).end("nein"),
        ]),
      ),
      "/list.json": send("application/json", "{}"),
      "/large": send("text/html", `<p>${"x".repeat(6 * 1024 * 1024)}</p>`),
      "/never": () => {},
      "/slow": (response) => {
        answerSlow = () => send("text/html; charset=utf-8", page)(response, response.req);
        askedForSlow();
      },
      "/inside": (response) => response.writeHead(302, { Location: "http://10.0.0.1/" }).end(),
    });
    world = await openWorld(engine, { IMPORT_ALLOW_HOSTS: `${paper.host},127.0.0.1:9` });
    lena = world.as("lena");
  });
  afterAll(async () => {
    paper.close();
    await world.close();
  });

  /** A person may import at most thirty pages a minute. */
  const readers = ["anna", "florian", "sabine", "jana"];
  let turn = 0;
  const nextReader = () => world.as(readers[turn++ % readers.length] ?? "");

  const read = (url: string, person = lena, headers?: HeadersInit) => person.get(`/embedly?url=${encodeURIComponent(url)}`, headers);

  it("Lena gets what the page says of itself, from where it was found", async () => {
    const answer = await read(paper.url("/alt"));
    expect(answer.status).toBe(200);
    expect(embedlySchema.strict().parse(answer.body)).toMatchObject({
      url: paper.url("/artikel"),
      title: "Neue Brücke",
      authors: [{ name: "Ruth Sander" }],
      source_name: "Kreisbote",
      published_at: Date.parse("2026-03-01T07:00:00Z"),
      language: "de",
      media: null,
    });
    expect(answer.body.images[0].url).toBe(paper.url("/bridge.png"));
    expect(answer.body.content).toContain("einspurig");
    expect(answer.body.content).not.toContain("script");
  });

  it.each([
    ["a PDF", "/paper.pdf", "pdf", "There is a PDF"],
    ["a picture", "/bridge.png", "picture", "There is a picture"],
    ["plain text", "/notes.txt", "plain_text", "There is plain text"],
    ["data", "/list.json", "not_a_page", "There is no web page"],
    ["6 MB", "/large", "too_large", "larger than 5 MB"],
    ["a page that is not there", "/gone", "not_found", "does not exist or no longer exists"],
    ["a page that is gone for good", "/status/410", "not_found", "does not exist or no longer exists"],
    ["a page for others", "/status/401", "login_required", "only be read after signing in"],
    ["a page for nobody", "/status/403", "login_required", "only be read after signing in"],
    ["a page behind a form", "/members", "login_required", "only be read after signing in"],
    ["a page that leads to a form", "/wall", "login_required", "only be read after signing in"],
    ["a page behind a request for consent", "/artikel-7", "consent_required", "consent prompt"],
    ["a page that only leads to the home page", "/artikel-8", "home_page", "only leads to the home page"],
    ["a page that was asked for too often", "/status/429", "refused", "refused to return this page"],
    ["a server that fails", "/status/503", "server_failed", "has a problem at the moment"],
    ["a page without a word", "/empty", "empty", "There is no text"],
    ["a page that only a script would fill", "/shell", "empty", "There is no text"],
    ["a server that hangs up", "/hangs-up", "unreachable", "cannot be reached"],
    ["a server that is not there", "http://127.0.0.1:9/", "connection_refused", "does not accept"],
    ["a name that nobody has", "https://www.gibt-es-nicht.example/", "unknown_host", "There is no server"],
    ["tags that lead in a circle", "/refresh/circle", "too_many_redirects", "never arrives"],
    ["more redirects and tags than allowed", "/refresh/far", "too_many_redirects", "never arrives"],
    ["a tag that leads into a network", "/refresh/inside", "address_forbidden", "must not be fetched"],
    ["a redirect into a network", "/inside", "address_forbidden", "must not be fetched"],
  ])("%s is refused with its code and the reason at the field, and the notice above", async (_, path, code, reason) => {
    const url = path.startsWith("/") ? paper.url(path) : path;
    const { status, body } = await read(url, nextReader());
    const message = "Please try again later or call support.";
    expect([status, pageUnreadSchema.strict().parse(body)]).toEqual([
      422,
      { errors: { url: [expect.stringContaining(reason)] }, message, code },
    ]);
  });

  it("A page that never answers, and a server that cannot prove who it is, are told apart from it", async () => {
    expect((await read(paper.url("/artikel").replace("http:", "https:"))).body.code).toBe("insecure");
    const usual = timeLimit.insteadMs;
    onTestFinished(() => {
      timeLimit.insteadMs = usual;
    });
    timeLimit.insteadMs = 100;
    expect((await read(paper.url("/never"))).body.code).toBe("timeout");
  });

  it("Every reason has words in both languages", () => {
    for (const problem of pageProblems) {
      const said = (["de", "en"] as const).map((locale) =>
        fieldTexts(locale, { url: [{ key: `page.${problem}`, values: { host: "zeitung.example", max: 5 } }] }).url?.join(),
      );
      for (const text of said) expect(text, problem).toMatch(/^[^{}]{20,}[.?]$/);
      expect(said[0], problem).not.toBe(said[1]);
    }
  });

  it.each([
    ["/artikel", "2026-03-01T08:00:00+01:00", []],
    ["/undated", null, ["no_date"]],
    ["/2026/03/01/bruecke", "2026-03-01T00:00:00+01:00", ["guessed_date"]],
    ["/changed", "2026-03-02T08:00:00+01:00", ["modified_date"]],
    ["/book", "2026-03-01T08:00:00+01:00", ["cut_text"]],
  ])("Of the page %s, dated %s, people should check %j", async (path, date, doubts) => {
    const { status, body } = await read(paper.url(path));
    expect([status, body.title, body.published_at, body.doubts]).toEqual([200, "Neue Brücke", date && Date.parse(date), doubts]);
  });

  it("Doubts that another API adds are ignored, and it may have none", async () => {
    const { body } = await read(paper.url("/undated"));
    expect(embedlySchema.parse({ ...body, doubts: ["no_date", "odd_font"] }).doubts).toEqual(["no_date"]);
    expect(embedlySchema.parse({ ...body, doubts: undefined }).doubts).toEqual([]);
    const { doubts: _, ...without } = body;
    expect(embedlySchema.parse(without).doubts).toEqual([]);
  });

  it.each([
    ["/book", /bei Uelzen\.<\/p>$/],
    ["/list", /bei Uelzen\.<\/li><\/ul>$/],
  ])("The beginning of %s is nearly as long as an article may be, and ends with a whole part", async (path, end) => {
    const { content } = (await read(paper.url(path))).body;
    expect(content.length).toBeGreaterThan(190_000);
    expect(content.length).toBeLessThanOrEqual(limits.body);
    expect(content).toMatch(end);
  });

  it("A page whose connection was cut is read up to there, and says so", async () => {
    const { status, body } = await read(paper.url("/cut"));
    expect([status, body.title, body.doubts]).toEqual([200, "Neue Brücke", ["cut_text"]]);
  });

  it("The fragment of the address is kept", async () => {
    expect((await read(paper.url("/artikel#teil?x=1"))).body.url).toBe(paper.url("/artikel#teil?x=1"));
  });

  it.each([
    ["an address with 400 umlauts", (url: string) => `${url}?q=${"ü".repeat(400)}`],
    ["an address with invisible characters around it", (url: string) => `\u200e${url}?q=${"%C3%BC".repeat(400)}\u200b`],
  ])("%s is fetched, although there is no page", async (_, toAddress) => {
    expect((await read(toAddress(paper.url("/artikel")))).body.code).toBe("not_found");
  });

  it("An address of more than 2000 characters is refused with that number", async () => {
    const { status, body } = await read(`${paper.url("/artikel")}?q=${"ü".repeat(2000)}`);
    expect([status, body.errors.url]).toEqual([422, ["Please shorten this to 2000 characters at most."]]);
  });

  it.each(["/refresh", "/ticker", "/comments", "/artikel-9", "/"])("the article at %s is read", async (path) => {
    const { status, body } = await read(paper.url(path));
    expect([status, body.title, body.url]).toEqual([200, "Neue Brücke", paper.url(path === "/refresh" ? "/artikel" : path)]);
  });

  it("Pictures that cannot be had are not offered", async () => {
    const { body } = await read(paper.url("/pictures"));
    expect(body.images.map(({ url }: { url: string }) => url)).toEqual([paper.url("/bridge.png")]);
  });

  it("What no field can hold is cut or left out, so that the form can be sent", async () => {
    const { status, body } = await read(paper.url("/lang"));
    expect([status, body.source_name, body.images.length]).toEqual([200, "Kreisbote ".repeat(100).trim(), 1]);
    expect(body.images[0].alt).toBe(`Die Brücke ${"von oben ".repeat(200)}`.slice(0, 1000).trim());
  });

  it("No connection to the database is held while a page lets itself be waited for", async () => {
    const miriam = world.as("miriam");
    await miriam.get("/teams");
    const arrived = new Promise<void>((resolve) => {
      askedForSlow = resolve;
    });
    const waiting = read(paper.url("/slow"), miriam);
    await arrived;
    const { pool } = world.services.database;
    // Polled, because the job queue queries the database now and then.
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
    answerSlow();
    expect((await waiting).status).toBe(200);
  });

  it("A picture of the page can be looked at, small", async () => {
    const response = await lena.request(`/embedly/picture?url=${encodeURIComponent(paper.url("/bridge.png"))}`, {});
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
    expect(await sharp(new Uint8Array(await response.arrayBuffer())).metadata()).toMatchObject({ format: "webp", width: 480, height: 160 });
    for (const path of ["/artikel", "/gone", "/inside"]) {
      expect((await lena.get(`/embedly/picture?url=${encodeURIComponent(paper.url(path))}`)).status, path).toBe(404);
    }
  });

  it("Piotr may import thirty pages a minute; that slows down nobody else", async () => {
    stopClock();
    const piotr = world.as("piotr");
    for (let n = 0; n < 30; n += 1) expect((await read(paper.url("/list.json"), piotr)).status).toBe(422);
    const refused = await read(paper.url("/list.json"), piotr);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await read(paper.url("/artikel"), world.as("ayse"))).status).toBe(200);
  });
});
