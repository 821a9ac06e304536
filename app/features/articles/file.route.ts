import type { LoaderFunctionArgs } from "@remix-run/node";
import { passOn } from "~/http/pass-on.server";
import { requireSession } from "~/session/session.server";
import { framesOf } from "~/session/webview.server";
import { openAttachment } from "~/upstream/attachments.server";
import { variantSchema } from "../../../contract/rest/attachments";
import type { RouteHandle } from "../../../contract/route-handle";

export const handle: RouteHandle = { skipsAdmission: true };

/** An attachment, for users who may see the article. */
export async function loader({ request, params: { attachmentId = "", variant } }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const known = variantSchema.safeParse(variant);
  if (!known.success) throw new Response(null, { status: 404 });
  const headers = Object.fromEntries(
    ["If-None-Match", "Range", "If-Range"].flatMap((name) => (request.headers.has(name) ? [[name, request.headers.get(name) ?? ""]] : [])),
  );
  return passOn(await openAttachment(upstream, attachmentId, known.data, headers), { frames: framesOf(request) });
}
