import type { LoaderFunctionArgs } from "@remix-run/node";
import { toPersonChoices } from "~/forms/add-people.server";
import { requireSession } from "~/session/session.server";
import { findPeopleFor } from "~/upstream/folders.server";
import { findPeopleForTeam } from "~/upstream/teams.server";
import * as limits from "../../../contract/limits";

export const handle = { answersJson: true };

/** People whose names or addresses contain the typed text, to add to a folder or team. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const { searchParams } = new URL(request.url);
  const term = (searchParams.get("term") ?? "").slice(0, limits.text);
  const [folderId, teamId] = [searchParams.get("folder_id"), searchParams.get("team_id")];
  if (!folderId && !teamId) return Response.json([]);
  const found = folderId ? await findPeopleFor(upstream, folderId, term) : await findPeopleForTeam(upstream, teamId ?? "", term);
  if (!found.ok) throw new Response(null, { status: found.status });
  return Response.json(toPersonChoices(found.data));
}
