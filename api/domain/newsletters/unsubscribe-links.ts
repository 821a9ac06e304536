import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Services } from "../../services";
import { isId } from "../ids";

interface Subscription {
  folderId: string;
  userId: string;
}

const signatureBytes = 16;

/** The secret of a newsletter's unsubscribe link. It is signed and not stored, so that it works even after the newsletter is deleted. */
export function makeUnsubscribeToken({ config }: Pick<Services, "config">, subscription: Subscription): string {
  const ids = toBytes(subscription);
  return Buffer.concat([ids, sign(config.sessionSecret, ids)]).toString("base64url");
}

/** The subscription of a link; undefined if its signature is wrong. */
export function readUnsubscribeToken({ config }: Pick<Services, "config">, token: string): Subscription | undefined {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== 32 + signatureBytes || bytes.toString("base64url") !== token) return undefined;
  const ids = bytes.subarray(0, 32);
  if (!timingSafeEqual(sign(config.sessionSecret, ids), bytes.subarray(32))) return undefined;
  const [folderId = "", userId = ""] = [ids.subarray(0, 16), ids.subarray(16)].map(toId);
  return isId(folderId) && isId(userId) ? { folderId, userId } : undefined;
}

const toBytes = ({ folderId, userId }: Subscription): Buffer => Buffer.from((folderId + userId).replaceAll("-", ""), "hex");

const toId = (bytes: Buffer): string => bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** With its own key, so that signatures of sessions are not valid for links. */
function sign(secret: string, ids: Buffer): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "unsubscribe", 32));
  return createHmac("sha256", key).update(ids).digest().subarray(0, signatureBytes);
}
