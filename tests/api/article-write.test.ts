import { beforeAll, describe, expect, it } from "vitest";
import { createApi } from "../../api/app";
import { articleFields, fileArticle, statusesOf } from "../support/articles";
import type { Caller } from "../support/caller";
import { worldForTests } from "../support/harness";

describe("Filing and changing articles", () => {
  const world = worldForTests();
  let tobias: Caller;
  let sicherung: string;

  beforeAll(async () => {
    tobias = world.as("tobias");
    sicherung = await world.folderId("sicherung");
  });

  it("Tobias files an article without a date, and it was published today", async () => {
    const { published_at: _, ...content } = articleFields(sicherung, {}) as Record<string, unknown>;
    const made = await tobias.post("/contents", { content });
    expect(made.status).toBe(201);
    expect(made.body.published_at).toBe(new Intl.DateTimeFormat("sv-SE", { timeZone: world.services.config.timeZone }).format());
  });

  it("Tobias files an article and finds every field again", async () => {
    const fields = {
      source_url: "https://www.signalpost.example/etcs",
      title: "  ETCS   auf der Nordstrecke ",
      body: "Erste Zeile\nzweite Zeile\n\nNeuer Absatz",
      tags: ["ETCS", "Zulassung"],
      countries: ["DK", "DE"],
      author: "Ruth Sander",
      source_name: "Signalpost",
      published_at: "2026-02-28",
      priority: "high",
      shareable: false,
      external: false,
      language: "de",
    };
    const made = await tobias.post("/contents", { content: articleFields(sicherung, fields) });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      title: "ETCS auf der Nordstrecke",
      body: "<p>Erste Zeile</p><p>zweite Zeile</p><p>Neuer Absatz</p>",
      teaser_text: "Erste Zeile zweite Zeile Neuer Absatz",
      source_url: "https://www.signalpost.example/etcs",
      source: { name: "Signalpost", url: "https://www.signalpost.example/etcs" },
      author: "Ruth Sander",
      published_at: "2026-02-28",
      priority: "high",
      shareable: false,
      external: false,
      language: "de",
      folder_id: sicherung,
      folder: { id: sicherung, name: "Leit- und Sicherungstechnik", purpose: null },
      team: { slug: "netz", visibility: "is_public" },
      user: { first_name: "Tobias", last_name: "Kern" },
      views: 0,
      comments_count: 0,
      lock_version: 0,
      attachments: [],
      picture: null,
      permissions: { update: true, destroy: true },
    });
    expect(made.body.tags.map((tag: { name: string }) => tag.name)).toEqual(["ETCS", "Zulassung"]);
    expect(made.body.countries).toEqual([
      { code: "DK", name: "Denmark" },
      { code: "DE", name: "Germany" },
    ]);
    const read = await tobias.get(`/contents/${made.body.id}`);
    expect(read.body).toEqual(made.body);
  });

  it("Tobias files what he imported from a host that the operator named, with its port or without", async () => {
    const { config } = world.services;
    const api = createApi({ ...world.services, config: { ...config, importAllowHosts: ["127.0.0.1:80", "localhost", "[::1]:8443"] } });
    const token = await world.signIn("tobias");
    const statusOf = async (source_url: string) => {
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      const body = JSON.stringify({ content: articleFields(sicherung, { source_url }) });
      return (await api.request("/contents", { method: "POST", headers, body })).status;
    };
    for (const url of ["http://127.0.0.1/a", "http://localhost/a", "https://localhost:8443/a", "https://[::1]:8443/"])
      expect(await statusOf(url), url).toBe(201);
    for (const url of ["http://127.0.0.1:8080/a", "http://127.0.0.2/a", "https://[::1]/"]) expect(await statusOf(url), url).toBe(422);
  });

  it("What Tobias leaves out gets the form's defaults", async () => {
    const article = await fileArticle(tobias, sicherung);
    expect(article).toMatchObject({
      priority: "normal",
      shareable: true,
      external: true,
      source_url: null,
      author: null,
      countries: [],
      language: null,
    });
  });

  it("Tobias changes all fields, and the version counts up", async () => {
    const article = await fileArticle(tobias, sicherung, { tags: ["Funk", "Altes"], countries: ["DE"] });
    const values = {
      title: "Funk neu",
      body: "<p>Ab Mai.</p>",
      author: "Hanna Meyer",
      source_url: "https://zeitung.example/funk",
      language: "en",
      priority: "high",
      shareable: false,
      external: false,
      published_at: "2026-02-28",
    };
    const fields = articleFields(sicherung, {
      ...values,
      source_name: "Zeitung",
      tags: ["Neues", "Funk"],
      countries: ["AT"],
      lock_version: 0,
    });
    const changed = await tobias.put(`/contents/${article.id}`, { content: fields });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      ...values,
      source: { name: "Zeitung" },
      id: article.id,
      lock_version: 1,
      created_at: article.created_at,
      countries: [{ code: "AT" }],
    });
    expect(changed.body.tags.map((tag: { name: string }) => tag.name)).toEqual(["Neues", "Funk"]);
    expect(changed.body.updated_at >= article.updated_at).toBe(true);
  });

  it("Florian, who started from an older version than Tobias saved, is told so and changes nothing", async () => {
    const florian = world.as("florian");
    const article = await fileArticle(tobias, sicherung);
    await tobias.put(`/contents/${article.id}`, { content: articleFields(sicherung, { title: "Von Tobias", lock_version: 0 }) });
    const late = await florian.put(
      `/contents/${article.id}`,
      { content: articleFields(sicherung, { title: "Von Florian", lock_version: 0 }) },
      { "Accept-Language": "de" },
    );
    expect(late.status).toBe(409);
    expect(late.body).toEqual({ message: "Das wurde inzwischen von jemand anderem geändert." });
    expect((await tobias.get(`/contents/${article.id}`)).body.title).toBe("Von Tobias");
  });

  it("Of two changes from the same version sent at once, one wins", async () => {
    const article = await fileArticle(tobias, sicherung);
    const change = (title: string) =>
      tobias.put(`/contents/${article.id}`, { content: articleFields(sicherung, { title, lock_version: 0 }) });
    expect(statusesOf(await Promise.all([change("A"), change("B"), change("C")]))).toEqual([200, 409, 409]);
    expect((await tobias.get(`/contents/${article.id}`)).body.lock_version).toBe(1);
  });

  it("An article sent twice at once with one key is filed once and answered twice", async () => {
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const send = () => tobias.post("/contents", { content: articleFields(sicherung, { title: "Nur einmal", tags: ["Einmalig"] }) }, key);
    const answers = await Promise.all([send(), send(), send(), send()]);
    expect(statusesOf(answers)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await send()).body).toEqual(answers[0]?.body);
    const found = await tobias.get(`/contents?folder_ids=${sicherung}&tags=einmalig`);
    expect(found.body.meta.total_count).toBe(1);
  });

  it("With the same key but other words, as after going back in the browser, nothing that was typed is lost", async () => {
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const send = (title: string) => tobias.post("/contents", { content: articleFields(sicherung, { title }) }, key);
    const answers = [await send("Zuerst"), await send("Danach"), await send("Zuerst")];
    expect(answers.map(({ body }) => body.title)).toEqual(["Zuerst", "Danach", "Zuerst"]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(2);
  });

  it("Without a key, and with another person's key, it is filed each time", async () => {
    const key = { "Idempotency-Key": "the same for both" };
    const content = articleFields(sicherung);
    const florian = world.as("florian");
    const answers = await Promise.all([
      tobias.post("/contents", { content }),
      tobias.post("/contents", { content }),
      tobias.post("/contents", { content }, key),
      florian.post("/contents", { content }, key),
    ]);
    expect(statusesOf(answers)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(4);
  });

  it("An article is followed by the one filed before it in the same folder", async () => {
    const folderId = await world.folderId("sicherung");
    const { id: first } = await fileArticle(tobias, folderId, { title: "Zuerst" });
    await fileArticle(tobias, await world.folderId("bruecken"), { title: "Woanders" });
    const { id: second } = await fileArticle(tobias, folderId, { title: "Danach" });
    expect((await tobias.get(`/contents/${second}/next`)).body).toEqual({ next: { id: first, title: "Zuerst" } });
    await tobias.delete(`/contents/${first}`);
    expect((await tobias.get(`/contents/${second}/next`)).body.next?.title).not.toBe("Zuerst");
    for (const nowhere of [first, crypto.randomUUID(), "x"]) expect((await tobias.get(`/contents/${nowhere}/next`)).status).toBe(404);
  });

  it("An article moves alone: nothing else of it changes, whatever could not be saved again", async () => {
    const from = await world.folderId("sicherung");
    const to = await world.folderId("bruecken");
    const { id } = await fileArticle(tobias, from, { title: "Zieht um", tags: ["Umzug"] });
    await tobias.post(`/comments/content/${id}`, { body: "Zieht mit." });
    // Deleting a tag can leave an article without one, which the form rejects.
    await world.services.database.pool.query("delete from article_tags where article_id = $1", [id]);
    const { body: before } = await tobias.get(`/contents/${id}`);
    const move = (caller: Caller, folder: unknown) => caller.put(`/contents/${id}/folder`, { folder_id: folder });
    for (const nowhere of [undefined, 1, "", crypto.randomUUID(), "x".repeat(2_000)])
      expect(Object.keys((await move(tobias, nowhere)).body.errors)).toEqual(["folder_id"]);
    const { status, body: after } = await move(tobias, to);
    expect(status).toBe(200);
    expect(after.folder.id).toBe(to);
    const fixed = ({ folder: _, folder_id: __, team: ___, lock_version: ____, updated_at: _____, ...rest }: Record<string, unknown>) =>
      rest;
    expect(fixed(after)).toEqual(fixed(before));
    expect((await move(tobias, to)).body.lock_version).toBe(after.lock_version);
    expect((await tobias.get(`/comments/content/${id}`)).body).toHaveLength(1);
    expect((await Promise.all([move(tobias, from), move(tobias, from)])).map((one) => one.status)).toEqual([200, 200]);
    await tobias.delete(`/contents/${id}`);
    expect((await move(tobias, to)).status).toBe(404);
  });

  it("The folder's count and its tags follow when an article is filed, moved and deleted", async () => {
    const bruecken = await world.folderId("bruecken");
    const count = async (id: string) => (await tobias.get(`/folders/${id}`)).body.contents_count;
    const before = [await count(sicherung), await count(bruecken)] as const;
    const article = await fileArticle(tobias, sicherung, { tags: ["Umzug"] });
    expect(await count(sicherung)).toBe(before[0] + 1);

    const moved = await tobias.put(`/contents/${article.id}`, { content: articleFields(bruecken, { tags: ["Umzug"] }) });
    expect(moved.body.folder).toEqual({ id: bruecken, name: "Brücken & Bauwerke", purpose: null });
    expect([await count(sicherung), await count(bruecken)]).toEqual([before[0], before[1] + 1]);
    const tagsThere = await tobias.get(`/tags?folder_id=${bruecken}`);
    expect(tagsThere.body.map((tag: { slug: string }) => tag.slug)).toContain("umzug");

    expect((await tobias.delete(`/contents/${article.id}`)).status).toBe(204);
    expect(await count(bruecken)).toBe(before[1]);
    expect((await tobias.get(`/contents/${article.id}`)).status).toBe(404);
    expect((await tobias.delete(`/contents/${article.id}`)).status).toBe(404);
  });

  it("Of two deletions at once one finds the article gone", async () => {
    const article = await fileArticle(tobias, sicherung);
    const answers = await Promise.all([tobias.delete(`/contents/${article.id}`), tobias.delete(`/contents/${article.id}`)]);
    expect(statusesOf(answers)).toEqual([204, 404]);
  });

  it("Tobias deletes an article while Clara comments on it and Florian changes it: nobody waits for the other forever", async () => {
    const [clara, florian] = [world.as("clara"), world.as("florian")];
    for (let round = 0; round < 4; round += 1) {
      const { id } = await fileArticle(tobias, sicherung);
      const comment = () => clara.post(`/comments/content/${id}`, { body: "Schon gelesen?" });
      const change = () => florian.put(`/contents/${id}`, { content: articleFields(sicherung) });
      const [deleted, ...others] = await Promise.all([tobias.delete(`/contents/${id}`), comment(), change(), comment(), comment()]);
      expect(deleted.status).toBe(204);
      for (const { status } of others) expect([200, 201, 404]).toContain(status);
    }
  });

  it("Of changes that name no version, sent at once, the last stays", async () => {
    const article = await fileArticle(tobias, sicherung);
    const change = (title: string) => tobias.put(`/contents/${article.id}`, { content: articleFields(sicherung, { title }) });
    expect(statusesOf(await Promise.all([change("A"), change("B"), change("C")]))).toEqual([200, 200, 200]);
    expect((await tobias.get(`/contents/${article.id}`)).body.lock_version).toBe(3);
  });

  it("Tobias reads an article twice today and Clara once: that makes two views", async () => {
    const article = await fileArticle(tobias, sicherung);
    const clara = world.as("clara");
    expect((await tobias.get(`/contents/${article.id}?viewed=true`)).body.views).toBe(1);
    expect((await tobias.get(`/contents/${article.id}?viewed=true`)).body.views).toBe(1);
    expect((await tobias.get(`/contents/${article.id}`)).body.views).toBe(1);
    expect((await clara.get(`/contents/${article.id}?viewed=true`)).body.views).toBe(2);
    expect((await clara.get(`/contents/${article.id.toUpperCase()}?viewed=true`)).status).toBe(404);
    expect((await clara.get(`/contents/${article.id}`)).body.views).toBe(2);
    const { rows } = await world.services.database.pool.query("select reader from article_views");
    const ids = [await world.userId("tobias"), await world.userId("clara")];
    expect(rows.every(({ reader }) => /^[0-9a-f]{64}$/.test(reader) && !ids.includes(reader))).toBe(true);
  });
});
