import { createHash } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { visitor } from "~/session/session.server";
import { type FeedContents, readFeed } from "~/upstream/feeds.server";
import { findUpdated, toAtom } from "./atom.server";

/** A feed for whoever has its secret: readers bring no cookie. */
export async function loader({ request, params: { token = "" } }: LoaderFunctionArgs) {
  const { upstream } = await visitor(request);
  const result = await readFeed(upstream, token);
  if (!result.ok) {
    const status = result.status === 429 ? 429 : 503;
    return new Response(null, { status, headers: { "Retry-After": String(result.retryAfterSeconds ?? 60) } });
  }
  const atom = toAtom(result.data);
  const headers = headersOf(atom, result.data);
  return isAsBefore(request, headers) ? new Response(null, { status: 304, headers }) : new Response(atom, { headers });
}

function headersOf(atom: string, feed: FeedContents): Headers {
  const updated = findUpdated(feed);
  return new Headers({
    "Content-Type": "application/atom+xml; charset=utf-8",
    // Kept by the reader alone, and asked for each time: what its owner may see can change at any moment.
    "Cache-Control": "private, no-cache",
    ETag: `"${createHash("sha256").update(atom).digest("base64url").slice(0, 27)}"`,
    ...(updated ? { "Last-Modified": new Date(updated).toUTCString() } : {}),
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
  });
}

/** The date counts only where no tag is given (RFC 9110, 13.2.2). A proxy that compresses makes a tag weak. */
function isAsBefore({ headers: asked }: Request, headers: Headers): boolean {
  const tags = asked.get("If-None-Match");
  if (tags !== null) return tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === headers.get("ETag"));
  const since = Date.parse(asked.get("If-Modified-Since") ?? "");
  return since >= Date.parse(headers.get("Last-Modified") ?? "");
}
