import { createHash } from "node:crypto";

/**
 * The stored form of an idempotency key; `null` without one. It includes the request: the same key with other fields is a different request, so
 * changed input is never mistaken for a repetition.
 */
export function toStoredKey(key: string | null, request: Record<string, unknown>): string | null {
  if (key === null) return null;
  return createHash("sha256")
    .update(JSON.stringify([key, request]))
    .digest("base64url");
}

/**
 * Returns the result of an earlier request with this key, or else that of `make`. `make` returns undefined if a concurrent request with the
 * same key was faster; then the result of that one is returned. Without a key, always calls `make`.
 */
export async function makeOnce<T>(
  storedKey: string | null,
  find: (storedKey: string) => Promise<T | undefined>,
  make: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const findEarlier = async () => (storedKey === null ? undefined : find(storedKey));
  return (await findEarlier()) ?? (await make()) ?? findEarlier();
}
