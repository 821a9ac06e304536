import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireSession } from "~/session/session.server";
import { listFolderTags } from "./article-form.server";

export const handle = { answersJson: true };

/** The most frequent tags of a folder, for the article form when another folder is chosen. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  return Response.json(await listFolderTags(upstream, new URL(request.url).searchParams.get("folder_id") ?? ""));
}
