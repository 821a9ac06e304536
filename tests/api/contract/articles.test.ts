import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { invalidSchema, refusalSchema } from "../../../contract/errors";
import { copyContentToFolder } from "../../../contract/graphql/operations";
import { attachmentSchema } from "../../../contract/rest/attachments";
import { commentSchema } from "../../../contract/rest/comments";
import { contentListSchema, contentSchema } from "../../../contract/rest/contents";
import { countrySchema } from "../../../contract/rest/countries";
import { tagSchema } from "../../../contract/rest/tags";
import { articleFields } from "../../support/articles";
import type { World } from "../../support/harness";
import { expectShape, openWorldBehindTheDoor, ways } from "../../support/transports";

describe.each(ways)("the contract of articles $transport, on $engine", (way) => {
  let world: World;
  let folder: string;
  beforeAll(async () => {
    world = await openWorldBehindTheDoor(way);
    folder = await world.folderId("presseschau");
  });
  afterAll(() => world.close());

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
    const stale = await henrike.put(`/contents/${made.id}`, { content: articleFields(folder, { lock_version: made.lock_version }) });
    expect(stale.status).toBe(409);
    expectShape(refusalSchema, stale.body);
    const gone = await henrike.delete(`/contents/${made.id}`);
    expect([gone.status, gone.body]).toEqual([204, ""]);
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

  test("POST /contents without anything names every field", async () => {
    const { status, body } = await world.as("henrike").post("/contents", { content: {} });
    expect(status).toBe(422);
    expect(Object.keys(expectShape(invalidSchema, body).errors)).toContain("title");
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

  test("copyContentToFolder answers an id and no errors, and the same for the same key", async () => {
    const { id } = await file();
    const variables = { contentId: id, folderId: folder };
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const copy = () => world.as("henrike").post("/graphql", { query: copyContentToFolder, variables }, key);
    const { body } = await copy();
    expect(body).toEqual({ data: { copyContentToFolder: { content: { id: expect.any(String) }, errors: [] } } });
    expect((await copy()).body).toEqual(body);
  });

  test("POST /attachments takes a file, GET gives its bytes whole and in parts, DELETE takes it away", async () => {
    const { id } = await file();
    const henrike = world.as("henrike");
    const form = new FormData();
    form.append("content_id", id);
    form.append("file", new File(["x".repeat(3_000_000)], "Gleisplan.txt"));
    const made = await henrike.request("/attachments", { method: "POST", body: form });
    expect(made.status).toBe(201);
    const attachment = expectShape(attachmentSchema, await made.json());
    const path = `/attachments/${attachment.id}`;
    const whole = await henrike.request(`${path}/file`, {});
    expect([whole.status, (await whole.arrayBuffer()).byteLength]).toEqual([200, 3_000_000]);
    const part = await henrike.request(`${path}/file`, { headers: { Range: "bytes=10-19" } });
    expect([part.status, part.headers.get("Content-Range"), await part.text()]).toEqual([206, "bytes 10-19/3000000", "x".repeat(10)]);
    expect((await henrike.delete(path)).status).toBe(204);
    expect((await henrike.get(`${path}/file`)).status).toBe(404);
  });

  test("POST /attachments refuses a machine that nobody allowed, with the reason at the field", async () => {
    const { id } = await file();
    const attachment = { content_id: id, remote_file_url: "http://127.0.0.1:1/a.png" };
    const { status, body } = await world.as("henrike").post("/attachments", { attachment });
    expect(status).toBe(422);
    expect(Object.keys(expectShape(invalidSchema, body).errors)).toEqual(["remote_file_url"]);
  });
});
