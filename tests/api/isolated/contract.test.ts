import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { invalidSchema, refusalSchema } from "../../../contract/errors";
import {
  folderTagsAnswer,
  getLatestMailingAnswer,
  getMailingAnswer,
  listMailingsAnswer,
  mailingTemplatesAnswer,
  recipientsAnswer,
} from "../../../contract/graphql/answers";
import { folderTags, getLatestMailing, getMailing, listMailings, mailingTemplates, recipients } from "../../../contract/graphql/operations";
import { attachmentSchema } from "../../../contract/rest/attachments";
import { commentSchema } from "../../../contract/rest/comments";
import { contentListSchema, contentSchema } from "../../../contract/rest/contents";
import { countrySchema } from "../../../contract/rest/countries";
import { exportSchema } from "../../../contract/rest/exports";
import { folderRemovalSchema, folderSchema, shownFolderSchema } from "../../../contract/rest/folders";
import { checksSchema, deliveryListSchema, mailingConflictSchema, mailingSchema } from "../../../contract/rest/mailings";
import { membershipListSchema, membershipSchema } from "../../../contract/rest/memberships";
import { ownershipSchema } from "../../../contract/rest/ownerships";
import { sessionSchema } from "../../../contract/rest/session";
import { tagSchema } from "../../../contract/rest/tags";
import { teamRemovalSchema, teamSchema } from "../../../contract/rest/teams";
import { personSchema, userSchema } from "../../../contract/rest/users";
import { articleFields } from "../../support/articles";
import { formOf } from "../../support/caller";
import { credentialsOf, type World } from "../../support/harness";
import { expectShape, openWorldBehindTheDoor, transports } from "../../support/transports";

describe.each(transports)("the contract %s", (transport) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorldBehindTheDoor(transport);
  });
  afterAll(() => world.close());

  test("POST /auth gives Jana a token, and DELETE /auth takes it back", async () => {
    const { status, body } = await world.visitor.post("/auth", credentialsOf("jana"));
    expect(status).toBe(200);
    const bearer = { Authorization: `Bearer ${expectShape(sessionSchema, body).auth_token}` };
    const end = await world.visitor.delete("/auth", bearer);
    expect([end.status, end.body]).toEqual([204, ""]);
    const again = await world.visitor.get("/teams", bearer);
    expect(again.status).toBe(401);
    expectShape(refusalSchema, again.body);
  });

  test("POST /auth refuses a wrong password with 401, an empty one with 422, nonsense with 400", async () => {
    const wrong = await world.visitor.post("/auth", { ...credentialsOf("jana"), password: "wrong" });
    expect(wrong.status).toBe(401);
    expectShape(refusalSchema, wrong.body);
    const empty = await world.visitor.post("/auth", { ...credentialsOf("jana"), password: "" }, { "Accept-Language": "de" });
    expect(empty.status).toBe(422);
    expect(expectShape(invalidSchema, empty.body).errors).toEqual({ password: ["Dies ist ein Pflichtfeld"] });
    const broken = await world.visitor.request("/auth", { method: "POST", body: "{", headers: { "Content-Type": "application/json" } });
    expect(broken.status).toBe(400);
    expectShape(refusalSchema, await broken.json());
  });

  test("a body above the limit answers 413, and the next call is answered as ever", async () => {
    const length = 3_000_000;
    const { status, body } =
      transport === "in process"
        ? await world.visitor.post("/auth", { workspace: "x".repeat(length) })
        : await announce(new URL("/auth", world.origin), length);
    expect(status).toBe(413);
    expectShape(refusalSchema, body);
    expect((await world.visitor.get("/openapi.json")).status).toBe(200);
  });

  test("the request id and the language come back", async () => {
    const { headers } = await world.visitor.get("/teams", { "X-Request-Id": "abcdefgh", "Accept-Language": "de" });
    expect([headers.get("X-Request-Id"), headers.get("Content-Language")]).toEqual(["abcdefgh", "de"]);
  });

  test("POST /attachments takes a file, GET gives its bytes whole and in parts, DELETE takes it away", async () => {
    const henrike = world.as("henrike");
    const { body: article } = await henrike.post("/contents", { content: articleFields(await world.folderId("presseschau")) });
    const file = new File(["x".repeat(3_000_000)], "Gleisplan.txt");
    const made = await henrike.post("/attachments", formOf({ content_id: article.id, file }));
    expect(made.status).toBe(201);
    const attachment = expectShape(attachmentSchema, made.body);
    const path = `/attachments/${attachment.id}`;
    const whole = await henrike.request(`${path}/file`, {});
    expect([whole.status, (await whole.arrayBuffer()).byteLength]).toEqual([200, 3_000_000]);
    const part = await henrike.request(`${path}/file`, { headers: { Range: "bytes=10-19" } });
    expect([part.status, part.headers.get("Content-Range"), await part.text()]).toEqual([206, "bytes 10-19/3000000", "x".repeat(10)]);
    expect((await henrike.delete(path)).status).toBe(204);
    expect((await henrike.get(`${path}/file`)).status).toBe(404);
  });

  // Response bodies do not depend on the transport.
  if (transport === "over HTTP") return;

  test("GET /users/{id} gives Jana her account", async () => {
    const { status, body } = await world.as("jana").get(`/users/${await world.userId("jana")}`);
    expect(status).toBe(200);
    expect(expectShape(userSchema, body).email).toBe("jana@demo.example");
  });

  test("GET /teams and GET /teams/{id} give the same team", async () => {
    const jana = world.as("jana");
    const [first] = expectShape(z.array(teamSchema).min(6), (await jana.get("/teams")).body);
    expect(expectShape(teamSchema, (await jana.get(`/teams/${first?.id}`)).body)).toEqual(first);
  });

  test("GET /folders and GET /folders/{id} give the same folder", async () => {
    const jana = world.as("jana");
    const [first] = expectShape(z.array(folderSchema).min(13), (await jana.get("/folders")).body);
    expect(expectShape(shownFolderSchema, (await jana.get(`/folders/${first?.id}`)).body)).toEqual({ ...first, follow_id: null });
  });

  test("a folder is made, changed, counted and deleted, and so is who is responsible for it", async () => {
    const jana = world.as("jana");
    const team_id = await world.teamId("netz");
    const made = await jana.post("/folders", { folder: { name: "Weichen", team_id } }, { "Idempotency-Key": "once" });
    const { id } = expectShape(folderSchema, made.body);
    const changed = await jana.put(`/folders/${id}`, { folder: { name: "Kreuzungen", team_id, lock_version: 0 } });
    expect(expectShape(folderSchema, changed.body).lock_version).toBe(1);
    const recent = expectShape(z.array(folderSchema), (await jana.get(`/folders?recent=true&team_id=${team_id}`)).body);
    expect(recent.find((folder) => folder.id === id)?.recent_content_at).toEqual([]);

    const [lena] = expectShape(z.array(personSchema), (await jana.get(`/folders/${id}/people?term=lena`)).body);
    const ownership = { folder_id: id, user_id: lena?.id };
    const { id: ownershipId } = expectShape(ownershipSchema, (await jana.post("/ownerships", { ownership })).body);
    expectShape(ownershipSchema, (await jana.put(`/ownerships/${ownershipId}`, { ownership: { role: "admin", active: false } })).body);
    expect(expectShape(z.array(ownershipSchema), (await jana.get(`/ownerships?folder_id=${id}`)).body)).toHaveLength(1);

    expect(expectShape(folderRemovalSchema, (await jana.get(`/folders/${id}/removal`)).body).contents).toBe(0);
    expect(await jana.delete(`/folders/${id}`)).toMatchObject({ status: 204, body: "" });
  });

  test("a team is made, named anew, counted and deleted, and people are added to it and changed", async () => {
    const jana = world.as("jana");
    const made = await jana.post("/teams", { team: { name: "Fahrgastrechte" } }, { "Idempotency-Key": "once" });
    expect(made.status).toBe(201);
    const { id } = expectShape(teamSchema, made.body);
    expect(expectShape(teamSchema, (await jana.put(`/teams/${id}`, { team: { name: "Kundenrechte" } })).body).name).toBe("Kundenrechte");

    const [lena] = expectShape(z.array(personSchema), (await jana.get(`/teams/${id}/people?term=lena`)).body);
    const membership = { team_id: id, user_id: lena?.id };
    const { id: membershipId } = expectShape(membershipSchema, (await jana.post("/memberships", { membership })).body);
    expectShape(membershipSchema, (await jana.put(`/memberships/${membershipId}`, { membership: { role: "reader" } })).body);
    const { meta } = expectShape(membershipListSchema, (await jana.get(`/memberships?team_id=${id}&role=reader&page=0`)).body);
    expect(meta.total_count).toBe(1);

    expectShape(teamRemovalSchema, (await jana.get(`/teams/${id}/removal`)).body);
    expect(await jana.delete(`/teams/${id}`)).toMatchObject({ status: 204, body: "" });
  });

  describe("of articles", () => {
    let folder: string;
    beforeAll(async () => {
      folder = await world.folderId("presseschau");
    });

    const file = async () => {
      const fields = { tags: ["Presse"], countries: ["DE"], source_url: "https://paper.example/1", source_name: "Blatt" };
      const { status, body } = await world.as("henrike").post("/contents", { content: articleFields(folder, fields) });
      expect(status).toBe(201);
      return expectShape(contentSchema, body);
    };

    test("POST, GET, PUT and DELETE /contents give Henrike one article", async () => {
      const made = await file();
      const henrike = world.as("henrike");
      expect(expectShape(contentSchema, (await henrike.get(`/contents/${made.id}`)).body)).toEqual(made);
      const changed = await henrike.put(`/contents/${made.id}`, {
        content: articleFields(folder, { title: "Neu", lock_version: made.lock_version }),
      });
      expect(expectShape(contentSchema, changed.body)).toMatchObject({ id: made.id, title: "Neu", lock_version: 1 });
      expect(await henrike.delete(`/contents/${made.id}`)).toMatchObject({ status: 204, body: "" });
      expectShape(refusalSchema, (await henrike.get(`/contents/${made.id}`)).body);
    });

    test("GET /contents gives a page of entries and its metadata", async () => {
      await file();
      const { entries, meta } = expectShape(
        contentListSchema,
        (await world.as("henrike").get(`/contents?folder_ids=${folder}&per_page=1`)).body,
      );
      expect([entries.length, meta.current_page, meta.per_page]).toEqual([1, 1, 1]);
    });

    test("comments come and go", async () => {
      const { id } = await file();
      const clara = world.as("clara");
      const made = expectShape(commentSchema, (await clara.post(`/comments/content/${id}`, { body: "Gelesen." })).body);
      expect(expectShape(z.array(commentSchema), (await clara.get(`/comments/content/${id}`)).body)).toEqual([made]);
      expect((await clara.delete(`/comments/${made.id}`)).status).toBe(204);
    });

    test("tags and countries are plain arrays", async () => {
      await file();
      expectShape(z.array(tagSchema).min(1), (await world.as("henrike").get("/tags")).body);
      expectShape(z.array(countrySchema).length(249), (await world.as("henrike").get("/countries")).body);
    });
  });

  describe("of exports", () => {
    let article: string;
    beforeAll(async () => {
      const content = articleFields(await world.folderId("presseschau"), { title: "Brücken" });
      article = (await world.as("henrike").post("/contents", { content })).body.id;
    });

    test("Henrike asks for an export, is told how far it is, and its address answers without a session", async () => {
      const asked = await world.as("henrike").post("/exports", { export: { content_ids: article, title: "Presse" } });
      expect(asked.status).toBe(201);
      const made = expectShape(exportSchema, asked.body);
      expect(made).toMatchObject({ title: "Presse", format: "html", content_ids: [article], left_out: 0 });
      const shown = await world.as("henrike").get(`/exports/${made.id}`);
      expect(expectShape(exportSchema, shown.body)).toMatchObject({ id: made.id, url: made.url });
      const { pathname, search } = new URL(made.url);
      const file = await world.visitor.request(pathname + search, {});
      expect([200, 409]).toContain(file.status);
      await file.body?.cancel();
    });
  });

  describe("of mailings", () => {
    let folder: string;
    beforeAll(async () => {
      folder = await world.folderId("nordkorridor");
      await world.as("henrike").post("/contents", { content: articleFields(folder, { tags: ["Presse"], title: "Brücken" }) });
    });

    const ask = async (person: string, query: string, id: string) => {
      const { status, body } = await world.as(person).post("/graphql", { query, variables: { id } });
      expect(status).toBe(200);
      return body.data;
    };

    test("Henrike's draft is shown, changed, and refused when stale", async () => {
      const henrike = world.as("henrike");
      const made = await henrike.post("/mailings", { mailing: { folder_id: folder, vuex_state: { subject: "Presse am Morgen" } } });
      expect(made.status).toBe(201);
      const mailing = expectShape(mailingSchema, made.body);
      expect(mailing.vuex_state.preview_recipients).toEqual(["henrike@demo.example"]);

      expectShape(listMailingsAnswer, await ask("henrike", listMailings, folder));
      expectShape(mailingTemplatesAnswer, await ask("henrike", mailingTemplates, folder));
      const whole = expectShape(getMailingAnswer, await ask("florian", getMailing, mailing.id)).mailing;
      expect(whole?.vuexState).toEqual(mailing.vuex_state);
      expectShape(folderTagsAnswer, await ask("henrike", folderTags, folder));
      expectShape(recipientsAnswer, await ask("henrike", recipients, folder));

      const save = (fields: object) => henrike.put(`/mailings/${mailing.id}`, { mailing: fields });
      expectShape(mailingSchema, (await save({ vuex_state: { intro_text: "Guten Morgen!" }, lock_version: 0 })).body);
      expectShape(mailingConflictSchema, (await save({ vuex_state: { subject: "Anders" }, lock_version: 0 })).body);
      const other = await world.folderId("presseschau");
      expect(expectShape(getLatestMailingAnswer, await ask("henrike", getLatestMailing, other)).latestMailing).toBeNull();
    });

    test("Henrike's newsletter is checked, published, listed, and read by everybody", async () => {
      const henrike = world.as("henrike");
      const { body: draft } = await henrike.post("/mailings", { mailing: { folder_id: folder, vuex_state: { subject: "Presse" } } });
      expectShape(checksSchema, (await henrike.get(`/mailings/${draft.id}/checks`)).body);
      expectShape(mailingSchema, (await henrike.put(`/mailings/${draft.id}`, { mailing: {}, perform: "publish" })).body);
      const list = expectShape(deliveryListSchema, (await henrike.get(`/mailings/${draft.id}/deliveries`)).body);
      const deliveries = { ids: list.entries.map(({ id }) => id) };
      expectShape(mailingSchema, (await henrike.post(`/mailings/${draft.id}/deliveries`, { deliveries })).body);
      expectShape(mailingSchema, (await henrike.delete(`/mailings/${draft.id}/publication`)).body);

      const publicly = async (query: string, id: string) => (await world.visitor.post("/graphql", { query, variables: { id } })).body.data;
      expectShape(getMailingAnswer, await publicly(getMailing, draft.id));
      expect(expectShape(getLatestMailingAnswer, await publicly(getLatestMailing, folder)).latestMailing?.id).toBe(draft.id);
    });
  });
});

/** Sends the headers of a body, but not the body: sending could fail once the server has responded and closed the connection. */
async function announce(url: URL, length: number): Promise<{ status: number | undefined; body: unknown }> {
  const sent = request(url, { method: "POST", headers: { "Content-Type": "application/json", "Content-Length": length } });
  sent.flushHeaders();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const body = await json(response);
  sent.destroy();
  return { status: response.statusCode, body };
}
