import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Services } from "../services";
import { isId } from "./ids";

/** Each purpose has its own key, so that a link is valid for nothing else. */
type Purpose = "unsubscribe" | "unsubscribe-subscriber" | "confirm-subscriber" | "notification-mails" | "digest";

const idBytes = 16;
const signatureBytes = 16;

/** The secret of a link about these ids. It is signed and not stored, so that it works even after the mail's subject is deleted. */
export function signIds({ config }: Pick<Services, "config">, purpose: Purpose, ids: readonly string[]): string {
  const [newest] = config.sessionSecrets;
  const bytes = Buffer.from(ids.join("").replaceAll("-", ""), "hex");
  return Buffer.concat([bytes, sign(newest, purpose, bytes)]).toString("base64url");
}

/** The ids of a link; undefined if its signature is wrong. */
export function readSignedIds({ config }: Pick<Services, "config">, purpose: Purpose, token: string): string[] | undefined {
  const bytes = Buffer.from(token, "base64url");
  const end = bytes.length - signatureBytes;
  if (end < idBytes || end % idBytes !== 0 || bytes.toString("base64url") !== token) return undefined;
  const signed = bytes.subarray(0, end);
  const signature = bytes.subarray(end);
  if (!config.sessionSecrets.some((secret) => timingSafeEqual(sign(secret, purpose, signed), signature))) return undefined;
  const ids = Array.from({ length: end / idBytes }, (_, at) => toId(signed.subarray(at * idBytes, (at + 1) * idBytes)));
  return ids.every(isId) ? ids : undefined;
}

const toId = (bytes: Buffer): string => bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

function sign(secret: string, purpose: Purpose, ids: Buffer): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
  return createHmac("sha256", key).update(ids).digest().subarray(0, signatureBytes);
}
