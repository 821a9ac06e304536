import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { href } from "~/paths";
import { requireSession } from "~/session/session.server";
import { requireTeam } from "~/upstream/teams.server";

/** A team begins with its settings (specification, part 2, 2). */
export async function loader({ request, params: { teamId = "" } }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const { id } = await requireTeam(upstream, teamId);
  return redirect(href("teamSettings", { teamId: id }));
}
