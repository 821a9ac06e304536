import { z } from "zod";
import { apiKeyDays, apiKeyScopes } from "../api-key";
import * as limits from "../limits";
import { passwordSchema } from "./passwords";
import { idSchema, requiredLine, timestampSchema } from "./shared";

export const apiKeyNameSchema = requiredLine(limits.apiKeyName);

/** At least one, each once. */
export const apiKeyScopesSchema = z
  .array(z.enum(apiKeyScopes))
  .min(1)
  .max(apiKeyScopes.length)
  .transform((chosen) => apiKeyScopes.filter((scope) => chosen.includes(scope)));

/** A key with which a program calls the API as a person. Its secret is returned only on creation, because only a hash of it is stored. */
export const apiKeySchema = z
  .object({
    id: idSchema,
    name: z.string(),
    /** The beginning of the secret, to recognise it. */
    start: z.string(),
    scopes: z.array(z.enum(apiKeyScopes)),
    created_at: timestampSchema,
    expires_at: timestampSchema,
    /** Accurate to a minute; `null` if the key was never used. */
    last_used_at: timestampSchema.nullable(),
  })
  .meta({ id: "ApiKey" });

/** A new key. Repeating a request with the same `Idempotency-Key` header, fields and user returns the same key and secret. */
export const createApiKeyBodySchema = z
  .object({
    api_key: z.object({ name: apiKeyNameSchema, scopes: apiKeyScopesSchema, days: z.literal(apiKeyDays) }),
    current_password: passwordSchema,
  })
  .meta({ id: "CreateApiKey" });

/** Includes the secret, which no other call returns. */
export const createdApiKeySchema = apiKeySchema.extend({ token: z.string() }).meta({ id: "CreatedApiKey" });
