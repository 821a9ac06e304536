import type { LoaderFunctionArgs } from "@remix-run/node";
import { passOn } from "~/http/pass-on.server";
import { visitor } from "~/session/session.server";
import { openLogo } from "~/upstream/workspace.server";
import type { RouteHandle } from "../../../contract/route-handle";

export const handle: RouteHandle = { skipsAdmission: true };

/** The logo of a workspace, for whoever has its address: it stands on the sign-in page too. */
export async function loader({ request, params: { file = "" } }: LoaderFunctionArgs) {
  const { upstream } = await visitor(request);
  return passOn(await openLogo(upstream, file));
}
