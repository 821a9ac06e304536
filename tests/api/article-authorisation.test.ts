import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, describe } from "vitest";
import { articleFields, fileArticle } from "../support/articles";
import { guarding, viewerOf } from "../support/authorisation";
import type { Answer, Caller } from "../support/caller";
import { engine, type OpenWorld, openWorld } from "../support/harness";

/** Matthias owns this folder's team, Henrike one of its folders; Sabine's membership is inactive, Clara reads. */
const folder = "nordkorridor";

describe("Who may do what with articles", () => {
  let world: OpenWorld;
  let server: Server;
  let picture: string;

  beforeAll(async () => {
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#123456" } })
      .png()
      .toBuffer();
    server = createServer((_, response) => response.setHeader("Content-Type", "image/png").end(bytes));
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    picture = `http://${host}/track.png`;
    world = await openWorld(engine, { IMPORT_ALLOW_HOSTS: host });
  });
  afterAll(async () => {
    server.close();
    await world.close();
  });

  const fileByMatthias = async () => fileArticle(world.as("matthias"), await world.folderId(folder));

  const comment = async () => {
    const { id } = await fileByMatthias();
    return (await world.as("clara").post(`/comments/content/${id}`, { body: "Von Clara." })).body.id as string;
  };
  const upload = async (caller: Caller, contentId: string): Promise<Answer> => {
    const body = new FormData();
    body.append("content_id", contentId);
    body.append("file", new File(["Inhalt"], "a.txt"));
    const response = await caller.request("/attachments", { method: "POST", body });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const attachment = async () => (await upload(world.as("matthias"), (await fileByMatthias()).id)).body.id as string;

  const ofArticle = guarding(() => world, { place: { folder }, make: fileByMatthias });
  const ofComment = guarding(() => world, { place: { folder, author: "clara" }, make: comment });
  const ofAttachment = guarding(() => world, { place: { folder }, make: attachment });
  const ofFolder = guarding(() => world, {
    place: { folder },
    make: () => world.folderId(folder),
    answers: { hidden: 422, forbidden: 422 },
  });

  ofArticle("GET /contents/{id}", "folder:read", (caller, { id }) => caller.get(`/contents/${id}?viewed=true`));
  ofArticle("GET /contents/{id}/next", "folder:read", (caller, { id }) => caller.get(`/contents/${id}/next`));
  ofArticle("PUT /contents/{id}", "article:update", (caller, { id, folder_id }) =>
    caller.put(`/contents/${id}`, { content: articleFields(folder_id, { title: "Geändert" }) }),
  );
  ofArticle("PUT /contents/{id}/folder", "article:update", (caller, { id, folder_id }) =>
    caller.put(`/contents/${id}/folder`, { folder_id }),
  );
  ofArticle("DELETE /contents/{id}", "article:delete", (caller, { id }) => caller.delete(`/contents/${id}`), { consumes: true });

  ofArticle("GET /comments/content/{id}", "folder:read", (caller, { id }) => caller.get(`/comments/content/${id}`));
  ofArticle("POST /comments/content/{id}", "comment:create", (caller, { id }) =>
    caller.post(`/comments/content/${id}`, { body: "Gesehen." }),
  );
  ofComment("PUT /comments/{id}", "comment:update", (caller, id) => caller.put(`/comments/${id}`, { body: "Auch von Clara." }));
  ofComment("DELETE /comments/{id}", "comment:delete", (caller, id) => caller.delete(`/comments/${id}`), { consumes: true });

  ofArticle("POST /attachments", "article:update", (caller, { id }) =>
    caller.post("/attachments", { attachment: { content_id: id, remote_file_url: picture } }),
  );
  ofArticle("POST /attachments with a file", "article:update", (caller, { id }) => upload(caller, id));
  ofArticle("POST /uploads/attachment", "article:update", async (caller, { id }) => {
    const body = new FormData();
    body.append("file", new File(["Inhalt"], "a.txt"));
    const kept = await (await caller.request("/uploads", { method: "POST", body })).json();
    return caller.post("/uploads/attachment", { attachment: { content_id: id, upload: kept.upload ?? "x" } });
  });
  ofAttachment("DELETE /attachments/{id}", "article:update", (caller, id) => caller.delete(`/attachments/${id}`), { consumes: true });

  ofFolder("POST /contents", "article:create", (caller, id) => caller.post("/contents", { content: articleFields(id) }));
  ofFolder("copyContentToFolder", "article:create", async (caller, id, person) => {
    const own = person === undefined ? "x" : (await ownArticle(person)).id;
    const query = `mutation { copyContentToFolder(contentId: "${own}", folderId: "${id}") { content { id } errors } }`;
    const answer = await caller.post("/graphql", { query });
    return answer.body?.data?.copyContentToFolder?.errors?.length ? { ...answer, status: 422 } : answer;
  });

  /** Something they see: in their own inbox, where the client's reader can file nothing. */
  async function ownArticle(person: string) {
    if (person === "olga") return fileArticle(world.as("olga"), await world.folderId("fremde"));
    if (viewerOf(person).role === "reader") return fileByMatthias();
    return fileArticle(world.as(person), await world.inboxIdOf(person));
  }
});
