import type { LoaderFunctionArgs } from "@remix-run/node";
import { toPersonChoices } from "~/forms/add-people.server";
import { requireSession } from "~/session/session.server";
import { listPeopleFor } from "~/upstream/folders.server";
import { listPeopleForTeam } from "~/upstream/teams.server";
import * as limits from "../../../contract/limits";

export const handle = { answersJson: true };

/** People whose names or addresses contain the typed text, to add to a folder or team. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const { searchParams } = new URL(request.url);
  const term = (searchParams.get("term") ?? "").slice(0, limits.text);
  const [folderId, teamId] = [searchParams.get("folder_id"), searchParams.get("team_id")];
  if (folderId) return Response.json(toPersonChoices(await listPeopleFor(upstream, folderId, term)));
  return Response.json(teamId ? toPersonChoices(await listPeopleForTeam(upstream, teamId, term)) : []);
}
