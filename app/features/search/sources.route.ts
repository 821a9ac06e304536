import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireSession } from "~/session/session.server";
import { listSources } from "~/upstream/choices.server";
import * as limits from "../../../contract/limits";

export const handle = { answersJson: true };

/** The names of sources that contain the typed text. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const { searchParams } = new URL(request.url);
  const name = (searchParams.get("name") ?? "").slice(0, limits.text);
  return Response.json(await listSources(upstream, { name, folderId: searchParams.get("folder_id") ?? undefined }));
}
