import { createRoute, z } from "@hono/zod-openapi";
import { apiKeySchema, createApiKeyBodySchema, createdApiKeySchema } from "../../../contract/rest/api-keys";
import { createApiKey, listApiKeys, revokeApiKey } from "../../domain/account/api-keys";
import type { Services } from "../../services";
import type { Api } from "../context";
import { idempotencyHeaders, keyOf } from "../idempotency";
import { idParams, invalid, json, jsonBody, refusals } from "../openapi";
import { toAnswer } from "../to-answer";

const tags = ["users"];

const listRoute = createRoute({
  method: "get",
  path: "/api_keys",
  summary: "The caller's API keys that are not revoked, newest first",
  tags,
  responses: { 200: json(z.array(apiKeySchema), "All of them, without their secrets."), ...refusals(401) },
});

const createKeyRoute = createRoute({
  method: "post",
  path: "/api_keys",
  summary: "Create an API key",
  tags,
  request: { headers: idempotencyHeaders, body: jsonBody(createApiKeyBodySchema) },
  responses: {
    201: json(createdApiKeySchema, "The new key with its secret, or the one that this idempotency key created."),
    ...invalid,
    ...refusals(400, 401, 403, 404, 413, 429),
  },
});

const revokeRoute = createRoute({
  method: "delete",
  path: "/api_keys/{id}",
  summary: "Revoke one of the caller's API keys",
  tags,
  request: { params: idParams },
  responses: { 204: { description: "It is invalid from now on." }, ...refusals(401, 404) },
});

export function registerApiKeys(api: Api, services: Services): void {
  api.openapi(listRoute, async (c) => {
    const keys = await listApiKeys(services, c.get("viewer"));
    return c.json(
      keys.map((key) => toAnswer(apiKeySchema, key)),
      200,
    );
  });

  api.openapi(createKeyRoute, async (c) => {
    const { api_key: fields, current_password: currentPassword } = c.req.valid("json");
    const created = await createApiKey(services, c.get("viewer"), { ...fields, currentPassword }, keyOf(c.req.valid("header")));
    return c.json(toAnswer(createdApiKeySchema, created), 201);
  });

  api.openapi(revokeRoute, async (c) => {
    await revokeApiKey(services, c.get("viewer"), c.req.valid("param").id);
    return c.body(null, 204);
  });
}
