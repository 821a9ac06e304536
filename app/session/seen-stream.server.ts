import { parse, serialize } from "cookie";
import { cookieOptions, oneYear } from "~/http/cookies.server";
import { href } from "~/paths";
import { cookieNames } from "../../contract/cookies";

/** When the newest article was filed that this browser's stream has shown, ISO 8601. The browser alone keeps it, as with folders. */
export function readSeenStream(request: Request): string | undefined {
  const text = parse(request.headers.get("Cookie") ?? "")[cookieNames.seenStream] ?? "";
  return /^[0-9a-z]{1,8}$/.test(text) ? new Date(Number.parseInt(text, 36)).toISOString() : undefined;
}

/** Since when articles are new to this browser, for the mark in the navigation; the stream itself shows what is new. */
export const unseenSince = (request: Request): string | undefined =>
  new URL(request.url).pathname === href("stream", {}) ? undefined : readSeenStream(request);

/** A `Set-Cookie` that keeps it. */
export function keepSeenStream(newest: string): string {
  const value = Date.parse(newest).toString(36);
  return serialize(cookieNames.seenStream, value, { ...cookieOptions, maxAge: oneYear });
}
