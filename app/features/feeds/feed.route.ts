import { createHash } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { visitor } from "~/session/session.server";
import { readFeed } from "~/upstream/feeds.server";
import { toAtom } from "./atom.server";

/** Serves a feed to feed readers, which authenticate by the secret in the URL instead of a cookie. */
export async function loader({ request, params: { token = "" } }: LoaderFunctionArgs) {
  const { upstream } = await visitor(request);
  const result = await readFeed(upstream, token);
  if (!result.ok) {
    const status = result.status === 429 ? 429 : 503;
    return new Response(null, { status, headers: { "Retry-After": String(result.retryAfterSeconds ?? 60) } });
  }
  const atom = toAtom(result.data);
  const headers = headersOf(atom);
  return isAsBefore(request, headers) ? new Response(null, { status: 304, headers }) : new Response(atom, { headers });
}

/** Without `Last-Modified`: the entries do not tell when an article was deleted, so a reader would never learn of it. */
function headersOf(atom: string): Headers {
  return new Headers({
    "Content-Type": "application/atom+xml; charset=utf-8",
    // Stored only by the reader and revalidated each time: the owner's permissions can change at any moment.
    "Cache-Control": "private, no-cache",
    ETag: `"${createHash("sha256").update(atom).digest("base64url").slice(0, 27)}"`,
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
  });
}

/** Compressing proxies weaken ETags. */
function isAsBefore({ headers: asked }: Request, headers: Headers): boolean {
  const tags = (asked.get("If-None-Match") ?? "").split(",");
  return tags.some((tag) => tag.trim().replace(/^W\//, "") === headers.get("ETag"));
}
