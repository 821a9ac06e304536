import { parse, serialize } from "cookie";
import { cookieOptions, oneYear } from "~/http/cookies.server";
import { cookieNames } from "../../contract/cookies";
import { readTheme } from "../../contract/theme";
import type { Account } from "./account.server";
import { type Branding, fromColors, toColors } from "./branding";

// The browser stores the branding of its workspace for the sign-in page, for which the server does not know the workspace.
const none: Branding = { colors: null, logo: null };

/** The branding of a page: that of the user's workspace, or else the one stored in the browser. `headers` update the stored one. */
export function brandingOf(
  request: Request,
  client: Account["client"] | undefined,
): { branding: Branding; headers: Record<string, string> } {
  const kept = parse(request.headers.get("Cookie") ?? "")[cookieNames.branding];
  if (!client) return { branding: readBranding(kept), headers: {} };
  const branding: Branding = { colors: toColors(readTheme(client.theme)), logo: client.logo };
  const text = toText(branding);
  if (text === (kept ?? "")) return { branding, headers: {} };
  return {
    branding,
    headers: {
      "Set-Cookie": text === "" ? forgetBranding() : serialize(cookieNames.branding, text, { ...cookieOptions, maxAge: oneYear }),
    },
  };
}

/** A `Set-Cookie` that removes the stored branding. */
export const forgetBranding = () => serialize(cookieNames.branding, "", { ...cookieOptions, maxAge: 0 });

const toText = ({ colors, logo }: Branding) =>
  colors || logo ? [colors ?? "", ...(logo ? [logo.url, logo.width, logo.height] : [])].join("~") : "";

/** Validates the cookie: colours must be hex digits, and the logo's URL one of ours. */
function readBranding(text: string | undefined): Branding {
  const [colors = "", url = "", width = "", height = ""] = (text ?? "").split("~");
  const isLogo = /^\/logos\/[0-9a-f-]{1,100}\.svg$/.test(url) && [width, height].every((size) => /^[1-9]\d{0,4}$/.test(size));
  return {
    colors: fromColors(colors) ? colors : none.colors,
    logo: isLogo ? { url, width: Number(width), height: Number(height) } : none.logo,
  };
}
