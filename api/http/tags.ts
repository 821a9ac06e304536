import { createRoute, z } from "@hono/zod-openapi";
import { tagQuerySchema, tagSchema } from "../../contract/rest/tags";
import { listWorkspaceTags } from "../domain/tags";
import type { Services } from "../services";
import type { Api } from "./app";
import { invalid, json, refusals } from "./openapi";

const listRoute = createRoute({
  method: "get",
  path: "/tags",
  summary: "The tags of the workspace, or those used in one folder, by name",
  tags: ["tags"],
  request: { query: tagQuerySchema },
  responses: { 200: json(z.array(tagSchema), "All of them."), ...invalid, ...refusals(401) },
});

export function registerTags(api: Api, services: Services): void {
  api.openapi(listRoute, async (c) => c.json(await listWorkspaceTags(services, c.get("viewer"), c.req.valid("query").folder_id), 200));
}
