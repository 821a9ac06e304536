import type { LoaderFunctionArgs } from "@remix-run/node";
import { fromColors } from "~/session/branding";
import type { RouteHandle } from "../../../contract/route-handle";
import { toDeclarations } from "../../../contract/theme";

export const handle: RouteHandle = { skipsAdmission: true };

/**
 * The colours of a theme as a stylesheet, for all pages or for the editor's preview. The URL encodes the colours as hex digits, so the
 * response is immutable, needs no lookup, and cannot contain anything but colours.
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
