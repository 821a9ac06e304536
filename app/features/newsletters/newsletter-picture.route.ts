import type { LoaderFunctionArgs } from "@remix-run/node";
import { passOn } from "~/http/pass-on.server";
import { visitor } from "~/session/session.server";
import { openNewsletterPicture } from "~/upstream/newsletters.server";
import type { RouteHandle } from "../../../contract/route-handle";

export const handle: RouteHandle = { skipsAdmission: true };

/** A picture of a newsletter. Anyone who has its id may load it. */
export async function loader({ request, params: { pictureId = "" } }: LoaderFunctionArgs) {
  const { upstream } = await visitor(request);
  const tag = request.headers.get("If-None-Match");
  const answer = passOn(await openNewsletterPicture(upstream, pictureId, tag === null ? {} : { "If-None-Match": tag }));
  // Webmail clients load it from their own origin.
  answer.headers.set("Cross-Origin-Resource-Policy", "cross-origin");
  return answer;
}
