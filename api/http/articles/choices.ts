import { createRoute } from "@hono/zod-openapi";
import { frequentQuerySchema, frequentSchema, sourcesQuerySchema, sourcesSchema } from "../../../contract/rest/choices";
import { listFrequent, listSources } from "../../domain/articles/choices";
import type { Services } from "../../services";
import type { Api } from "../context";
import { invalid, json, refusals } from "../openapi";

const sourcesRoute = createRoute({
  method: "get",
  path: "/sources",
  summary: "Sources of the visible articles, by name",
  tags: ["contents"],
  request: { query: sourcesQuerySchema },
  responses: { 200: json(sourcesSchema, "The first hundred."), ...invalid, ...refusals(401) },
});

const frequentRoute = createRoute({
  method: "get",
  path: "/contents/frequent",
  summary: "The most frequent tags and countries of the newest visible articles",
  tags: ["contents"],
  request: { query: frequentQuerySchema },
  responses: { 200: json(frequentSchema, "Slugs of tags and codes of countries."), ...invalid, ...refusals(401) },
});

/** Must be registered before `/contents/{id}`, which would match `frequent` as an id. */
export function registerChoices(api: Api, services: Services): void {
  api.openapi(sourcesRoute, async (c) => {
    const { name, folder_id } = c.req.valid("query");
    const names = await listSources(services, c.get("viewer"), { name: name ?? "", folderId: folder_id });
    return c.json(
      names.map((source) => ({ name: source })),
      200,
    );
  });
  api.openapi(frequentRoute, async (c) => c.json(await listFrequent(services, c.get("viewer"), c.req.valid("query").folder_id), 200));
}
