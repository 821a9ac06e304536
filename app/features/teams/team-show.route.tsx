import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireSession } from "~/session/session.server";
import { requireTeam } from "~/upstream/teams.server";
import { href } from "../../../contract/paths";

/** Redirects to the settings, the first page of a team. */
export async function loader({ request, params: { teamId = "" } }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const { id } = await requireTeam(upstream, teamId);
  return redirect(href("teamSettings", { teamId: id }));
}

/** Never rendered, but a route without a component has no page for its loader's errors. */
export default function TeamShow() {
  return null;
}
