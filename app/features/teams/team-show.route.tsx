import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { href } from "~/paths";
import { requireSession } from "~/session/session.server";
import { requireTeam } from "~/upstream/teams.server";

/** Redirects to the settings, the first page of a team. */
export async function loader({ request, params: { teamId = "" } }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const { id } = await requireTeam(upstream, teamId);
  return redirect(href("teamSettings", { teamId: id }));
}

/** Never shown: without a component, errors of the loader would have no page. */
export default function TeamShow() {
  return null;
}
