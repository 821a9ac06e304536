import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, describe } from "vitest";
import { articleFields, fileArticle } from "../support/articles";
import { describeAuthorisation, viewerOf } from "../support/authorisation";
import type { Answer, Caller } from "../support/caller";
import { mainEngine, type OpenWorld, openWorld } from "../support/harness";

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
    world = await openWorld(mainEngine, { IMPORT_ALLOW_HOSTS: host });
  });
  afterAll(async () => {
    server.close();
    await world.close();
  });

  const fileByMatthias = async () => fileArticle(world.as("matthias"), await world.folderId(folder));

  describeAuthorisation(() => world, {
    name: "POST /contents",
    action: "article:create",
    place: { folder },
    answers: { hidden: 422, forbidden: 422 },
    send: async (caller) => caller.post("/contents", { content: articleFields(await world.folderId(folder)) }),
  });

  describeAuthorisation(() => world, {
    name: "PUT /contents/{id}",
    action: "article:update",
    place: { folder },
    send: async (caller) => {
      const { id, folder_id } = await fileByMatthias();
      return caller.put(`/contents/${id}`, { content: articleFields(folder_id, { title: "Geändert" }) });
    },
  });

  describeAuthorisation(() => world, {
    name: "PUT /contents/{id}/folder",
    action: "article:update",
    place: { folder },
    send: async (caller) => {
      const { id, folder_id } = await fileByMatthias();
      return caller.put(`/contents/${id}/folder`, { folder_id });
    },
  });

  describeAuthorisation(() => world, {
    name: "DELETE /contents/{id}",
    action: "article:delete",
    place: { folder },
    send: async (caller) => caller.delete(`/contents/${(await fileByMatthias()).id}`),
  });

  describeAuthorisation(() => world, {
    name: "GET /contents/{id}",
    action: "folder:read",
    place: { folder },
    send: async (caller) => caller.get(`/contents/${(await fileByMatthias()).id}?viewed=true`),
  });

  describeAuthorisation(() => world, {
    name: "GET /contents/{id}/next",
    action: "folder:read",
    place: { folder },
    send: async (caller) => caller.get(`/contents/${(await fileByMatthias()).id}/next`),
  });

  describeAuthorisation(() => world, {
    name: "POST /comments/content/{id}",
    action: "comment:create",
    place: { folder },
    send: async (caller) => caller.post(`/comments/content/${(await fileByMatthias()).id}`, { body: "Gesehen." }),
  });

  describeAuthorisation(() => world, {
    name: "GET /comments/content/{id}",
    action: "folder:read",
    place: { folder },
    send: async (caller) => caller.get(`/comments/content/${(await fileByMatthias()).id}`),
  });

  describeAuthorisation(() => world, {
    name: "PUT /comments/{id}",
    action: "comment:update",
    place: { folder, author: "clara" },
    send: async (caller) => {
      const comment = await world.as("clara").post(`/comments/content/${(await fileByMatthias()).id}`, { body: "Von Clara." });
      return caller.put(`/comments/${comment.body.id}`, { body: "Auch von Clara." });
    },
  });

  describeAuthorisation(() => world, {
    name: "DELETE /comments/{id}",
    action: "comment:delete",
    place: { folder, author: "clara" },
    send: async (caller) => {
      const clara = world.as("clara");
      const comment = await clara.post(`/comments/content/${(await fileByMatthias()).id}`, { body: "Von Clara." });
      return caller.delete(`/comments/${comment.body.id}`);
    },
  });

  describeAuthorisation(() => world, {
    name: "POST /attachments",
    action: "article:update",
    place: { folder },
    send: async (caller) =>
      caller.post("/attachments", { attachment: { content_id: (await fileByMatthias()).id, remote_file_url: picture } }),
  });

  const upload = async (caller: Caller, contentId: string): Promise<Answer> => {
    const body = new FormData();
    body.append("content_id", contentId);
    body.append("file", new File(["Inhalt"], "a.txt"));
    const response = await caller.request("/attachments", { method: "POST", body });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };

  describeAuthorisation(() => world, {
    name: "POST /attachments with a file",
    action: "article:update",
    place: { folder },
    send: async (caller) => upload(caller, (await fileByMatthias()).id),
  });

  describeAuthorisation(() => world, {
    name: "POST /uploads/attachment",
    action: "article:update",
    place: { folder },
    send: async (caller) => {
      const body = new FormData();
      body.append("file", new File(["Inhalt"], "a.txt"));
      const kept = await (await caller.request("/uploads", { method: "POST", body })).json();
      return caller.post("/uploads/attachment", {
        attachment: { content_id: (await fileByMatthias()).id, upload: kept.upload ?? "x" },
      });
    },
  });

  describeAuthorisation(() => world, {
    name: "DELETE /attachments/{id}",
    action: "article:update",
    place: { folder },
    send: async (caller) => {
      const file = await upload(world.as("matthias"), (await fileByMatthias()).id);
      return caller.delete(`/attachments/${file.body.id}`);
    },
  });

  describeAuthorisation(() => world, {
    name: "copyContentToFolder",
    action: "article:create",
    place: { folder },
    answers: { hidden: 422, forbidden: 422 },
    send: async (caller, person) => {
      const own = person === undefined ? "x" : (await ownArticle(person)).id;
      const query = `mutation { copyContentToFolder(contentId: "${own}", folderId: "${await world.folderId(folder)}") { content { id } errors } }`;
      const answer = await caller.post("/graphql", { query });
      return answer.body?.data?.copyContentToFolder?.errors?.length ? { ...answer, status: 422 } : answer;
    },
  });

  /** Something they see: in their own inbox, where the client's reader can file nothing. */
  async function ownArticle(person: string) {
    if (person === "olga") return fileArticle(world.as("olga"), await world.folderId("fremde"));
    if (viewerOf(person).role === "reader") return fileByMatthias();
    return fileArticle(world.as(person), await world.inboxIdOf(person));
  }
});
