import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Services } from "../services";
import { readSignedIds, signIds } from "./signed-ids";

const withSecrets = (...sessionSecrets: [string, ...string[]]) => ({ config: { sessionSecrets } }) as unknown as Pick<Services, "config">;
const [old, newer] = ["o".repeat(32), "n".repeat(32)] as const;
const purposes = ["unsubscribe", "unsubscribe-subscriber", "confirm-subscriber", "notification-mails", "digest"] as const;

test.each(purposes)("a link to %s is valid while its secret is one of those configured, and new links use the newest", (purpose) => {
  const ids = [randomUUID(), randomUUID()];
  const link = signIds(withSecrets(old), purpose, ids);
  const rotated = withSecrets(newer, old);
  expect(readSignedIds(rotated, purpose, link)).toEqual(ids);
  expect(readSignedIds(withSecrets(newer), purpose, link)).toBeUndefined();
  expect(readSignedIds(withSecrets(newer), purpose, signIds(rotated, purpose, ids))).toEqual(ids);
  for (const other of purposes.filter((name) => name !== purpose)) expect(readSignedIds(rotated, other, link)).toBeUndefined();
});
