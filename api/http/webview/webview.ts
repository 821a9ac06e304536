import { createRoute } from "@hono/zod-openapi";
import { usedKeySchema } from "../../../contract/rest/webview";
import { useKey } from "../../domain/webview/webview";
import type { Services } from "../../services";
import type { Api } from "../context";
import { invalid, jsonBody, refusals } from "../openapi";

const useRoute = createRoute({
  method: "post",
  path: "/webview_keys",
  summary: "Use up the key with which an embedding app signs a person in; valid once",
  tags: ["session"],
  request: { body: jsonBody(usedKeySchema) },
  responses: { 204: { description: "It was unused." }, ...refusals(400, 401, 409, 413), ...invalid },
});

export function registerWebview(api: Api, services: Services): void {
  api.openapi(useRoute, async (c) => {
    await useKey(services, c.get("viewer"), c.req.valid("json").digest);
    return c.body(null, 204);
  });
}
