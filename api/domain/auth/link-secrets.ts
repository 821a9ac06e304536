import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";
import type { ApiConfig } from "../../config";

/** A new secret of 256 bits for the link of a mail, and the hash that is stored instead. */
export function makeLinkSecret(): { secret: string; tokenHash: string } {
  const secret = randomBytes(32).toString("base64url");
  return { secret, tokenHash: hashLinkSecret(secret) };
}

/**
 * A new secret of 256 bits, which a repeated request, with the same `storedKey`, gets again. It is followed by those that the request got
 * if it was made before the session secret was replaced.
 */
export function makeSecretOnce(
  { sessionSecrets: [newest, ...older] }: ApiConfig,
  purpose: "feed" | "api key",
  storedKey: string | null,
): [secret: string, ...earlier: string[]] {
  if (storedKey === null) return [makeLinkSecret().secret];
  const make = (secret: string) => createHmac("sha256", secret).update(`${purpose}\0${storedKey}`).digest("base64url");
  return [make(newest), ...older.map(make)];
}

/** The stored form of a link's secret: its SHA-256 as base64url. */
export const hashLinkSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/** A password to be read and typed once: 79 bits in four groups, without characters that look alike. */
export function makeReadablePassword(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789";
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}
