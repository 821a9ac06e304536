import { parse, serialize } from "cookie";
import { cookieOptions, oneYear } from "~/http/cookies.server";
import { cookieNames } from "../../contract/cookies";
import { href } from "../../contract/paths";

/** When the newest article that this browser has shown in the stream was filed (ISO 8601). Stored only in the browser, as for folders. */
export function readSeenStream(request: Request): string | undefined {
  const text = parse(request.headers.get("Cookie") ?? "")[cookieNames.seenStream] ?? "";
  return /^[0-9a-z]{1,8}$/.test(text) ? new Date(Number.parseInt(text, 36)).toISOString() : undefined;
}

/** Since when articles count as new for the mark in the navigation. Undefined on the stream, which shows the new articles itself. */
export const unseenSince = (request: Request): string | undefined =>
  new URL(request.url).pathname === href("stream") ? undefined : readSeenStream(request);

export function keepSeenStream(newest: string): string {
  const value = Date.parse(newest).toString(36);
  return serialize(cookieNames.seenStream, value, { ...cookieOptions, maxAge: oneYear });
}
