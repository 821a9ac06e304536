import { beforeAll, describe, expect, it } from "vitest";
import { restorableTables } from "../../api/db/trash/trash";
import { sweep } from "../../api/domain/sweep";
import { fileArticle, statusesOf, titlesOf } from "../support/articles";
import { type Caller, formOf } from "../support/caller";
import { worldForTests } from "../support/harness";

/**
 * The columns of rows that were stored with migration 0020. Rows of that time can still be in the trash of an upgraded database, so a migration that
 * renames or drops one of these, or adds one without a default, has to convert `trash_rows` too.
 */
const firstStored: Record<string, string> = {
  folders: "id client_id team_id name alternative_name description purpose created_at lock_version",
  sources:
    "id client_id folder_id user_id address site_url title included_words excluded_words tags full_text is_paused " +
    "lock_version idempotency_key created_at next_fetch_at fetched_at read_at etag last_modified schedule failures failing_since problem told_at moved_from filed",
  ownerships: "id client_id folder_id user_id role active created_at",
  unsubscriptions: "client_id folder_id user_id created_at",
  subscribers: "id client_id folder_id email locale consent consent_at confirmed_at user_id",
  suppressions: "client_id folder_id hash created_at",
  follows: "id client_id user_id folder_id tag_id query name created_at",
  feeds: "id client_id user_id token_hash name folder_id query created_at last_used_at",
  mailings:
    "id client_id folder_id user_id updated_by_id status subject vuex_state lock_version created_at updated_at scheduled_for published_at " +
    "stopped_at content html_content mail_html mail_text left_out article_titles",
  mailing_pictures: "id client_id mailing_id source_key storage_key width height content_type created_at",
  mailing_deliveries: "id client_id mailing_id user_id email name state attempts answer next_attempt_at claimed_by claimed_at updated_at",
  articles:
    "id client_id folder_id user_id title teaser body language source_url source_name author published_at priority shareable external " +
    "lock_version created_at updated_at",
  article_stats: "article_id client_id folder_id views comments_count",
  article_tags: "article_id tag_id position created_at",
  article_countries: "article_id client_id country created_at",
  attachments:
    "id client_id article_id position name original_filename content_type file_size is_remote remote_url width height alt caption " +
    "storage_key created_at",
  comments: "id client_id article_id user_id body created_at edited_at",
  article_search: "article_id client_id document folder_id created_at edition published_at facets",
};

describe("/trash", () => {
  const world = worldForTests({ TRASH_DAYS: "30" });
  let henrike: Caller;
  let jana: Caller;
  let anna: Caller;
  let presseschau: string;
  beforeAll(async () => {
    [henrike, jana, anna] = [world.as("henrike"), world.as("jana"), world.as("anna")];
    presseschau = await world.folderId("presseschau");
  });

  const sql = async (text: string, values: unknown[] = []) => (await world.services.database.pool.query(text, values)).rows;
  const file = (fields = {}, folder = presseschau) => fileArticle(henrike, folder, fields);
  const trashed = async (who = henrike) => titlesOf(await who.get("/trash"));
  const restore = (id: string, who = henrike) => who.post(`/trash/${id}/restore`, {});
  const makeFolder = async (name: string) => {
    const { body: team } = await jana.post("/teams", { team: { name: `Team ${name}` } });
    return (await jana.post("/folders", { folder: { name, team_id: team.id } })).body.id as string;
  };
  const upload = async (articleId: string, text: string) =>
    (await henrike.post("/attachments", formOf({ content_id: articleId, file: new File([text], "anlage.txt") }))).body;
  const counts = async (folder = presseschau) => (await henrike.get(`/folders/${folder}`)).body.contents_count;

  it("keeps an article with everything that belongs to it, and shows it nowhere else", async () => {
    const { id } = await file({ title: "Stellwerksbrand", tags: ["Brandschutz"], countries: ["DE"] });
    await henrike.post(`/comments/content/${id}`, { body: "Rußfahne über dem Gleisvorfeld." });
    const attachment = await upload(id, "Anlage");
    await henrike.get(`/contents/${id}?viewed=true`);
    const before = (await henrike.get(`/contents/${id}`)).body;
    const number = await counts();

    expect((await henrike.delete(`/contents/${id}`)).status).toBe(204);
    expect((await henrike.get(`/contents/${id}`)).status).toBe(404);
    for (const query of ["term=Rußfahne", "tags=brandschutz", `folder_ids=${presseschau}&term=Stellwerksbrand`])
      expect(titlesOf(await henrike.get(`/contents?${query}`))).toEqual([]);
    expect(await counts()).toBe(number - 1);
    const [item] = (await henrike.get("/trash")).body.entries;
    expect(item).toMatchObject({ id, kind: "article", title: "Stellwerksbrand", folder: { id: presseschau, is_there: true } });
    expect(Date.parse(item.expires_at) - Date.parse(item.deleted_at)).toBe(30 * 86_400_000);

    const answer = await restore(id);
    expect([answer.status, answer.body]).toEqual([200, { kind: "article", folder_id: presseschau }]);
    expect((await henrike.get(`/contents/${id}`)).body).toEqual(before);
    expect((await (await henrike.request(attachment.url, {})).text()).trim()).toBe("Anlage");
    for (const query of ["term=Rußfahne", "tags=brandschutz"])
      expect(titlesOf(await henrike.get(`/contents?${query}`))).toEqual(["Stellwerksbrand"]);
    expect(await counts()).toBe(number);
    expect(await trashed()).not.toContain("Stellwerksbrand");
    expect((await restore(id)).status).toBe(404);
    expect(await sql("select 1 from trash_rows where trash_id = $1", [id])).toEqual([]);
  });

  it("restores once, however many people restore or delete at the same time", async () => {
    const { id } = await file({ title: "Doppelt" });
    await henrike.delete(`/contents/${id}`);
    expect(statusesOf(await Promise.all([restore(id), restore(id), restore(id, anna)]))).toEqual([200, 404, 404]);
    await henrike.delete(`/contents/${id}`);
    const [restored, purged] = await Promise.all([restore(id), anna.delete(`/trash/${id}`)]);
    expect([
      [200, 404],
      [404, 204],
    ]).toContainEqual([restored.status, purged.status]);
    expect((await henrike.get(`/contents/${id}`)).status).toBe(restored.status);
  });

  it("leaves out tags that were deleted, and gives new columns their defaults", async () => {
    const { id } = await file({ title: "Ohne Tag", tags: ["Bleibt doch", "Verschwindet"] });
    await henrike.delete(`/contents/${id}`);
    const [tag] = await sql("select id from tags where name = 'Verschwindet'");
    expect((await anna.delete(`/tags/${tag.id}`)).status).toBe(204);
    await sql("update trash_rows set row = row - 'priority' || '{\"dropped\": 1}' where trash_id = $1 and table_name = 'articles'", [id]);
    expect((await restore(id)).status).toBe(200);
    const { body } = await henrike.get(`/contents/${id}`);
    expect([body.tags.map(({ name }: { name: string }) => name), body.priority]).toEqual([["Bleibt doch"], "normal"]);
  });

  it("restores what a repeated request has created again", async () => {
    const key = { "Idempotency-Key": "wieder-da-1" };
    const content = {
      title: "Wiederholt",
      body: "<p>Text</p>",
      folder_id: presseschau,
      tags: ["Presse"],
      language: "de",
      source_url: null,
    };
    const first = await henrike.post("/contents", { content }, key);
    if (first.status !== 201) throw new Error(JSON.stringify(first.body));
    await henrike.delete(`/contents/${first.body.id}`);
    const second = await henrike.post("/contents", { content }, key);
    expect(second.body.id).not.toBe(first.body.id);
    expect((await restore(first.body.id)).status).toBe(200);
  });

  it("restores all articles that a batch deleted", async () => {
    const ids = [(await file({ title: "Stapel 1" })).id, (await file({ title: "Stapel 2" })).id];
    const gone = await file({ title: "Stapel 3" });
    const { body: batch } = await henrike.post("/batches", { batch: { content_ids: [...ids, gone.id], change: { kind: "delete" } } });
    expect(await trashed()).toEqual(expect.arrayContaining(["Stapel 1", "Stapel 2", "Stapel 3"]));
    await anna.delete(`/trash/${gone.id}`);
    expect((await jana.post(`/batches/${batch.id}/undo`, {})).status).toBe(404);
    expect((await henrike.post(`/batches/${batch.id}/undo`, {})).body).toEqual({ restored: 2, left: 0 });
    expect((await henrike.post(`/batches/${batch.id}/undo`, {})).body).toEqual({ restored: 0, left: 0 });
    for (const id of ids) expect((await henrike.get(`/contents/${id}`)).status).toBe(200);
  });

  it("restores a folder with articles, people, newsletters and feeds", async () => {
    const folder = await makeFolder("Urteile");
    const article = await fileArticle(jana, folder, { title: "Fahrgastrecht", tags: ["Recht"] });
    await jana.post(`/comments/content/${article.id}`, { body: "Wegweisend." });
    await jana.post("/ownerships", { ownership: { folder_id: folder, user_id: await world.userId("henrike"), role: "admin" } });
    const { body: sent } = await jana.post("/mailings", { mailing: { folder_id: folder, vuex_state: { subject: "Geplant" } } });
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const scheduled = await jana.put(`/mailings/${sent.id}`, { mailing: { scheduled_for: at }, perform: "publish" });
    expect(scheduled.status).toBe(200);
    const other = await fileArticle(jana, folder, { title: "Vorher gelöscht" });
    await jana.delete(`/contents/${other.id}`);

    // By an ownership, which is in the trash with the folder.
    expect((await henrike.delete(`/folders/${folder}`)).status).toBe(204);
    expect((await jana.get(`/folders/${folder}`)).status).toBe(404);
    expect((await jana.get(`/contents/${article.id}`)).status).toBe(404);
    const refused = await restore(other.id, jana);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("Folda")]);
    expect((await restore(folder, world.as("tobias"))).status).toBe(404);
    expect((await restore(folder, henrike)).status).toBe(200);

    expect((await jana.get(`/folders/${folder}`)).body).toMatchObject({ name: "Urteile", contents_count: 1, ownerships_count: 1 });
    expect((await jana.get(`/contents/${article.id}`)).body).toMatchObject({ title: "Fahrgastrecht", comments_count: 1 });
    expect(titlesOf(await jana.get("/contents?term=Fahrgastrecht"))).toEqual(["Fahrgastrecht"]);
    // Otherwise it would be sent at a time that may have passed.
    expect(await sql("select status, content from mailings where id = $1", [sent.id])).toEqual([{ status: "draft", content: null }]);
    expect((await restore(other.id, jana)).status).toBe(200);
  });

  it("restores a draft", async () => {
    const { body: draft } = await henrike.post("/mailings", {
      mailing: { folder_id: presseschau, vuex_state: { subject: "Halb fertig" } },
    });
    const rows = () => sql("select * from mailings where id = $1", [draft.id]);
    const before = await rows();
    expect(before).toHaveLength(1);
    expect((await henrike.delete(`/mailings/${draft.id}`)).status).toBe(204);
    expect(await trashed()).toContain("Halb fertig");
    expect((await restore(draft.id)).body).toEqual({ kind: "newsletter", folder_id: presseschau });
    expect(await rows()).toEqual(before);
  });

  describe("of comments", () => {
    let nordkorridor: string;
    let clara: Caller;
    beforeAll(async () => {
      nordkorridor = await world.folderId("nordkorridor");
      clara = world.as("clara");
    });
    const comment = async (body: string, author = clara) => {
      const article = await fileArticle(jana, nordkorridor, { title: `Zu: ${body.slice(0, 20)}` });
      const { body: made } = await author.post(`/comments/content/${article.id}`, { body });
      return { article: article.id, id: made.id };
    };
    const commentsOf = async (article: string) => (await clara.get(`/comments/content/${article}`)).body;

    it("restores one as it was, for its author and those who may delete it", async () => {
      const { article, id } = await comment("Qualmwolke gesehen?");
      await clara.put(`/comments/${id}`, { body: "Dampfwolke gesehen?" });
      const before = await commentsOf(article);
      expect(before).toMatchObject([{ id, edited_at: expect.any(String) }]);
      expect((await world.as("tobias").get(`/contents/${article}`)).body.comments_count).toBe(1);

      expect((await world.as("matthias").delete(`/comments/${id}`)).status).toBe(204);
      expect(await commentsOf(article)).toEqual([]);
      expect(titlesOf(await clara.get("/contents?term=Dampfwolke"))).toEqual([]);
      expect((await clara.get(`/trash/${id}`)).body).toMatchObject({
        kind: "comment",
        title: "Dampfwolke gesehen?",
        folder: { id: nordkorridor, is_there: true },
        content: { id: article, title: "Zu: Qualmwolke gesehen?", is_there: true },
        deleted_by: { first_name: "Dr. Matthias" },
        permissions: { destroy: false },
      });
      // Tobias is an editor of the team, but may not delete other people's comments.
      for (const other of [world.as("tobias"), world.as("olga")]) {
        expect(await trashed(other)).not.toContain("Dampfwolke gesehen?");
        for (const answer of [await other.get(`/trash/${id}`), await restore(id, other), await other.delete(`/trash/${id}`)])
          expect(answer.status).toBe(404);
      }
      expect((await clara.delete(`/trash/${id}`)).status).toBe(403);
      expect((await restore(id, clara)).body).toEqual({ kind: "comment", folder_id: nordkorridor });
      expect(await commentsOf(article)).toEqual(before);
      expect((await clara.get(`/contents/${article}`)).body.comments_count).toBe(1);
      expect(titlesOf(await clara.get("/contents?term=Dampfwolke"))).toEqual(["Zu: Qualmwolke gesehen?"]);
      expect((await restore(id, clara)).status).toBe(404);
    });

    it("shows the beginning of a long one", async () => {
      const { id } = await comment(`${"x".repeat(150)} ${"👍".repeat(20)}`);
      await clara.delete(`/comments/${id}`);
      expect((await clara.get(`/trash/${id}`)).body.title).toBe(`${"x".repeat(150)} ${"👍".repeat(9)}…`);
    });

    it("restores one after its article, and that after its folder", async () => {
      const folder = await makeFolder("Gespräche");
      const article = await fileArticle(jana, folder, { title: "Umstritten" });
      const { body: made } = await jana.post(`/comments/content/${article.id}`, { body: "Zuerst der Beitrag." });
      await jana.delete(`/comments/${made.id}`);
      await jana.delete(`/contents/${article.id}`);
      await jana.delete(`/folders/${folder}`);
      const refused = async () => {
        const { status, body } = await restore(made.id, jana);
        return [status, body.message];
      };
      expect(await refused()).toEqual([409, expect.stringContaining("Folda")]);
      await restore(folder, jana);
      expect(await refused()).toEqual([409, expect.stringContaining("article")]);
      expect((await jana.get(`/trash/${made.id}`)).body.content).toEqual({ id: article.id, title: "Umstritten", is_there: false });
      await restore(article.id, jana);
      expect((await restore(made.id, jana)).status).toBe(200);
      expect((await jana.get(`/comments/content/${article.id}`)).body).toEqual([made]);
    });

    it("follows its article into another folder, and is deleted permanently with it", async () => {
      const { article, id } = await comment("Zieht mit um.");
      await clara.delete(`/comments/${id}`);
      const folder = await makeFolder("Umzug");
      expect((await jana.put(`/contents/${article}/folder`, { folder_id: folder })).status).toBe(200);
      expect((await jana.get(`/trash/${id}`)).body.folder).toMatchObject({ id: folder, name: "Umzug" });
      // She no longer sees the article.
      expect((await restore(id, clara)).status).toBe(404);
      const { lock_version, ...content } = (await jana.get(`/contents/${article}`)).body;
      const fields = { ...content, tags: ["Recht"], folder_id: nordkorridor, lock_version };
      expect((await jana.put(`/contents/${article}`, { content: fields })).status).toBe(200);
      expect((await clara.get(`/trash/${id}`)).body.folder.id).toBe(nordkorridor);
      await jana.delete(`/contents/${article}`);
      expect((await anna.delete(`/trash/${article}`)).status).toBe(204);
      expect((await clara.get(`/trash/${id}`)).status).toBe(404);
      expect(await sql("select 1 from trash_rows where trash_id = $1", [id])).toEqual([]);
    });

    it("restores one of somebody whose account was closed", async () => {
      const { article, id } = await comment("Bleibt von mir.", world.as("florian"));
      await world.as("matthias").delete(`/comments/${id}`);
      expect((await anna.delete(`/users/${await world.userId("florian")}`)).status).toBe(204);
      expect((await restore(id, world.as("matthias"))).status).toBe(200);
      expect((await jana.get(`/comments/content/${article}`)).body).toMatchObject([
        { id, body: "Bleibt von mir.", user: { first_name: "Florian" } },
      ]);
    });
  });

  it("offers to undo a batch while its articles are in the trash", async () => {
    const [one, other] = [await file({ title: "Widerruf 1" }), await file({ title: "Widerruf 2" })];
    const isUndoable = async (id: string) => (await henrike.get(`/batches/${id}`)).body.undoable;
    const { body: batch } = await henrike.post("/batches", { batch: { content_ids: [one.id, other.id], change: { kind: "delete" } } });
    expect([batch.undoable, await isUndoable(batch.id)]).toEqual([true, true]);
    await restore(one.id);
    expect(await isUndoable(batch.id)).toBe(true);
    await sql("update batches set processed = 1 where id = $1", [batch.id]);
    expect(await isUndoable(batch.id)).toBe(false);
    await sql("update batches set processed = 2 where id = $1", [batch.id]);
    await anna.delete(`/trash/${other.id}`);
    expect(await isUndoable(batch.id)).toBe(false);
    const change = { kind: "shareable", shareable: true };
    expect((await henrike.post("/batches", { batch: { content_ids: [one.id], change } })).body.undoable).toBe(false);
  });

  it("is open to people who may delete the thing where it was, and only owner and admins delete from it", async () => {
    const folder = await makeFolder("Geheim");
    const article = await fileArticle(jana, folder, { title: "Vertraulich" });
    await jana.delete(`/contents/${article.id}`);
    expect(await trashed(jana)).toContain("Vertraulich");
    expect(await trashed(anna)).toContain("Vertraulich");
    for (const who of [henrike, world.as("olga")]) {
      expect(await trashed(who)).not.toContain("Vertraulich");
      for (const answer of [
        await who.get(`/trash/${article.id}`),
        await restore(article.id, who),
        await who.delete(`/trash/${article.id}`),
      ])
        expect(answer.status).toBe(404);
    }
    const own = await file({ title: "Nicht endgültig" });
    expect((await world.as("sabine").delete(`/contents/${own.id}`)).status).toBe(204);
    expect((await world.as("sabine").delete(`/trash/${own.id}`)).status).toBe(403);
    expect((await anna.delete(`/trash/${own.id}`)).status).toBe(204);
    expect((await restore(own.id)).status).toBe(404);
  });

  it("goes with its team, and follows its folder into another", async () => {
    const folder = await makeFolder("Wandert");
    const article = await fileArticle(jana, folder, { title: "Mitgezogen" });
    await jana.delete(`/contents/${article.id}`);
    const { body: before } = await jana.get(`/folders/${folder}`);
    const { body: team } = await jana.post("/teams", { team: { name: "Ziel" } });
    expect((await jana.put(`/folders/${folder}`, { folder: { name: "Wandert", team_id: team.id } })).status).toBe(200);
    await sql("delete from teams where id = $1", [before.team.id]);
    expect(await trashed(jana)).toContain("Mitgezogen");
    await sql("delete from teams where id = $1", [team.id]);
    expect(await sql("select 1 from trash where id = $1", [article.id])).toEqual([]);
  });

  it("keeps files until it is emptied, after as many days as the operator says", async () => {
    const { id } = await file({ title: "Mit Datei" });
    await upload(id, "bleibt vorerst");
    await henrike.delete(`/contents/${id}`);
    const [{ storage_key: key }] = await sql("select storage_key from trash_rows where trash_id = $1 and table_name = 'attachments'", [id]);
    const keys = async () => {
      const found: string[] = [];
      for await (const one of world.services.files.list(new Date(Date.now() + 86_400_000))) found.push(one);
      return found;
    };
    await sql("update trash set created_at = now() - interval '29 days' where id = $1", [id]);
    await sweep(world.services);
    expect(await keys()).toContain(key);
    expect(await sql("select 1 from trash where id = $1", [id])).toHaveLength(1);
    await sql("update trash set created_at = now() - interval '31 days' where id = $1", [id]);
    await sweep(world.services);
    expect(await sql("select 1 from trash where id = $1", [id])).toEqual([]);
    expect(await sql("select 1 from trash_rows where trash_id = $1", [id])).toEqual([]);
  });

  it.each(restorableTables)("can restore rows of %s from before an upgrade", async (table) => {
    const columns = await sql(
      `select column_name as name, is_nullable = 'YES' or column_default is not null as "mayBeMissing" from information_schema.columns
       where table_schema = 'public' and table_name = $1`,
      [table],
    );
    const stored = firstStored[table]?.split(" ") ?? [];
    const lost = stored.filter((name) => !columns.some((column) => column.name === name));
    const required = columns.filter(({ name, mayBeMissing }) => !mayBeMissing && !stored.includes(name)).map(({ name }) => name);
    expect({ lost, required }).toEqual({ lost: [], required: [] });
  });

  it("knows every table whose rows are deleted with an article, a folder or a newsletter", async () => {
    const rows = await sql(`
      select distinct c.conrelid::regclass::text as name from pg_constraint c
      where c.contype = 'f' and c.confdeltype = 'c' and c.confrelid in ('articles'::regclass, 'folders'::regclass, 'mailings'::regclass)`);
    // Triggers count the articles of a folder.
    const names = rows.map(({ name }) => name).filter((name) => name !== "folder_stats");
    expect([...restorableTables].sort()).toEqual([...new Set([...names, "articles", "folders", "mailings"])].sort());
  });
});
