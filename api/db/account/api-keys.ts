import { and, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { ApiKeyScope } from "../../../contract/api-key";
import type { SignedIn, Viewer } from "../../permissions/viewer";
import { toViewer, viewerColumns } from "../auth/session";
import type { Queryable, Transaction } from "../pool";
import { apiKeys, clients, users } from "../schema";

const keyColumns = {
  id: apiKeys.id,
  name: apiKeys.name,
  start: apiKeys.start,
  scopes: apiKeys.scopes,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  lastUsedAt: apiKeys.lastUsedAt,
};

export type ApiKeyRow = Awaited<ReturnType<typeof listApiKeys>>[number];

/** The viewer's own keys that are not revoked, including expired ones, newest first. */
export const listApiKeys = (db: Queryable, viewer: Viewer) =>
  db.select(keyColumns).from(apiKeys).where(isOwn(viewer)).orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));

/** How many valid keys the viewer has. */
export const countApiKeys = (db: Queryable, viewer: Viewer): Promise<number> => db.$count(apiKeys, and(isOwn(viewer), isUnexpired));

/** The viewer's key with this secret, and whether it is revoked. */
export async function findOwnApiKey(db: Queryable, { userId }: Viewer, tokenHash: string) {
  const [key] = await db
    .select({ ...keyColumns, revokedAt: apiKeys.revokedAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), eq(apiKeys.tokenHash, tokenHash)));
  return key;
}

interface NewApiKey {
  name: string;
  tokenHash: string;
  start: string;
  scopes: ApiKeyScope[];
  days: number;
}

export async function insertApiKey(
  tx: Transaction,
  { userId, clientId }: Viewer,
  { days, ...key }: NewApiKey,
): Promise<ApiKeyRow | undefined> {
  const expiresAt = sql`now() + make_interval(days => ${days})`;
  const [made] = await tx
    .insert(apiKeys)
    .values({ ...key, userId, clientId, expiresAt })
    .returning(keyColumns);
  return made;
}

/** Revokes the viewer's own key; `undefined` if they have none with this id. */
export async function revokeApiKey(tx: Transaction, viewer: Viewer, id: string) {
  const [revoked] = await tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(isOwn(viewer), eq(apiKeys.id, id)))
    .returning({ name: apiKeys.name, start: apiKeys.start });
  return revoked;
}

/** Revokes all keys of a person; returns how many of them were valid. */
export async function revokeApiKeys(tx: Transaction, userId: string): Promise<number> {
  const { rowCount } = await tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt), isUnexpired));
  return rowCount ?? 0;
}

interface FoundApiKey {
  id: string;
  scopes: ApiKeyScope[];
  lastUsedAt: Date | null;
  holder: SignedIn;
}

/**
 * The valid key with this secret and its holder's current rights, in one statement; `undefined` if it is expired or revoked, or the account is
 * closed, "disabled" if the workspace is.
 */
export async function findApiKey(db: Queryable, tokenHash: string): Promise<FoundApiKey | "disabled" | undefined> {
  const [found] = await db
    .select({
      id: apiKeys.id,
      scopes: apiKeys.scopes,
      lastUsedAt: apiKeys.lastUsedAt,
      viewer: viewerColumns,
      passwordExpired: users.passwordExpired,
      disabledAt: clients.disabledAt,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .innerJoin(clients, eq(clients.id, apiKeys.clientId))
    .where(and(eq(apiKeys.tokenHash, tokenHash), isNull(apiKeys.revokedAt), isUnexpired, isNull(users.removedAt)));
  if (!found) return undefined;
  const { id, scopes, lastUsedAt, viewer, passwordExpired, disabledAt } = found;
  if (disabledAt) return "disabled";
  // A key has no session.
  return { id, scopes, lastUsedAt, holder: { ...toViewer({ ...viewer, sessionId: "" }), passwordExpired } };
}

/** Stores that a key is being used, unless that happened less than a minute ago. */
export async function markApiKeyUsed(db: Queryable, id: string): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, sql`now() - interval '1 minute'`))));
}

const isUnexpired = gt(apiKeys.expiresAt, sql`now()`);

const isOwn = ({ userId, clientId }: Viewer) => and(eq(apiKeys.userId, userId), eq(apiKeys.clientId, clientId), isNull(apiKeys.revokedAt));
