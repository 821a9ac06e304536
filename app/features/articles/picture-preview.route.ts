import type { LoaderFunctionArgs } from "@remix-run/node";
import { passOn } from "~/http/pass-on.server";
import { requireSession } from "~/session/session.server";
import { openPicturePreview } from "~/upstream/imports.server";
import { sourceUrlSchema } from "../../../contract/rest/source-url";

/** A thumbnail of a picture on a page being imported. The API fetches it, so that the browser contacts no third party. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const url = sourceUrlSchema.safeParse(new URL(request.url).searchParams.get("url"));
  if (!url.success) throw new Response(null, { status: 404 });
  return passOn(await openPicturePreview(upstream, url.data));
}
