import type { LoaderFunctionArgs } from "@remix-run/node";
import { passOn } from "~/http/pass-on.server";
import { visitor } from "~/session/session.server";
import { openLogo } from "~/upstream/workspace.server";
import type { RouteHandle } from "../../../contract/route-handle";

export const handle: RouteHandle = { skipsAdmission: true };

/** The logo of a workspace. It needs no session, because the sign-in page shows it too. */
export async function loader({ request, params: { file = "" } }: LoaderFunctionArgs) {
  const { upstream } = await visitor(request);
  return passOn(await openLogo(upstream, file));
}
