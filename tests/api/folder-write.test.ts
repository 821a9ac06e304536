import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { articleFields, fileArticle, statusesOf } from "../support/articles";
import type { Caller } from "../support/caller";
import { engine, type OpenWorld, openWorld } from "../support/harness";
import { openPaper, send } from "../support/paper";

describe("Making, changing and deleting folders", () => {
  let paper: Awaited<ReturnType<typeof openPaper>>;
  let world: OpenWorld;
  let jana: Caller;
  let netz: string;

  beforeAll(async () => {
    const gif = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#336699" } })
      .gif()
      .toBuffer();
    paper = await openPaper({ "/gleis.gif": send("image/gif", gif) });
    world = await openWorld(engine, { IMPORT_ALLOW_HOSTS: paper.host });
    jana = world.as("jana");
    netz = await world.teamId("netz");
  });
  afterAll(async () => {
    paper.close();
    await world.close();
  });

  async function makeFolder(fields: Record<string, unknown> = {}, person = jana) {
    const answer = await person.post("/folders", { folder: { name: "Weichen", team_id: netz, ...fields } });
    if (answer.status !== 201) throw new Error(`not made: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  const attachmentOf = (content_id: string) => ({ attachment: { content_id, remote_file_url: paper.url("/gleis.gif") } });

  const foldersOf = async (team_id: string) => (await jana.get(`/folders?team_id=${team_id}`)).body;

  it("Jana makes a folder and finds every field again", async () => {
    const fields = {
      name: "  Weichen   & Kreuzungen ",
      alternative_name: "Weichenbrief",
      description: "Erste Zeile\r\nzweite Zeile ",
      team_id: netz,
    };
    const made = await jana.post("/folders", { folder: fields });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: "Weichen & Kreuzungen",
      alternative_name: "Weichenbrief",
      description: "Erste Zeile\nzweite Zeile",
      team_id: netz,
      team: { slug: "netz" },
      purpose: null,
      contents_count: 0,
      ownerships_count: 0,
      latest_content_at: null,
      has_newsletter: false,
      lock_version: 0,
      permissions: { create_content: true, manage_mailings: true, manage_sources: true, update: true, destroy: true },
    });
    expect((await jana.get(`/folders/${made.body.id}`)).body).toEqual({ ...made.body, follow_id: null });
  });

  it("Tobias makes one in his team and one for himself, which even Anna does not see", async () => {
    const tobias = world.as("tobias");
    const { team_id } = (await tobias.get(`/folders/${await world.inboxIdOf("tobias")}`)).body;
    const own = await makeFolder({ name: "Leseliste", team_id }, tobias);
    expect(own).toMatchObject({ team: { visibility: "is_personal" }, permissions: { update: true, destroy: true } });
    expect((await world.as("anna").get(`/folders/${own.id}`)).status).toBe(404);
    expect((await makeFolder({}, tobias)).permissions).toEqual({
      create_content: true,
      manage_mailings: true,
      manage_sources: false,
      update: false,
      destroy: false,
    });
  });

  it("A folder is made once however often its form is sent, and again with other fields", async () => {
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const make = (name: string, person = jana) => person.post("/folders", { folder: { name, team_id: netz } }, key);
    const answers = await Promise.all([make("Einmal"), make("Einmal"), make("Einmal")]);
    expect(statusesOf(answers)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await make("Einmal")).body).toEqual(answers[0]?.body);
    const others = await Promise.all([make("Anders"), make("Einmal", world.as("matthias"))]);
    expect(new Set([answers[0], ...others].map((answer) => answer?.body.id)).size).toBe(3);
    expect((await foldersOf(netz)).filter(({ name }: { name: string }) => name === "Einmal")).toHaveLength(2);
  });

  it("Jana changes all fields, and what she leaves out is empty then", async () => {
    const folder = await makeFolder({ description: "Alt", alternative_name: "Alt" });
    const changed = await jana.put(`/folders/${folder.id}`, { folder: { name: "Neu", team_id: netz, lock_version: 0 } });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...folder, name: "Neu", alternative_name: null, description: null, lock_version: 1 });
  });

  it("Jana takes a folder out of the stream, which a change of its other fields leaves as it is", async () => {
    const folder = await makeFolder();
    const put = (hidden_from_stream: boolean) => jana.put(`/folders/${folder.id}/stream`, { hidden_from_stream });
    for (const hidden of [true, true, false, true])
      expect(await put(hidden)).toMatchObject({ status: 200, body: { ...folder, hidden_from_stream: hidden } });
    const changed = await jana.put(`/folders/${folder.id}`, {
      folder: { name: "Weichen", team_id: netz, hidden_from_stream: false, lock_version: 0 },
    });
    expect(changed).toMatchObject({ status: 200, body: { hidden_from_stream: true } });
    await jana.delete(`/folders/${folder.id}`);
    expect((await put(false)).status).toBe(404);
  });

  it("Matthias, who started from an older version than Jana saved, is told so and changes nothing", async () => {
    const folder = await makeFolder();
    const change = (person: Caller, name: string) =>
      person.put(`/folders/${folder.id}`, { folder: { name, team_id: netz, lock_version: 0 } });
    await change(jana, "Von Jana");
    const late = await change(world.as("matthias"), "Von Matthias");
    expect([late.status, late.body]).toEqual([409, { message: "Someone else has changed this in the meantime." }]);
    expect((await jana.get(`/folders/${folder.id}`)).body.name).toBe("Von Jana");
  });

  it("Of changes from the same version sent at once one wins; without a version each counts", async () => {
    const folder = await makeFolder();
    const change = (name: string, version: object) => jana.put(`/folders/${folder.id}`, { folder: { name, team_id: netz, ...version } });
    const same = ["A", "B", "C"].map((name) => change(name, { lock_version: 0 }));
    expect(statusesOf(await Promise.all(same))).toEqual([200, 409, 409]);
    expect(statusesOf(await Promise.all([change("D", {}), change("E", {})]))).toEqual([200, 200]);
    expect((await jana.get(`/folders/${folder.id}`)).body.lock_version).toBe(3);
  });

  it("Jana moves a folder with its articles to another team, and who only sees the first one loses it", async () => {
    const folder = await makeFolder();
    const { id } = await fileArticle(jana, folder.id);
    const clara = world.as("clara");
    const markt = await world.teamId("markt");
    expect((await clara.get(`/contents/${id}`)).status).toBe(200);
    const moved = await jana.put(`/folders/${folder.id}`, { folder: { name: "Weichen", team_id: markt } });
    expect(moved.body).toMatchObject({ team: { slug: "markt" }, contents_count: 1 });
    expect([(await clara.get(`/folders/${folder.id}`)).status, (await clara.get(`/contents/${id}`)).status]).toEqual([404, 404]);
    expect((await world.as("piotr").get(`/contents/${id}`)).body.team.slug).toBe("markt");
  });

  it("Matthias, who administers a folder of a team he only reads in, moves it to none that takes no folders from him", async () => {
    const matthias = world.as("matthias");
    const id = await world.folderId("politik");
    const folder = { name: "Politik & Regulierung", team_id: await world.teamId("kommunikation") };
    expect((await matthias.put(`/folders/${id}`, { folder })).status).toBe(200);
    for (const team of ["digital", "nachbarschaft"]) {
      const answer = await matthias.put(
        `/folders/${id}`,
        { folder: { ...folder, team_id: await world.teamId(team) } },
        { "Accept-Language": "de" },
      );
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual({ team_id: ["In diesem Team können Sie keine Folda anlegen. Bitte wählen Sie ein anderes."] });
    }
    expect((await matthias.get(`/folders/${id}`)).body.team.slug).toBe("kommunikation");
  });

  it("An inbox is neither changed, moved nor deleted, whoever asks", async () => {
    const inbox = await world.inboxIdOf("jana");
    const ofTeam = (await foldersOf(await world.teamId("kommunikation"))).find(({ purpose }: { purpose: string }) => purpose === "inbox");
    for (const [person, id] of [
      ["jana", inbox],
      ["anna", ofTeam.id],
      ["henrike", ofTeam.id],
    ] as const) {
      const caller = world.as(person);
      const change = await caller.put(`/folders/${id}`, { folder: { name: "Ausgang", team_id: netz } });
      const ownership = { folder_id: id, user_id: await world.userId("lena") };
      const answers = [
        change,
        await caller.delete(`/folders/${id}`),
        await caller.get(`/folders/${id}/removal`),
        await caller.post("/ownerships", { ownership }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
      expect((await caller.get(`/folders/${id}`)).body).toMatchObject({ name: "Eingang", purpose: "inbox" });
    }
  });

  it("Deleting a folder takes everything in it, as was told before, and nothing else", async () => {
    const folder = await makeFolder();
    const [first, second] = [await fileArticle(jana, folder.id), await fileArticle(jana, folder.id)];
    for (const body of ["Eins", "Zwei"]) await jana.post(`/comments/content/${first.id}`, { body });
    const attachment = (await jana.post("/attachments", attachmentOf(second.id))).body;
    const elsewhere = await fileArticle(jana, await world.folderId("bruecken"));
    await jana.post("/ownerships", { ownership: { folder_id: folder.id, user_id: await world.userId("lena") } });
    const tables = [
      "articles",
      "article_stats",
      "article_tags",
      "article_search",
      "attachments",
      "comments",
      "ownerships",
      "folder_stats",
      "folders",
    ];
    const rows = async () => {
      const counted = await world.services.database.pool.query(
        tables.map((table) => `select count(*) as n from ${table}`).join(" union all "),
      );
      return counted.rows.map(({ n }: { n: number }) => n);
    };

    const removal = await jana.get(`/folders/${folder.id}/removal`);
    expect(removal.body).toEqual({ contents: 2, comments: 2, attachments: 1 });
    const before = await rows();
    expect((await jana.delete(`/folders/${folder.id}`)).status).toBe(204);
    const after = await rows();
    expect(after.map((n, index) => (before[index] ?? 0) - n)).toEqual([2, 2, 2, 2, 1, 2, 1, 1, 1]);

    for (const path of [
      `/folders/${folder.id}`,
      `/folders/${folder.id}/removal`,
      `/contents/${first.id}`,
      `/attachments/${attachment.id}/file`,
      `/ownerships?folder_id=${folder.id}`,
    ])
      expect((await jana.get(path)).status, path).toBe(404);
    expect((await jana.get(`/contents/${elsewhere.id}`)).status).toBe(200);
    expect((await jana.get("/contents?tags=bau")).body.entries.map(({ id }: { id: string }) => id)).not.toContain(first.id);
  });

  it("Deleted twice at once it goes once", async () => {
    const folder = await makeFolder();
    await fileArticle(jana, folder.id);
    const answers = await Promise.all([jana, world.as("matthias"), jana].map((person) => person.delete(`/folders/${folder.id}`)));
    expect(statusesOf(answers)).toEqual([204, 404, 404]);
  });

  it("What is filed, commented, moved or changed while the folder is deleted is saved before or refused, and never fails", async () => {
    const tobias = world.as("tobias");
    const elsewhere = await world.folderId("sicherung");
    for (let round = 0; round < 8; round += 1) {
      const folder = await makeFolder();
      const inside = await fileArticle(tobias, folder.id);
      const outside = await fileArticle(tobias, elsewhere);
      const query = `mutation { copyContentToFolder(contentId: "${outside.id}", folderId: "${folder.id}") { content { id } errors } }`;
      const ownership = { folder_id: folder.id, user_id: await world.userId("lena") };
      const writes = [
        () => tobias.post("/contents", { content: articleFields(folder.id) }),
        () => tobias.post(`/comments/content/${inside.id}`, { body: "Noch schnell." }),
        () => tobias.post("/attachments", attachmentOf(inside.id)),
        () => tobias.put(`/contents/${inside.id}`, { content: articleFields(folder.id, { title: "Geändert" }) }),
        () => tobias.put(`/contents/${outside.id}`, { content: articleFields(folder.id) }),
        () => tobias.post("/graphql", { query }),
        () => jana.put(`/folders/${folder.id}`, { folder: { name: "Anders", team_id: netz } }),
        () => jana.post("/ownerships", { ownership }),
      ];
      writes.splice(round, 0, () => jana.delete(`/folders/${folder.id}`));
      const answers = await Promise.all(writes.map((write) => write()));
      for (const [index, { status }] of answers.entries()) expect(index === round ? [204] : [200, 201, 404, 422]).toContain(status);
      expect((await tobias.get(`/contents?folder_ids=${folder.id}`)).body.meta.total_count).toBe(0);
    }
    const { rows } = await world.services.database.pool.query(
      "select count(*) as n from articles a left join article_stats s on s.article_id = a.id where s.article_id is null",
    );
    expect(rows).toEqual([{ n: 0 }]);
    expect(world.logLines.filter((line) => line.includes("request failed"))).toEqual([]);
  });

  it("Jana learns when others filed what is newest in a folder, and nothing of what she filed herself", async () => {
    const { id } = await makeFolder();
    const filed: string[] = [];
    for (let n = 0; n < 12; n += 1) filed.push((await fileArticle(world.as(n % 2 ? "tobias" : "jana"), id)).created_at);
    const recent = async (query: string) =>
      (await jana.get(`/folders${query}`)).body.find((folder: { id: string }) => folder.id === id).recent_content_at;
    const others = filed.filter((_, n) => n % 2 === 1).reverse();
    expect(await recent("?recent=true")).toEqual(others.slice(0, 5));
    expect(await recent("")).toBeUndefined();
  });

  it("Fields that nobody knows change nothing", async () => {
    const made = await makeFolder({
      purpose: "inbox",
      client_id: crypto.randomUUID(),
      contents_count: 7,
      lock_version: 9,
      id: crypto.randomUUID(),
    });
    expect(made).toMatchObject({ purpose: null, contents_count: 0, lock_version: 0 });
  });
});
