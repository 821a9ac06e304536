import type { LoaderFunctionArgs } from "@remix-run/node";
import { passOn } from "~/http/pass-on.server";
import { readListState } from "~/lists/list-state.server";
import { requireSession } from "~/session/session.server";
import { openBookmarkFile } from "~/upstream/bookmarks.server";
import { bookmarkFileFormats } from "../../../contract/rest/bookmarks";

/** Streams the articles of a list, whose query is in the address, as a file of bookmarks. */
export async function loader({ request, params: { format } }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const known = bookmarkFileFormats.find((name) => name === format);
  if (!known) throw new Response(null, { status: 404 });
  return passOn(await openBookmarkFile(upstream, known, readListState(request).query));
}
