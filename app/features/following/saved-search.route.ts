import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { toSearchParams } from "~/lists/search-query.server";
import { requireSession } from "~/session/session.server";
import { requireSavedSearch } from "~/upstream/follows.server";
import { href } from "../../../contract/paths";

/** Leads from the address of a saved search to its results. */
export async function loader({ request, params: { followId = "" } }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const { query } = await requireSavedSearch(upstream, followId);
  return redirect(`${href("search")}?${toSearchParams(query)}`);
}
