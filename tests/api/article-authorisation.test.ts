import sharp from "sharp";
import { afterAll, beforeAll, describe } from "vitest";
import { articleFields, fileArticle } from "../support/articles";
import { guarding, viewerOf } from "../support/authorisation";
import { type Caller, formOf } from "../support/caller";
import { engine, type OpenWorld, openWorld } from "../support/harness";
import { openPaper, send } from "../support/paper";

/** Matthias owns this folder's team, Henrike one of its folders; Sabine's membership is inactive, Clara reads. */
const folder = "nordkorridor";

describe("Who may do what with articles", () => {
  let world: OpenWorld;
  let paper: Awaited<ReturnType<typeof openPaper>>;

  beforeAll(async () => {
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#123456" } })
      .png()
      .toBuffer();
    paper = await openPaper({ "/track.png": send("image/png", bytes) });
    world = await openWorld(engine, { IMPORT_ALLOW_HOSTS: paper.host });
  });
  afterAll(async () => {
    paper.close();
    await world.close();
  });

  const fileByMatthias = async () => fileArticle(world.as("matthias"), await world.folderId(folder));

  const comment = async () => {
    const { id } = await fileByMatthias();
    return (await world.as("clara").post(`/comments/content/${id}`, { body: "Von Clara." })).body.id as string;
  };
  const upload = (caller: Caller, contentId: string) =>
    caller.post("/attachments", formOf({ content_id: contentId, file: new File(["Inhalt"], "a.txt") }));
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
  ofArticle("GET /contents/{id}/scheduled_mailings", "article:update", (caller, { id }) =>
    caller.get(`/contents/${id}/scheduled_mailings`),
  );
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
    caller.post("/attachments", { attachment: { content_id: id, remote_file_url: paper.url("/track.png") } }),
  );
  ofArticle("POST /attachments with a file", "article:update", (caller, { id }) => upload(caller, id));
  ofArticle("POST /uploads/attachment", "article:update", async (caller, { id }) => {
    const { body: kept } = await caller.post("/uploads", formOf({ file: new File(["Inhalt"], "a.txt") }));
    return caller.post("/uploads/attachment", { attachment: { content_id: id, upload: kept.upload ?? "x" } });
  });
  ofAttachment("GET /attachments/{id}/file", "folder:read", (caller, id) => caller.get(`/attachments/${id}/file`));
  ofAttachment("PUT /attachments/{id}", "article:update", (caller, id) => caller.put(`/attachments/${id}`, { attachment: { alt: "x" } }));
  ofAttachment("DELETE /attachments/{id}", "article:update", (caller, id) => caller.delete(`/attachments/${id}`), { consumes: true });

  ofFolder("POST /contents", "article:create", (caller, id) => caller.post("/contents", { content: articleFields(id) }));
  ofFolder("copyContentToFolder", "article:create", async (caller, id, person) => {
    const own = person === undefined ? "x" : (await ownArticle(person)).id;
    const query = `mutation { copyContentToFolder(contentId: "${own}", folderId: "${id}") { content { id } errors } }`;
    const answer = await caller.post("/graphql", { query });
    return answer.body?.data?.copyContentToFolder?.errors?.length ? { ...answer, status: 422 } : answer;
  });

  /** An article that they can see, in their own inbox; the reader of the workspace can file nothing. */
  async function ownArticle(person: string) {
    if (person === "olga") return fileArticle(world.as("olga"), await world.folderId("fremde"));
    if (viewerOf(person).role === "reader") return fileByMatthias();
    return fileArticle(world.as(person), await world.inboxIdOf(person));
  }
});
