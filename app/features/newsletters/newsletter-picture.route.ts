import type { LoaderFunctionArgs } from "@remix-run/node";
import { passOn } from "~/http/pass-on.server";
import { visitor } from "~/session/session.server";
import { openNewsletterPicture } from "~/upstream/newsletters.server";
import type { RouteHandle } from "../../../contract/route-handle";

export const handle: RouteHandle = { skipsAdmission: true };

/** A picture of a newsletter, for whoever has its id. */
export async function loader({ request, params: { pictureId = "" } }: LoaderFunctionArgs) {
  const { upstream } = await visitor(request);
  const tag = request.headers.get("If-None-Match");
  const answer = passOn(await openNewsletterPicture(upstream, pictureId, tag === null ? {} : { "If-None-Match": tag }));
  // Mails are read in the browser on pages of others.
  answer.headers.set("Cross-Origin-Resource-Policy", "cross-origin");
  return answer;
}
