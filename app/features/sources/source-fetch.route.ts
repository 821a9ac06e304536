import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { config } from "~/config.server";
import { requireProduct } from "~/http/product.server";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { thrownRefusal } from "~/upstream/failure.server";
import { fetchSource } from "~/upstream/sources.server";
import { href } from "../../../contract/paths";

export const loader = ({ params }: ActionFunctionArgs) => {
  requireProduct(params.product);
  return redirect(sourceHref(params));
};

/** Fetches a source at once. */
export async function action({ request, params }: ActionFunctionArgs) {
  requireProduct(params.product);
  const { upstream } = await requireSession(request);
  const result = await fetchSource(upstream, params.sourceId ?? "");
  if (!result.ok) throw thrownRefusal(result);
  return redirectWithFlash(sourceHref(params), "sourceFetched");
}

const sourceHref = ({ folderId = "", sourceId = "" }: ActionFunctionArgs["params"]) =>
  href("source", { product: config.product.slug, folderId, sourceId });
