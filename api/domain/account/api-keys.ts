import type { z } from "zod";
import { apiKeyPrefix } from "../../../contract/api-key";
import * as limits from "../../../contract/limits";
import type { createApiKeyBodySchema } from "../../../contract/rest/api-keys";
import * as store from "../../db/account/api-keys";
import { lockAccount } from "../../db/auth/accounts";
import { inTransaction, type Transaction } from "../../db/pool";
import { scopesFor } from "../../permissions/api-key-scopes";
import type { SignedIn, Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { hashLinkSecret, makeSecretOnce } from "../auth/link-secrets";
import { ApiKeyRefused, ClientDisabled, InvalidFields, NotFound, ScopeMissing } from "../errors";
import { toStoredKey } from "../idempotency";
import { requireId } from "../ids";
import { requirePermission } from "../require-permission";
import { record } from "../workspace/audit";
import { requireOwnPassword, wrongPassword } from "./own-password";

export type ApiKey = store.ApiKeyRow;
export type ApiKeyInput = z.output<typeof createApiKeyBodySchema>["api_key"];

/** Characters of a key that are stored: the prefix and 24 of its 256 random bits. */
const startLength = apiKeyPrefix.length + 4;
/** Milliseconds between updates of the time of last use. */
const usedMs = 60_000;

export const isApiKey = (token: string | undefined): token is string => token?.startsWith(apiKeyPrefix) ?? false;

/** The viewer's keys that are not revoked, newest first; expired ones for a month. */
export const listApiKeys = ({ database }: Services, viewer: Viewer): Promise<ApiKey[]> => store.listApiKeys(database.db, viewer);

/**
 * Creates a key and returns its secret, which is not stored. A repeated request with the same idempotency key and fields returns the same key,
 * or throws `NotFound` if it was revoked since. Throws `NotAllowed` if the viewer may not read the audit log and the key should,
 * `InvalidFields` for a wrong password or too many keys, and `RateLimitReached`.
 */
export async function createApiKey(
  services: Services,
  viewer: Viewer,
  { currentPassword, ...input }: ApiKeyInput & { currentPassword: string },
  idempotencyKey: string | null,
): Promise<ApiKey & { token: string }> {
  const { config, database } = services;
  if (input.scopes.includes("audit")) requirePermission(viewer, "log:read", { clientId: viewer.clientId });
  const passwordHash = await requireOwnPassword(services, viewer, currentPassword);
  const tokens = makeSecretOnce(config, "api key", toStoredKey(idempotencyKey, { ...input, by: viewer.userId })).map(
    (secret) => `${apiKeyPrefix}${secret}`,
  );
  const [token = ""] = tokens;
  const key = await inTransaction(database, async (tx) => {
    // The lock makes requests at the same time count each other's keys, and a new password revoke this one.
    if ((await lockAccount(tx, viewer.userId))?.passwordHash !== passwordHash) throw new InvalidFields(wrongPassword);
    for (const given of tokens) {
      const earlier = await store.findOwnApiKey(tx, viewer, hashLinkSecret(given));
      if (earlier) return earlier.revokedAt ? undefined : { ...earlier, token: given };
    }
    if ((await store.countApiKeys(tx, viewer)) >= limits.apiKeysPerUser) {
      throw new InvalidFields({ name: [{ key: "tooMany", values: { max: limits.apiKeysPerUser } }] });
    }
    const made = await store.insertApiKey(tx, viewer, { ...input, tokenHash: hashLinkSecret(token), start: token.slice(0, startLength) });
    if (made) await record(tx, viewer, { kind: "apiKeyCreated", key: made.name, start: made.start, scopes: made.scopes });
    return made && { ...made, token };
  });
  if (!key) throw new NotFound();
  return key;
}

/** Revokes one of the viewer's keys; programs that use it are refused at once. Throws `NotFound`. */
export async function revokeApiKey({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  const keyId = requireId(id);
  await inTransaction(database, async (tx) => {
    const revoked = await store.revokeApiKey(tx, viewer, keyId);
    if (!revoked) throw new NotFound();
    await record(tx, viewer, { kind: "apiKeyRevoked", key: revoked.name, start: revoked.start });
  });
}

/** Revokes all keys of a person who may fear that somebody else has access. */
export async function revokeApiKeys(tx: Transaction, person: { clientId: string; userId: string }): Promise<void> {
  if ((await store.revokeApiKeys(tx, person.userId)) > 0) await record(tx, person, { kind: "apiKeysRevoked" });
}

interface KeyedCall {
  /** Method and pattern of the path. */
  operation: string;
  /** The client's address; undefined without a trusted proxy. */
  address: string | undefined;
}

/**
 * The person in whose name a program calls the API, as stored now. Throws `ApiKeyRefused` and `ClientDisabled`, `ScopeMissing` if the key is not for
 * this operation, and `RateLimitReached`.
 */
export async function requireKeyHolder(services: Services, token: string, { operation, address }: KeyedCall): Promise<SignedIn> {
  const { database, rateLimits } = services;
  const key = await store.findApiKey(database.db, hashLinkSecret(token));
  if (!key) {
    await rateLimits.consume({ "api-key-address": address });
    throw new ApiKeyRefused();
  }
  if (key === "disabled") throw new ClientDisabled();
  await rateLimits.consume({ "api-key": key.id, "api-key-writes": operation.startsWith("GET ") ? undefined : key.id });
  if (!scopesFor(operation).some((scope) => key.scopes.includes(scope))) throw new ScopeMissing();
  if (!key.lastUsedAt || key.lastUsedAt.getTime() < Date.now() - usedMs) await store.markApiKeyUsed(database.db, key.id);
  return key.holder;
}
