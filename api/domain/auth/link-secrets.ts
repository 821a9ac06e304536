import { createHash, randomBytes, randomInt } from "node:crypto";

/** A new secret of 256 bits for the link of a mail, and the hash that is stored instead. */
export function makeLinkSecret(): { secret: string; tokenHash: string } {
  const secret = randomBytes(32).toString("base64url");
  return { secret, tokenHash: hashLinkSecret(secret) };
}

/** The stored form of a link's secret: its SHA-256 as base64url. */
export const hashLinkSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/** A password to be read and typed once: 79 bits in four groups, without characters that look alike. */
export function makeReadablePassword(): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789";
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}
