import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { tidyBookmarkImports } from "../../api/domain/bookmarks/import-run";
import * as limits from "../../contract/limits";
import { fileArticle, titlesOf } from "../support/articles";
import { bookmark, finishedImport, netscape, readImport, startImport, uploadBookmarks } from "../support/bookmark-imports";
import type { Caller } from "../support/caller";
import { worldForTests } from "../support/harness";

const fixture = (name: string) => readFileSync(`tests/support/bookmarks/${name}`);

describe("/bookmark_imports", () => {
  const world = worldForTests();
  let henrike: Caller;
  let presseschau: string;
  let politik: string;
  beforeAll(async () => {
    henrike = world.as("henrike");
    [presseschau, politik] = [await world.folderId("presseschau"), await world.folderId("politik")];
  });

  const upload = async (content: string | Uint8Array, filename?: string) => (await uploadBookmarks(henrike, content, filename)).body;
  /** Uploads and files a list of bookmarks, and returns the result. */
  async function importAll(entries: readonly string[], choice: Record<string, unknown> = {}) {
    const { id } = await upload(netscape(entries));
    expect((await startImport(henrike, id, presseschau, choice)).status).toBe(200);
    return finishedImport(henrike, id);
  }
  const listed = async (query: string) => (await henrike.get(`/contents?${query}`)).body.entries;
  const sql = async (text: string, values: unknown[] = []) => (await world.services.database.pool.query(text, values)).rows;

  it("shows what a file contains, and files nothing before the start", async () => {
    const before = (await henrike.get(`/folders/${presseschau}`)).body.contents_count;
    await fileArticle(henrike, politik, { source_url: "http://hafenblatt.example/artikel/1#kommentare" });
    const { status, body } = await uploadBookmarks(henrike, fixture("chrome.html"), "../Lesezeichen 2024.html");
    expect(status).toBe(201);
    expect(body).toMatchObject({
      filename: "Lesezeichen 2024.html",
      format: "netscape",
      state: "draft",
      total: 6,
      processed: 2,
      outcomes: [{ outcome: "bad_address", count: 2 }],
      known_count: 1,
      repeated_count: 0,
      untagged_count: 4,
      problems: [
        { title: "Merkzettel", outcome: "bad_address", line: 20 },
        { title: "Einstellungen", outcome: "bad_address", line: 21 },
      ],
    });
    expect(body.folders.map(({ path, count }: { path: string[]; count: number }) => [path.join("/"), count])).toEqual([
      ["Lesezeichenleiste", 1],
      ["Lesezeichenleiste/Presse", 1],
      ["Lesezeichenleiste/Presse/Norddeutschland", 1],
      ["", 1],
    ]);
    expect((await henrike.get(`/folders/${presseschau}`)).body.contents_count).toBe(before);
    expect((await henrike.get("/bookmark_imports")).body).not.toContainEqual(expect.objectContaining({ id: body.id }));
  });

  it("files each folder where it was assigned, with its tags, date and text", async () => {
    const { id, folders } = await upload(fixture("firefox.html"));
    const numberOf = (name: string) => folders.find(({ path }: { path: string[] }) => path.at(-1) === name).number;
    const targets = [
      { number: numberOf("Forschung"), folder_id: politik },
      { number: numberOf("Lesezeichen-Symbolleiste"), folder_id: null },
    ];
    await startImport(henrike, id, presseschau, { targets, folders_as_tags: true, fallback_tag: "Ohne Tag" });
    const done = await finishedImport(henrike, id);
    expect(done).toMatchObject({ total: 5, processed: 5, outcomes: { filed: 3, left_out: 1, bad_address: 1 } });
    const [found] = await listed(`term=Herzst%C3%BCcke&folder_ids=${politik}`);
    expect(found).toMatchObject({
      title: "Weichen <schnell>",
      source_url: "https://arxiv.example/abs/2401.1",
      source: { name: "arxiv.example" },
      published_at: "2024-05-01",
      user: { first_name: "Henrike" },
    });
    const { body: article } = await henrike.get(`/contents/${found.id}`);
    expect(article.body).toBe("<p>Eine Studie über</p><p>Weichen &amp; Herzstücke.</p>");
    expect(article.tags.map(({ name }: { name: string }) => name)).toEqual(["studie", "Weichen", "Größe", "Forschung"]);
    const [later] = await listed(`term=%22Sp%C3%A4ter+lesen%22&folder_ids=${presseschau}`);
    expect(later.tags).toMatchObject([{ name: "Ohne Tag" }]);
    expect((await henrike.get(`/contents/${later.id}`)).body.body).toBe("<p>https://xn--spter-hra.example/lesen</p>");
    expect((await henrike.get("/bookmark_imports")).body[0]).toMatchObject({ id, state: "done", total: 5, processed: 5 });
  });

  it("skips addresses that are filed or repeated in any spelling, but not what is in the trash or hidden", async () => {
    const old = await fileArticle(henrike, politik, { source_url: "https://doppelt.example/a" });
    const trashed = await fileArticle(henrike, politik, { source_url: "https://doppelt.example/b" });
    await henrike.delete(`/contents/${trashed.id}`);
    await fileArticle(world.as("jana"), await world.inboxIdOf("jana"), { source_url: "https://doppelt.example/c" });
    const urls = [
      "http://doppelt.example/a?utm_source=x",
      "https://doppelt.example/b",
      "https://doppelt.example/b#x",
      "https://doppelt.example/c",
    ];
    const done = await importAll(urls.map((url) => bookmark(url)));
    expect(done.outcomes).toEqual({ filed: 2, duplicate: 2 });
    expect((await henrike.get(`/contents/${old.id}`)).body.lock_version).toBe(old.lock_version);
    expect((await importAll(urls.map((url) => bookmark(url)))).outcomes).toEqual({ duplicate: 4 });
  });

  it("keeps the order of the file, the first being the newest", async () => {
    await importAll(["eins", "zwei", "drei"].map((name) => bookmark(`https://folge.example/${name}`, name, 'TAGS="Folge"')));
    expect(titlesOf(await henrike.get("/contents?tags=folge"))).toEqual(["eins", "zwei", "drei"]);
  });

  it("treats markup in every field as text", async () => {
    const hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>";
    const text = hostile.replaceAll("<", "&lt;");
    const [{ id }] = [
      await upload(netscape([`${bookmark("https://boese.example/", text, `TAGS="${text}"`)}<DD>${text}`]), `${hostile}.html`),
    ];
    await startImport(henrike, id, presseschau);
    await finishedImport(henrike, id);
    const [found] = await listed(`term=onerror&folder_ids=${presseschau}`);
    const { body } = await henrike.get(`/contents/${found.id}`);
    expect([body.title, body.tags[0].name]).toEqual([hostile, hostile]);
    expect(body.body).toBe(`<p>${hostile.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</p>`);
  });

  it("starts once, however often the form is submitted", async () => {
    const { id } = await upload(netscape(Array.from({ length: 120 }, (_, index) => bookmark(`https://mehrfach.example/${index}`))));
    const answers = await Promise.all(Array.from({ length: 4 }, () => startImport(henrike, id, presseschau, { fallback_tag: "Mehrfach" })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await finishedImport(henrike, id)).outcomes).toEqual({ filed: 120 });
    expect((await startImport(henrike, id, politik)).body).toMatchObject({ state: "done", outcomes: [{ outcome: "filed", count: 120 }] });
    expect((await henrike.get("/contents?tags=mehrfach&per_page=1")).body.meta.total_count).toBe(120);
  });

  it("files an address once, although two people import it at the same time", async () => {
    const urls = Array.from({ length: 100 }, (_, index) => bookmark(`https://gleichzeitig.example/${index}`));
    const anna = world.as("anna");
    const [one, other] = [await upload(netscape(urls)), (await uploadBookmarks(anna, netscape(urls))).body];
    await Promise.all([startImport(henrike, one.id, presseschau), startImport(anna, other.id, presseschau)]);
    const done = await Promise.all([finishedImport(henrike, one.id), finishedImport(anna, other.id)]);
    const sum = (outcome: string) => done.reduce((total, { outcomes }) => total + (outcomes[outcome] ?? 0), 0);
    expect([sum("filed"), sum("duplicate")]).toEqual([100, 100]);
  });

  it("says what was not filed as a file, too", async () => {
    const { id } = await upload(netscape([bookmark("javascript:alert(1)", "=Böse"), bookmark("https://gut.example/")]));
    await startImport(henrike, id, presseschau);
    await finishedImport(henrike, id);
    const { status, headers, body } = await henrike.get(`/bookmark_imports/${id}/report`, { "Accept-Language": "de" });
    expect([status, headers.get("Content-Type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(body.replace("\uFEFF", "")).toBe(
      '"Zeile";"Titel";"Adresse";"Grund"\r\n"3";"\'=Böse";"";"Keine Adresse einer Webseite, die abgelegt werden kann"\r\n',
    );
  });

  it("ends an import whose person may no longer file", async () => {
    const { id } = await upload(netscape([bookmark("https://zu-spaet.example/")]));
    const matthias = world.as("matthias");
    for (const call of ["", "/report"]) expect((await matthias.get(`/bookmark_imports/${id}${call}`)).status).toBe(404);
    expect((await startImport(matthias, id, presseschau)).status).toBe(404);
    await sql(
      `update bookmark_imports set started_at = now(), choice = jsonb_build_object('folderId', $2::text, 'targets', '[]'::jsonb,
       'foldersAsTags', false, 'fallbackTag', 'x') where id = $1`,
      [id, await world.folderId("wettbewerb")],
    );
    await sql("update bookmark_imports set updated_at = now() - interval '2 hours' where id = $1", [id]);
    await tidyBookmarkImports(world.services);
    expect((await finishedImport(henrike, id)).outcomes).toEqual({ not_allowed: 1 });
  });

  it("gives up what has failed for a day, and forgets drafts and results after a week", async () => {
    const draft = await upload(netscape([bookmark("https://alt.example/1")]));
    const stuck = await upload(netscape([bookmark("https://alt.example/2")]));
    await sql("update bookmark_imports set updated_at = now() - interval '8 days' where id = $1", [draft.id]);
    await sql("update bookmark_imports set started_at = now(), updated_at = now() - interval '25 hours' where id = $1", [stuck.id]);
    await tidyBookmarkImports(world.services);
    expect((await henrike.get(`/bookmark_imports/${draft.id}`)).status).toBe(404);
    expect(await readImport(henrike, stuck.id)).toMatchObject({ state: "done", outcomes: { failed: 1 } });
    await sql("update bookmark_imports set updated_at = now() - interval '8 days' where id = $1", [stuck.id]);
    await tidyBookmarkImports(world.services);
    expect(await sql("select 1 from bookmarks where import_id = any($1::uuid[])", [[draft.id, stuck.id]])).toEqual([]);
  });

  it.each([
    ["an empty file", "", "This file contains no bookmarks."],
    ["a picture", Buffer.concat([Buffer.from("\x89PNG\r\n", "latin1"), Buffer.alloc(500)]), "No bookmarks were found"],
    ["JSON", '[{"url":"https://a.example/"}]', "No bookmarks were found"],
    ["a web page", "<!doctype html><p>Hallo", "No bookmarks were found"],
    ["too many entries", `url\n${"https://a.example/\n".repeat(limits.bookmarksPerImport + 1)}`, "more than 10000 bookmarks"],
    ["a file of 11 MB", Buffer.alloc(11 * 1024 * 1024, "a"), "larger than 10 MB"],
  ])("refuses %s", async (_, content, text) => {
    const { status, body } = await uploadBookmarks(henrike, content);
    expect([status, body.errors]).toEqual([422, { file: [expect.stringContaining(text)] }]);
  });

  it("refuses a file of 100 MB before it has arrived, and what is no form", async () => {
    const { status } = await uploadBookmarks(henrike, Buffer.alloc(100 * 1024 * 1024));
    expect(status).toBe(413);
    expect((await henrike.post("/bookmark_imports", {})).status).toBe(400);
    const form = new FormData();
    form.set("other", "x");
    expect((await henrike.request("/bookmark_imports", { method: "POST", body: form })).status).toBe(422);
  });

  it.each<[string, string, { number: number; folder_id: string | null }[], string]>([
    ["a folder where she only reads", "wettbewerb", [], "folder_id"],
    ["another workspace's folder", "fremde", [], "folder_id"],
    ["another folder where she only reads", "presseschau", [{ number: 0, folder_id: "wettbewerb" }], "targets"],
    ["a folder that is not in the file", "presseschau", [{ number: 7, folder_id: null }], "targets"],
  ])("refuses to start with %s", async (_, folder, targets, field) => {
    const { id } = await upload(netscape([bookmark("https://verweigert.example/")]));
    const idOf = async (key: string | null) => (key === null ? null : world.folderId(key));
    const chosen = await Promise.all(targets.map(async (target) => ({ ...target, folder_id: await idOf(target.folder_id) })));
    const { status, body } = await startImport(henrike, id, await world.folderId(folder), { targets: chosen });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect((await henrike.get(`/bookmark_imports/${id}`)).body.state).toBe("draft");
  });

  it("three imports of one person may be under way", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push((await upload(netscape([bookmark(`https://viele.example/${count}`)]))).id);
    await sql("update bookmark_imports set started_at = now() where id = any($1::uuid[])", [ids.slice(0, 3)]);
    const { status, headers } = await startImport(henrike, ids[3] ?? "", presseschau);
    expect([status, Number(headers.get("Retry-After"))]).toEqual([429, 30]);
    await sql("delete from bookmark_imports where id = any($1::uuid[])", [ids]);
  });
});
