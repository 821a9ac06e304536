import type { LoaderFunctionArgs } from "@remix-run/node";
import { readSeenStream } from "~/session/seen-stream.server";
import { requireToken } from "~/session/session.server";
import { countNews } from "~/upstream/news.server";
import type { RouteHandle } from "../../../contract/route-handle";

export const handle: RouteHandle = { isPolled: true };

/** How many articles others filed since this stream was shown, in a few bytes; 204 for none, as every open window asks again and again. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream } = await requireToken(request);
  const after = readMoment(new URL(request.url).searchParams.get("after")) ?? readSeenStream(request);
  const count = after === undefined ? 0 : await countNews(upstream, after);
  // With a policy of its own it gets no second one for old browsers, and with a length no frames: a third less on the wire.
  const headers = { "Cache-Control": "no-store" };
  if (count === 0) return new Response(null, { status: 204, headers });
  const text = String(count);
  return new Response(text, { headers: { ...headers, "Content-Type": "text/plain", "Content-Length": String(text.length) } });
}

const readMoment = (text: string | null) =>
  text && /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
