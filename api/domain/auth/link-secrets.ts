import { createHash, randomBytes, randomInt } from "node:crypto";

/** A new secret for the link of a mail, 256 bits, and the hash that is stored in its place. */
export function makeLinkSecret(): { secret: string; tokenHash: string } {
  const secret = randomBytes(32).toString("base64url");
  return { secret, tokenHash: hashLinkSecret(secret) };
}

/** What a link's secret is found by: its SHA-256, as base64url. */
export const hashLinkSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/** A password to be read and typed once: 79 bits in four groups, without characters that look alike. */
export function makeReadablePassword(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789";
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}
