import { createRoute, z } from "@hono/zod-openapi";
import { countrySchema } from "../../../contract/rest/countries";
import { listCountries } from "../../domain/articles/countries";
import type { Api } from "../context";
import { json, refusals } from "../openapi";

const listRoute = createRoute({
  method: "get",
  path: "/countries",
  summary: "All countries, named and sorted in the language of the request",
  tags: ["countries"],
  responses: { 200: json(z.array(countrySchema), "All of them."), ...refusals(401) },
});

export function registerCountries(api: Api): void {
  api.openapi(listRoute, (c) => c.json(listCountries(c.get("locale")), 200));
}
