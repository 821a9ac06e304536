import type { LoaderFunctionArgs } from "@remix-run/node";
import { fromColors } from "~/session/look";
import type { RouteHandle } from "../../../contract/route-handle";
import { toDeclarations } from "../../../contract/theme";

export const handle: RouteHandle = { skipsAdmission: true };

/**
 * The colours of a theme as a stylesheet of their own, for every page, or for the preview of the editor. They stand in the address, as digits: so
 * it never changes, asks nobody, and can hold nothing but colours.
 */
export function loader({ params: { file = "" } }: LoaderFunctionArgs) {
  const [, colors = "", preview] = /^([0-9a-f]+)(\.preview)?\.css$/.exec(file) ?? [];
  const theme = fromColors(colors);
  if (!theme) throw new Response(null, { status: 404 });
  return new Response(`${preview ? ".theme-scope" : ":root"}{${toDeclarations(theme)}}`, {
    headers: {
      "Content-Type": "text/css; charset=utf-8",
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
