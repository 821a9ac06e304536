import { createHash } from "node:crypto";

/**
 * What is stored of a person's key. It stands for one request: the same key with other fields is another one, so that nothing that
 * was typed is taken for what was saved before. `null` without a key.
 */
export function toStoredKey(key: string | null, request: Record<string, unknown>): string | null {
  if (key === null) return null;
  return createHash("sha256")
    .update(JSON.stringify([key, request]))
    .digest("base64url");
}

/**
 * What this key made before, else what `make` makes now; when that is nothing, because the same key was faster, what that one made.
 * Without a key it is made each time.
 */
export async function makeOnce<T>(
  storedKey: string | null,
  find: (storedKey: string) => Promise<T | undefined>,
  make: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const findEarlier = async () => (storedKey === null ? undefined : find(storedKey));
  return (await findEarlier()) ?? (await make()) ?? findEarlier();
}
