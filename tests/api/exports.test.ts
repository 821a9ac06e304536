import { type SQL, sql } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { exportWithinMs } from "../../api/domain/exports/export-run";
import { runExport } from "../../api/domain/exports/exports";
import { setClientDisabled } from "../../api/domain/workspace/operator";
import { jobRules } from "../../api/job-types";
import { contrast } from "../../contract/colors";
import * as limits from "../../contract/limits";
import { fileArticle, statusesOf } from "../support/articles";
import { type Caller, formOf } from "../support/caller";
import { password, worldForTests } from "../support/harness";
import { sweepAll } from "../support/old-files";
import { readPdf } from "../support/read-pdf";
import { stopClock } from "../support/stopped-clock";

describe("Exports", () => {
  const world = worldForTests({ PUBLIC_URL: "https://folda.example" });
  let nordkorridor: string;
  let jana: Caller;
  let first: string;
  let second: string;

  beforeAll(async () => {
    nordkorridor = await world.folderId("nordkorridor");
    jana = world.as("jana");
    first = await file({
      title: "Fünf Monate zu, fünf Jahre Ruhe",
      body: everyElement,
      source_url: "https://verkehrsbrief.example/korridor?a=1&b=2",
      source_name: "Verkehrsbrief",
      author: "Inga Thiessen",
      countries: ["DE"],
      tags: ["Nordkorridor", "Straße"],
      priority: "high",
      language: "de",
    });
    second = await file({ title: "Taktfahrplan <2027> & mehr", published_at: "2025-11-11" });
  });

  // Ten a minute and twenty a day are the limits of one person; only two tests are about them.
  beforeEach(async () => {
    await forgetTurns();
    await execute(sql`delete from exports`);
  });
  const execute = <Row extends Record<string, unknown>>(statement: SQL) => world.services.database.db.execute<Row>(statement);
  const forgetTurns = () => execute(sql`delete from rate_limits where key like 'export:%'`);

  const file = async (fields: Record<string, unknown> = {}) => (await fileArticle(jana, nordkorridor, fields)).id as string;
  const ask = (ids: string[], fields: Record<string, unknown> = {}, { person = jana, headers = {} } = {}) =>
    person.post("/exports", { export: { content_ids: ids.join(","), format: "html", title: "Korridor, KW 47", ...fields } }, headers);

  /** Requests an export, and returns it when it has ended. */
  async function make(ids: string[], fields: Record<string, unknown> = {}, { person = jana, headers = {} } = {}) {
    const asked = await ask(ids, fields, { person, headers });
    expect(asked.status, JSON.stringify(asked.body)).toBe(201);
    await world.jobsDone();
    return (await person.get(`/exports/${asked.body.id}`)).body;
  }
  const pathOf = (url: string) => url.slice("https://folda.example".length);
  const open = (url: string) => world.visitor.request(pathOf(url), {});
  const read = async (url: string) => (await open(url)).text();
  const pdfOf = async ({ url }: { url: string }) => readPdf(new Uint8Array(await (await open(url)).arrayBuffer()));
  /** Resets an export to its state before it was written. */
  const reset = (id: string) => execute(sql`update exports set state = 'waiting', attempts = 0, storage_key = null where id = ${id}`);
  async function attach(articleId: string, name: string, bytes: Uint8Array, type: string): Promise<{ id: string }> {
    const file = new File([bytes as Uint8Array<ArrayBuffer>], name, { type });
    const { status, body } = await jana.post("/attachments", formOf({ content_id: articleId, file }));
    expect(status).toBe(201);
    return body;
  }
  const photo = (color: string) =>
    sharp({ create: { width: 800, height: 450, channels: 3, background: color } })
      .jpeg()
      .toBuffer();
  const german = { headers: { "Accept-Language": "de" } };

  it("say an address and an opening once: as words of its own link, and as a teaser that the text holds", async () => {
    const body = `<p>Kurz.</p><h2>Danach</h2><p>Ruhe nach der Sperrung, sagt die Bahn.</p>
      <p><a href="https://gleich.example/a">gleich.example/a</a> <a href="https://ziel.example/">Ziel</a></p>`;
    const id = await file({ title: "Einmal", body });
    const teaser = "Kurz. Ruhe nach der Sperrung, sagt die Bahn.";
    await execute(sql`update articles set teaser = ${teaser} where id = ${id}`);
    const html = await read((await make([id])).url);
    expect(html).not.toContain('<p class="intro"');
    expect(html).toContain('<a href="https://gleich.example/a" rel="noopener noreferrer" class="bare">');
    expect(html).toContain('<a href="https://ziel.example/" rel="noopener noreferrer">');
    expect(html).toContain(":not(.bare)::after");
  });

  it("are listed for who made them, the newest first, as long as their addresses are good", async () => {
    const older = await make([first], { title: "Erster" });
    const newer = await make([first, second], { title: "Zweiter" });
    const failed = (await ask([first], { title: "Dritter" })).body.id;
    await world.jobsDone();
    await execute(sql`update exports set state = 'failed', storage_key = null where id = ${failed}`);
    await make([first], { title: "Von Tobias" }, { person: world.as("tobias") });
    const list = async (person = jana) => (await person.get("/exports")).body;
    const { content_ids, ...known } = newer;
    expect((await list()).map(({ title, state }: Record<string, unknown>) => [title, state])).toEqual([
      ["Dritter", "failed"],
      ["Zweiter", "done"],
      ["Erster", "done"],
    ]);
    expect((await list())[1]).toEqual({ ...known, contents_count: content_ids.length });
    expect((await list(world.as("olga"))).map(({ id }: Record<string, unknown>) => id)).toEqual([]);
    await execute(sql`update exports set expires_at = now() - interval '1 second' where id = ${older.id}`);
    expect(await list()).toHaveLength(2);
  });

  it("Jana's page holds title, date, contents, and articles with all that is known of them, for whoever has its address", async () => {
    const made = await make([second, first], {}, german);
    expect(made).toMatchObject({ state: "done", collected: 2, left_out: 0, content_ids: [second, first], format: "html" });
    const answer = await open(made.url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("Content-Disposition")).toBe("attachment; filename*=UTF-8''Korridor%2C%20KW%2047.html");
    const html = await answer.text();
    expect(html).toHaveLength(Number(made.file_size) - (Buffer.byteLength(html) - html.length));
    expect(html).toContain('<html lang="de">');
    expect(html).toContain("<title>Korridor, KW 47</title>");
    expect(html).toMatch(/<p class="soft">\d\d\.\d\d\.\d\d, \d\d:\d\d Uhr<\/p>/);
    expect(html).toContain("Zusammengestellt von Jana Petersen, Nordbahn");
    expect(html).toContain('<a href="#a1" dir="auto">Taktfahrplan &lt;2027&gt; &amp; mehr</a>');
    expect(html.indexOf('href="#a1"')).toBeLessThan(html.indexOf('href="#a2"'));
    for (const fact of [
      "Verkehrsbrief",
      "Inga Thiessen",
      "11.11.25",
      "Deutschland",
      "Nordkorridor, Straße",
      "Korridorbrief",
      "! Hohe Priorität",
    ])
      expect(html, fact).toContain(fact);
    // Its name for external readers.
    expect(html).not.toContain("Ausbau Nordkorridor");
    expect(html).toContain('href="https://verkehrsbrief.example/korridor?a=1&amp;b=2"');
  });

  it("the page loads nothing and runs nothing, and headings come in their order", async () => {
    const id = await file({ title: "Bild", body: "<h4>Zuerst</h4><p>Text</p><h6>Darunter</h6><h2>Daneben</h2>" });
    const { id: picture } = await attach(id, "gleise.jpg", await photo("#487"), "image/jpeg");
    await execute(sql`update attachments set caption = 'Gleise & Weichen' where id = ${picture}`);
    const html = await read((await make([id, first])).url);
    expect(html).toContain(">Gleise &amp; Weichen</figcaption>");
    expect(html).not.toMatch(/<script|<link|@import|url\(|\ssrc="(?!data:)/);
    expect(html.match(/src="data:image\/webp;base64,[\w+/=]{100,}"/g)).toHaveLength(1);
    expect(html).toContain("default-src 'none'");
    const levels = [...html.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    expect(levels.slice(0, 3)).toEqual([1, 2, 2]);
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  });

  it("both formats carry the workspace's logo, by its name, and its main colour as far as it is legible", async () => {
    const anna = world.as("anna");
    const { client } = (await anna.get(`/users/${await world.userId("anna")}`)).body;
    const form = formOf({
      client: JSON.stringify({ theme: JSON.stringify({ mainColor: "#ffd400" }) }),
      logo: new File(['<svg viewBox="0 0 100 40"><path d="M0 0h100v40H0z"/></svg>'], "logo.svg"),
    });
    expect((await anna.put(`/clients/${client.id}`, form)).status).toBe(200);
    const html = await read((await make([first])).url);
    expect(html).toMatch(/<header>\s*<p class="logo"><img alt="Nordbahn" width="\d+" height="48" src="data:image\/png;base64,/);
    const [, light = ""] = /--brand:(#[0-9a-f]{6})/.exec(html) ?? [];
    expect(contrast(light, "#ffffff")).toBeGreaterThanOrEqual(4.5);
    expect(light).not.toBe("#0b5a42");
    const pdf = await pdfOf(await make([first], { format: "pdf" }));
    expect(pdf).toMatchObject({ isUniversal: true, alts: expect.arrayContaining(["Nordbahn"]) });
  });

  it("without a cover, both formats begin with the first article", async () => {
    const html = await read((await make([first, second], { cover: false })).url);
    expect(html).toMatch(/<header>\s*<h1 class="unseen">Korridor, KW 47<\/h1>\s*<\/header>\s*<main>\s*<article id="a1"/);
    expect(html).not.toContain("#contents");
    const made = await make([first, second], { cover: false, format: "pdf" });
    expect(made.cover).toBe(false);
    const pdf = await pdfOf(made);
    expect(pdf).toMatchObject({ title: "Korridor, KW 47", isUniversal: true, innerLinks: 0 });
    expect(pdf.pages[0]).toContain("Fünf Monate zu, fünf Jahre Ruhe");
  });

  it("the PDF is PDF/UA-1 with real text, bookmarks, page numbers, links and pictures that say what they show", async () => {
    const id = await file({ title: "Bilder", body: "<h3>Unten</h3><p>Übergrößenträger auf Straßen</p>", language: "de" });
    const { id: picture } = await attach(id, "gleise.jpg", await photo("#487"), "image/jpeg");
    await execute(sql`update attachments set caption = 'Gleise im Morgenlicht' where id = ${picture}`);
    const made = await make([first, id], { format: "pdf" }, german);
    expect(made.state).toBe("done");
    const answer = await open(made.url);
    expect(answer.headers.get("Content-Type")).toBe("application/pdf");
    const pdf = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(pdf).toMatchObject({ title: "Korridor, KW 47", language: "de", isTagged: true, isUniversal: true });
    expect(pdf.bookmarks).toEqual(["Fünf Monate zu, fünf Jahre Ruhe", "  Eine Überschrift", "    Darunter", "Bilder", "  Unten"]);
    expect(pdf.pages.length).toBeGreaterThanOrEqual(3);
    expect(pdf.pages[0]).toContain(`Seite 1 von ${pdf.pages.length}`);
    expect(pdf.pages.at(-1)).toContain("Übergrößenträger auf Straßen");
    expect(pdf.pages.at(-1)).toContain("Gleise im Morgenlicht");
    expect(pdf.links).toContain("https://verkehrsbrief.example/korridor?a=1&b=2");
    expect(pdf.links).toContain("https://ziel.example/?q=%22x%22");
    // From the table of contents to each article.
    expect(pdf.innerLinks).toBeGreaterThanOrEqual(2);
    for (const role of ["H1", "H2", "H3", "P", "L", "LI", "Table", "TH", "TD", "Figure", "Link", "TOC", "TOCI", "BlockQuote"])
      expect([...pdf.roles.keys()], role).toContain(role);
  });

  it("Piotr gets it in English, and a reader may export what she reads", async () => {
    const id = (await fileArticle(world.as("piotr"), await world.folderId("wettbewerb"), { title: "Green bonds", language: "en" })).id;
    const english = { person: world.as("piotr"), headers: { "Accept-Language": "en" } };
    expect(await read((await make([id], {}, english)).url)).toContain("Compiled by Piotr Nowak, Nordbahn");
    const pdf = await pdfOf(await make([id], { format: "pdf" }, english));
    expect(pdf.language).toBe("en");
    expect(pdf.pages[0]).toContain("Page 1 of 2");
    expect((await make([first], {}, { person: world.as("clara"), headers: {} })).state).toBe("done");
  });

  it("leaves out what must not be shared, is gone, is not seen or another workspace's, and says so", async () => {
    const secret = await file({ title: "Streng vertraulich", shareable: false });
    const gone = await file({ title: "Längst gelöscht" });
    const olgas = (await fileArticle(world.as("olga"), await world.folderId("fremde"), { title: "Nebenan" })).id;
    const unseen = (await fileArticle(world.as("ayse"), await world.folderId("it-sicherheit"), { title: "Nur für IT" })).id;
    await jana.delete(`/contents/${gone}`);
    const florian = { person: world.as("florian"), headers: {} };
    for (const format of ["html", "pdf"]) {
      const made = await make([secret, gone, olgas, unseen, "no-such-id", first], { format }, florian);
      expect(made).toMatchObject({ state: "done", left_out: 5 });
      const text = format === "pdf" ? (await pdfOf(made)).pages.join("\n") : await read(made.url);
      expect(text.replace(/\s+/g, " ")).toContain("5 chosen articles are not included.");
      for (const title of ["vertraulich", "gelöscht", "Nebenan", "Nur für IT"]) expect(text, title).not.toContain(title);
    }
    const none = await ask([secret, gone, olgas]);
    expect(none.status).toBe(422);
    expect(none.body.errors.content_ids).toEqual([expect.stringMatching(/^None of the chosen articles/)]);
  });

  it("what is deleted or locked away between the click and the writing is left out; when that is all, the export fails", async () => {
    const id = await file({ title: "Kurzlebig" });
    const asked = (await ask([id])).body;
    await world.jobsDone();
    await reset(asked.id);
    await jana.delete(`/contents/${id}`);
    await runExport(world.services, asked.id, new AbortController().signal);
    expect((await jana.get(`/exports/${asked.id}`)).body).toMatchObject({ state: "failed", left_out: 1 });
    expect((await open(asked.url)).status).toBe(404);
  });

  it("a broken picture leaves a note, in both formats", async () => {
    const id = await file({ title: "Kaputt" });
    const { id: attachment } = await attach(id, "gleise.jpg", await photo("#123"), "image/jpeg");
    const { rows } = await execute<{ key: string }>(sql`select storage_key as key from attachments where id = ${attachment}`);
    await world.services.files.delete(`${rows[0]?.key}.large.webp`);
    const html = await read((await make([id], {}, german)).url);
    expect(html).toContain("Das Bild „gleise.jpg“ ließ sich nicht lesen");
    const pdf = await pdfOf(await make([id], { format: "pdf" }, german));
    expect(pdf.pages.join(" ")).toContain("Das Bild „gleise.jpg“ ließ sich nicht lesen");
    await world.services.files.put(`${rows[0]?.key}.large.webp`, Buffer.from("kein Bild"));
    expect(await read((await make([id], {}, german)).url)).toContain("ließ sich nicht lesen");
    expect((await make([id], { format: "pdf" }, german)).state).toBe("done");
  });

  it("a PDF and a page come of every text", async () => {
    const ids: string[] = [];
    for (const { title = "Beitrag", body } of bodies) ids.push(await file({ title, body }));
    const html = folded((await read((await make(ids)).url)).replace(/<[^>]*>/g, ""));
    const pdf = folded((await pdfOf(await make(ids, { format: "pdf" }))).pages.join("\n"));
    for (const words of bodies.flatMap(({ says }) => says)) {
      expect(pdf).toContain(folded(words));
      expect(html).toContain(folded(words.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;")));
    }
  });

  it("the address is worth something only as it was given, and only in time", async () => {
    const made = await make([first]);
    const url = new URL(made.url);
    const changed = (name: string, value: string) => {
      const other = new URL(url);
      other.searchParams.set(name, value);
      return open(other.href);
    };
    const signature = url.searchParams.get("signature") ?? "";
    expect((await changed("signature", `${signature.slice(0, -1)}${signature.endsWith("A") ? "B" : "A"}`)).status).toBe(404);
    expect((await changed("expires", String(Number(url.searchParams.get("expires")) + 1))).status).toBe(404);
    expect((await changed("expires", "0")).status).toBe(404);
    expect((await changed("signature", "ü".repeat(signature.length))).status).toBe(404);
    const other = await make([second]);
    expect((await open(made.url.replace(made.id, other.id))).status).toBe(404);
    expect((await open(made.url.replace(made.id, "nonsense"))).status).toBe(404);
    const set = (state: string) =>
      execute(sql`update exports set state = ${state}::export_state, storage_key = null where id = ${made.id}`);
    await set("working");
    const early = await open(made.url);
    expect(early.status).toBe(409);
    await set("failed");
    expect((await open(made.url)).status).toBe(404);
  });

  it("is nobody else's: Anna and Olga do not see how far Jana's is", async () => {
    const { id } = await make([first]);
    for (const person of ["anna", "olga"]) expect((await world.as(person).get(`/exports/${id}`)).status).toBe(404);
  });

  it("the same key at once makes one export; another title makes another", async () => {
    const lena = world.as("lena");
    const id = (await fileArticle(lena, await world.folderId("ki"), { title: "Portal" })).id;
    const options = { person: lena, headers: { "Idempotency-Key": "export-1" } };
    const answers = await Promise.all([ask([id], {}, options), ask([id], {}, options)]);
    expect(statusesOf(answers)).toEqual([201, 201]);
    expect(answers[0]?.body.id).toBe(answers[1]?.body.id);
    expect((await ask([id], { title: "Anders" }, options)).body.id).not.toBe(answers[0]?.body.id);
    await world.jobsDone();
  });

  it("a person has three under way at most, and ten a minute", async () => {
    stopClock();
    const tobias = { person: world.as("tobias"), headers: {} };
    const asked = [await make([first], {}, tobias), await make([first], {}, tobias), await make([first], {}, tobias)];
    const setAll = (state: string) =>
      execute(sql`update exports set state = ${state}::export_state where id in ${asked.map(({ id }) => id)}`);
    await setAll("working");
    const refused = await ask([first], {}, tobias);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    await setAll("done");
    for (let n = 5; n <= 10; n += 1) await make([first], {}, tobias);
    const eleventh = await ask([first], {}, tobias);
    expect(eleventh.status).toBe(429);
    expect(Number(eleventh.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await ask([first], {}, { person: world.as("florian"), headers: {} })).status).toBe(201);
    await world.jobsDone();
  });

  it("a person keeps twenty at most: the next one waits until the first address has ended, and failed ones do not count", async () => {
    const [tobias, anna] = [world.as("tobias"), world.as("anna")];
    const kept = await make([first], {}, { person: tobias, headers: {} });
    await execute(sql`
      insert into exports (client_id, user_id, title, format, locale, article_ids, state, expires_at)
      select client_id, user_id, title, format, locale, article_ids, state, expires_at from exports, generate_series(2, ${limits.exportsKept}) where id = ${kept.id}`);
    await execute(sql`update exports set expires_at = now() + interval '90 minutes' where id = ${kept.id}`);
    const refused = await ask([first], {}, { person: tobias, headers: { "Accept-Language": "de" } });
    expect(refused.status).toBe(429);
    expect(refused.body.message).toBe("Sie haben bereits 20 Exporte, deren Adressen noch gelten. Der nächste ist in 2 Stunden möglich.");
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(60 * 60);
    expect((await make([first], {}, { person: anna, headers: {} })).state).toBe("done");
    expect((await tobias.get(`/exports/${kept.id}`)).status).toBe(200);
    await execute(sql`update exports set state = 'failed' where id = ${kept.id}`);
    expect((await make([first], {}, { person: tobias, headers: {} })).state).toBe("done");
  });

  it.each([
    ["text", `<p>${"Gleis und Weiche. ".repeat(11_000)}</p>`, 17],
    ["markup", `<p>${"<b>a</b> ".repeat(1100)}</p>`, 20],
  ])("of too much %s there is no PDF, and it says what helps", async (_, body, count) => {
    const { rows: filed } = await execute<{ id: string }>(sql`
      insert into articles (client_id, folder_id, user_id, title, teaser, body, published_at)
      select f.client_id, f.id, ${await world.userId("jana")}, 'Lang ' || n, '', ${body}, '2026-03-01'
      from folders f, generate_series(1, ${count}) n where f.id = ${nordkorridor} returning id`);
    const ids = filed.map(({ id }) => id);
    const inGerman = await ask(ids, { format: "pdf" }, german);
    expect(inGerman.status).toBe(422);
    expect(inGerman.body.errors.content_ids).toEqual([
      "Diese Beiträge sind zusammen zu lang für ein PDF. Bitte wählen Sie weniger Beiträge oder das Format HTML.",
    ]);
    expect((await ask(ids, { format: "pdf" })).body.errors.content_ids[0]).toMatch(/choose fewer articles/);
    expect((await make(ids)).state).toBe("done");
  });

  it("articles that grow beyond a PDF between the click and the writing make none", async () => {
    const id = await file({ title: "Wächst" });
    const asked = await make([id]);
    await reset(asked.id);
    await execute(sql`update exports set format = 'pdf' where id = ${asked.id}`);
    await execute(sql`update articles set body = ${`<p>${"<i>a</i>".repeat(limits.pdfElements)}</p>`} where id = ${id}`);
    await runExport(world.services, asked.id, new AbortController().signal);
    expect((await jana.get(`/exports/${asked.id}`)).body).toMatchObject({ state: "failed", left_out: 0 });
  });

  it("is given up before another process would begin it again, and tried again", async () => {
    expect(exportWithinMs).toBeLessThan((jobRules.export.expireInSeconds - 30) * 1000);
    const asked = await make([first]);
    await reset(asked.id);
    const signal = new AbortController().signal;
    await expect(runExport(world.services, asked.id, signal, 1)).rejects.toThrow(/timeout/);
    expect((await jana.get(`/exports/${asked.id}`)).body.state).toBe("working");
    const { files } = world.services;
    const slow = { ...world.services, files: { ...files, put: () => new Promise<void>(() => undefined) } };
    await expect(runExport(slow, asked.id, signal, 500)).rejects.toThrow(/timeout/);
    await runExport(world.services, asked.id, signal);
    expect((await jana.get(`/exports/${asked.id}`)).body.state).toBe("done");
  });

  it("of a workspace that is disabled no file is given, and none is written", async () => {
    const done = await make([first]);
    const asked = await make([first]);
    const { rows: found } = await execute<{ id: string }>(sql`select client_id as id from exports where id = ${done.id}`);
    const client = { id: found[0]?.id ?? "" } as Parameters<typeof setClientDisabled>[1];
    await reset(asked.id);
    await setClientDisabled(world.services, client, true);
    expect((await open(done.url)).status).toBe(404);
    await runExport(world.services, asked.id, new AbortController().signal);
    await setClientDisabled(world.services, client, false);
    expect((await jana.get(`/exports/${asked.id}`)).body.state).toBe("failed");
    expect((await open(done.url)).status).toBe(200);
  });

  it("is forgotten a day later, row and file, and with the account of whoever asked", async () => {
    const sabine = { person: world.as("sabine"), headers: {} };
    const id = (await fileArticle(world.as("sabine"), await world.folderId("presseschau"), { title: "Presse" })).id;
    const [old, young] = [await make([id], {}, sabine), await make([id], { title: "Jung" }, sabine)];
    const keyOf = async (exportId: string) =>
      (await execute<{ key: string }>(sql`select storage_key as key from exports where id = ${exportId}`)).rows[0]?.key;
    const [oldKey, youngKey] = [(await keyOf(old.id)) ?? "", (await keyOf(young.id)) ?? ""];
    const isThere = async (key: string) => {
      const found = await world.services.files.open(key);
      await found?.stream.cancel();
      return found !== undefined;
    };
    expect(await isThere(oldKey)).toBe(true);
    await execute(sql`update exports set expires_at = now() - interval '1 second' where id = ${old.id}`);
    expect((await open(old.url)).status).toBe(404);
    expect((await sabine.person.get(`/exports/${old.id}`)).status).toBe(404);
    await sweepAll(world);
    expect(await keyOf(old.id)).toBeUndefined();
    expect(await isThere(oldKey)).toBe(false);
    expect(await isThere(youngKey)).toBe(true);
    expect((await open(young.url)).status).toBe(200);
    await sabine.person.delete(`/users/${await world.userId("sabine")}`, {}, { current_password: password });
    expect((await open(young.url)).status).toBe(404);
    await sweepAll(world);
    expect(await isThere(youngKey)).toBe(false);
  });
});

const everyElement = `<h2>Eine Überschrift</h2><p>Absatz mit <strong>Fettem</strong>, <b>b</b>, <em>Kursivem</em>, <i>i</i>, <u>Unterstrichenem</u><br>und
 <a href="https://ziel.example/?q=%22x%22">einem Ziel</a>.</p><h5>Darunter</h5><ul><li>Punkt<ul><li>Unterpunkt</li></ul></li></ul><ol><li>Erstens</li><li>Zweitens</li></ol>
 <blockquote><p>Ein Zitat</p></blockquote><table><caption>Fahrzeiten</caption><thead><tr><th>Zug</th><th colspan="2">Zeit</th></tr></thead>
 <tbody><tr><td rowspan="2">RE 3</td><td>8:00</td><td>9:00</td></tr><tr><td colspan="2">fällt aus</td></tr></tbody></table>`;

const folded = (text: string) => text.replace(/[\s\u200b\u00ad-]+/g, "");

/** Further ones are in `tests/full/inputs/large-export.test.ts`. */
const bodies: { title?: string; body: string; says: string[] }[] = [
  { body: everyElement, says: ["Absatz mit Fettem", "Unterpunkt", "Zweitens", "Ein Zitat", "Fahrzeiten", "fällt aus"] },
  {
    // Code of other languages.
    title: '#let x = 1; "\\"]) $a$',
    body: '<p>#image("/etc/passwd") $x^2$ `code` *b* _c_ @ref &lt;label&gt; // weg /* weg */ \\ "q" #{panic()} {{title}}</p>',
    says: [
      '#let x = 1; "\\"]) $a$',
      '#image("/etc/passwd") $x^2$ `code` *b* _c_ @ref <label> // weg /* weg */ \\ "q" #{panic()} {{title}}',
    ],
  },
  {
    // Overlapping spans.
    body: '<table><tr><td rowspan="999">oben</td><td colspan="999">quer</td></tr><tr><td rowspan="3" colspan="2">unten</td></tr></table>',
    says: ["oben", "quer", "unten"],
  },
  { body: `${"<table><tr><td>".repeat(8)}<p>innen</p>${"</td></tr></table>".repeat(8)}`, says: ["innen"] },
  { body: `${"<blockquote>".repeat(30)}<p>tief</p>${"</blockquote>".repeat(30)}`, says: ["tief"] },
  { title: "שלום עולם", body: "<p>مرحبا بالعالم</p><ul><li>שורה</li></ul>", says: [] },
  { title: "北方走廊", body: "<p>日本語のテキスト 한국어</p>", says: ["北方走廊", "日本語のテキスト한국어"] },
  { body: "<p>Ελληνικά Русский Tiếng Việt 🚆</p>", says: ["Ελληνικά Русский", "🚆"] },
  { body: `<p><a href="https://ziel.example/?q=${"x".repeat(9000)}">Weit weg</a></p>`, says: ["Weit weg"] },
  { body: "<p>eins\u2028zwei\u2029drei</p>", says: ["eins", "zwei", "drei"] },
];
