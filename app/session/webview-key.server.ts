import { createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { parse, serialize } from "cookie";
import { config } from "~/config.server";
import { cookieOptions } from "~/http/cookies.server";
import { keptSecret, parseSecrets, type Secrets } from "../../config/secrets";
import { cookieNames } from "../../contract/cookies";
import { webviewKeySeconds } from "../../contract/rest/webview";

// docs/webview.md describes what embedding apps have to do, with a test vector: keep both in sync.

const ownOptions = () => ({ ...cookieOptions, path: "/webview" });

const timeBytes = 6;
const randomBytesOfKey = 32;
const ivBytes = 12;
const tagBytes = 16;

/** Why a token is rejected; for the log. */
export type Refusal = "no key" | "expired" | "no token" | "altered or foreign" | "no session" | "used";

/** A new key. It starts with its time of creation, so that any server can tell whether it has expired. */
export function createKey(now = Date.now()): string {
  const time = Buffer.alloc(timeBytes);
  time.writeUIntBE(now, 0, timeBytes);
  return Buffer.concat([time, randomBytes(randomBytesOfKey)]).toString("base64url");
}

/** A `Set-Cookie` that stores the key until the token arrives. */
export const keepKey = (key: string) => serialize(cookieNames.webviewKey, key, { ...ownOptions(), maxAge: webviewKeySeconds });

export const dropKey = () => serialize(cookieNames.webviewKey, "", { ...ownOptions(), maxAge: 0 });

export const findKey = (request: Request): string | undefined => parse(request.headers.get("Cookie") ?? "")[cookieNames.webviewKey];

/** The digest of a used key, which the API stores instead of the key. */
export const digestOf = (key: string): string => createHash("sha256").update(key).digest("base64url");

/** Decrypts the session token that an app encrypted with this key and one of the shared secrets. */
export function openToken(
  key: string | undefined,
  sealed: string,
  secrets: Secrets,
  now = Date.now(),
): { token: string } | { refusal: Refusal } {
  if (!key) return { refusal: "no key" };
  const made = Buffer.from(key, "base64url");
  if (made.byteLength !== timeBytes + randomBytesOfKey) return { refusal: "no key" };
  const age = now - made.readUIntBE(0, timeBytes);
  if (age < 0 || age > webviewKeySeconds * 1000) return { refusal: "expired" };
  if (!/^[\w+/-]+={0,2}$/.test(sealed)) return { refusal: "no token" };
  // Node decodes both base64 alphabets.
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.byteLength <= ivBytes + tagBytes) return { refusal: "no token" };
  for (const secret of secrets) {
    try {
      const derived = Buffer.from(hkdfSync("sha256", key, secret, "", 32));
      const decipher = createDecipheriv("aes-256-gcm", derived, bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      return { token: decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, "utf8") + decipher.final("utf8") };
    } catch {
      // Encrypted with another secret, or altered.
    }
  }
  return { refusal: "altered or foreign" };
}

/** The secrets shared with embedding apps. Throws a 404 if none is configured. */
export function requireWebviewSecrets(): Secrets {
  const { secrets, secretFile } = config.webview;
  if (secrets) return secrets;
  if (!secretFile) throw new Response(null, { status: 404 });
  const parsed = parseSecrets(keptSecret(secretFile, () => randomBytes(32).toString("base64url")));
  if ("secrets" in parsed) return parsed.secrets;
  throw new Error(
    `WEBVIEW_SECRET: ${secretFile} is damaged (${parsed.problem}); correct it, or delete it, and give the embedding apps the new one`,
  );
}
