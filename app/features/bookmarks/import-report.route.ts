import type { LoaderFunctionArgs } from "@remix-run/node";
import { passOn } from "~/http/pass-on.server";
import { requireProduct } from "~/http/product.server";
import { requireSession } from "~/session/session.server";
import { openBookmarkReport } from "~/upstream/bookmarks.server";

/** Streams what was not filed as a file for spreadsheets. */
export async function loader({ request, params: { product, importId = "" } }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  requireProduct(product);
  return passOn(await openBookmarkReport(upstream, importId));
}
