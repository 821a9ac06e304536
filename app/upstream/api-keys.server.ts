import { z } from "zod";
import type { ApiKeyScope, apiKeyDays } from "../../contract/api-key";
import { apiKeySchema, createdApiKeySchema } from "../../contract/rest/api-keys";
import type { Upstream } from "./client.server";

export interface ApiKeyFields {
  name: string;
  scopes: ApiKeyScope[];
  days: (typeof apiKeyDays)[number];
}

/** The user's own keys, newest first. */
export const listApiKeys = (upstream: Upstream) => upstream.get("/api_keys", z.array(apiKeySchema));

/** Creates a key. Only this call returns its secret. */
export const createApiKey = (upstream: Upstream, apiKey: ApiKeyFields, currentPassword: string, idempotencyKey?: string) =>
  upstream.write("POST", "/api_keys", createdApiKeySchema, { apiKey, currentPassword }, { idempotencyKey });

/** Invalidates a key. */
export const revokeApiKey = (upstream: Upstream, id: string) =>
  upstream.write("DELETE", `/api_keys/${encodeURIComponent(id)}`, z.undefined());
