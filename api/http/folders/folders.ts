import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import {
  createFolderBodySchema,
  folderQuerySchema,
  folderRemovalSchema,
  folderSchema,
  folderStreamBodySchema,
  shownFolderSchema,
  updateFolderBodySchema,
} from "../../../contract/rest/folders";
import { peopleQuerySchema, personSchema } from "../../../contract/rest/users";
import { fromWire } from "../../../contract/wire";
import {
  changeFolder,
  changeHiddenFromStream,
  createFolder,
  type Folder,
  listFolders,
  removeFolder,
  requireFolder,
  requireFolderRemoval,
} from "../../domain/folders/folders";
import { listPeopleFor } from "../../domain/folders/ownerships";
import type { Services } from "../../services";
import { toPerson } from "../articles/article-wire";
import type { Api } from "../context";
import { idempotencyHeaders, keyOf } from "../idempotency";
import { idParams, invalid, json, jsonBody, refusals } from "../openapi";
import { toAnswer } from "../to-answer";

const listRoute = createRoute({
  method: "get",
  path: "/folders",
  summary: "The visible folders by team, inbox first",
  tags: ["folders"],
  request: { query: folderQuerySchema },
  responses: { 200: json(z.array(folderSchema), "The folders."), ...refusals(401), ...invalid },
});

const showRoute = createRoute({
  method: "get",
  path: "/folders/{id}",
  summary: "One folder",
  tags: ["folders"],
  request: { params: idParams },
  responses: { 200: json(shownFolderSchema, "The folder."), ...refusals(401, 404) },
});

const createFolderRoute = createRoute({
  method: "post",
  path: "/folders",
  summary: "Create a folder",
  tags: ["folders"],
  request: { headers: idempotencyHeaders, body: jsonBody(createFolderBodySchema) },
  responses: { 201: json(folderSchema, "The new folder, or the one that this key created."), ...invalid, ...refusals(400, 401, 413) },
});

const updateRoute = createRoute({
  method: "put",
  path: "/folders/{id}",
  summary: "Change a folder by replacing all fields; another team moves it",
  tags: ["folders"],
  request: { params: idParams, body: jsonBody(updateFolderBodySchema) },
  responses: { 200: json(folderSchema, "The changed folder."), ...invalid, ...refusals(400, 401, 403, 404, 409, 413) },
});

const streamRoute = createRoute({
  method: "put",
  path: "/folders/{id}/stream",
  summary: "Take a folder's articles out of the stream, or put them back",
  tags: ["folders"],
  request: { params: idParams, body: jsonBody(folderStreamBodySchema) },
  responses: { 200: json(folderSchema, "The folder."), ...invalid, ...refusals(400, 401, 403, 404, 413) },
});

const removalRoute = createRoute({
  method: "get",
  path: "/folders/{id}/removal",
  summary: "How much would be deleted with a folder",
  tags: ["folders"],
  request: { params: idParams },
  responses: { 200: json(folderRemovalSchema, "The counts."), ...refusals(401, 403, 404) },
});

const deleteRoute = createRoute({
  method: "delete",
  path: "/folders/{id}",
  summary: "Delete a folder with everything in it",
  tags: ["folders"],
  request: { params: idParams },
  responses: { 204: { description: "Deleted." }, ...refusals(401, 403, 404) },
});

const peopleRoute = createRoute({
  method: "get",
  path: "/folders/{id}/people",
  summary: "People of the workspace, to choose one who is responsible for this folder",
  tags: ["folders"],
  request: { params: idParams, query: peopleQuerySchema },
  responses: { 200: json(z.array(personSchema), "The first hundred of them, by name."), ...invalid, ...refusals(401, 403, 404) },
});

export function registerFolders(api: Api, services: Services): void {
  api.openapi(listRoute, async (c) => {
    const { writable, team_id: teamId, recent } = c.req.valid("query");
    const folders = await listFolders(services, c.get("viewer"), { writable, teamId, recent });
    return c.json(folders.map(toWire), 200);
  });

  api.openapi(showRoute, async (c) => {
    const folder = await requireFolder(services, c.get("viewer"), c.req.valid("param").id);
    return c.json({ ...toWire(folder), follow_id: folder.followId }, 200);
  });

  api.openapi(createFolderRoute, async (c) => {
    const { folder } = c.req.valid("json");
    return c.json(toWire(await createFolder(services, c.get("viewer"), fromWire(folder), keyOf(c.req.valid("header")))), 201);
  });

  api.openapi(updateRoute, async (c) => {
    const { folder } = c.req.valid("json");
    return c.json(toWire(await changeFolder(services, c.get("viewer"), c.req.valid("param").id, fromWire(folder))), 200);
  });

  api.openapi(streamRoute, async (c) => {
    const { hidden_from_stream: hidden } = c.req.valid("json");
    return c.json(toWire(await changeHiddenFromStream(services, c.get("viewer"), c.req.valid("param").id, hidden)), 200);
  });

  api.openapi(removalRoute, async (c) => c.json(await requireFolderRemoval(services, c.get("viewer"), c.req.valid("param").id), 200));

  api.openapi(deleteRoute, async (c) => {
    await removeFolder(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });

  api.openapi(peopleRoute, async (c) => {
    const people = await listPeopleFor(services, c.get("viewer"), c.req.valid("param").id, c.req.valid("query").term);
    return c.json(people.map(toPerson), 200);
  });
}

const toWire = (folder: Folder) =>
  toAnswer(folderSchema, {
    ...folder,
    permissions: { ...folder.permissions, manageMailings: folder.permissions.manageNewsletters },
    teamId: folder.team.id,
    exportEnabled: folder.exportUrl !== null,
    export: folder.exportUrl === null ? null : { url: folder.exportUrl },
    latestContentAt: folder.latestContentAt ?? null,
    recentContentAt: folder.recentMoments?.map((moment) => new Date(moment)),
  });
