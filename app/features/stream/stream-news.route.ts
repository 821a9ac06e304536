import type { LoaderFunctionArgs } from "@remix-run/node";
import { readSeenStream } from "~/session/seen-stream.server";
import { requireToken } from "~/session/session.server";
import { countNews } from "~/upstream/news.server";
import type { RouteHandle } from "../../../contract/route-handle";

export const handle: RouteHandle = { isPolled: true };

/**
 * Counts the articles that others have filed since the stream was shown; a `!` after the number means unread notifications, and 204 neither.
 * Every open window polls this.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream } = await requireToken(request);
  const after = readMoment(new URL(request.url).searchParams.get("after")) ?? readSeenStream(request);
  // Where nothing was shown yet, nothing is new.
  const { count, unread } = await countNews(upstream, after ?? new Date().toISOString());
  // `isPolled` omits most default headers, and Content-Length avoids chunked encoding: a third fewer bytes per response.
  const headers = { "Cache-Control": "no-store" };
  if (count === 0 && !unread) return new Response(null, { status: 204, headers });
  const text = `${count}${unread ? "!" : ""}`;
  return new Response(text, { headers: { ...headers, "Content-Type": "text/plain", "Content-Length": String(text.length) } });
}

const readMoment = (text: string | null) =>
  text && /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
