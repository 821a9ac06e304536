import { parse, serialize } from "cookie";
import { cookieOptions, oneYear } from "~/http/cookies.server";
import { cookieNames } from "../../contract/cookies";
import { readTheme } from "../../contract/theme";
import type { Account } from "./account.server";
import { fromColors, type Look, toColors } from "./look";

// A browser keeps how its workspace looks, for the sign-in page of whoever comes back. On the server nobody would know which it is.
const none: Look = { colors: null, logo: null };

/** How this page looks: as the workspace of who is signed in, else as that of who was last and did not sign out; and what the browser is to keep. */
export function lookOf(request: Request, client: Account["client"] | undefined): { look: Look; headers: Record<string, string> } {
  const kept = parse(request.headers.get("Cookie") ?? "")[cookieNames.look];
  if (!client) return { look: readLook(kept), headers: {} };
  const look: Look = { colors: toColors(readTheme(client.theme)), logo: client.logo };
  const text = toText(look);
  if (text === (kept ?? "")) return { look, headers: {} };
  return {
    look,
    headers: { "Set-Cookie": text === "" ? forgetLook() : serialize(cookieNames.look, text, { ...cookieOptions, maxAge: oneYear }) },
  };
}

/** A `Set-Cookie` that removes it; signing out clears the theme. */
export const forgetLook = () => serialize(cookieNames.look, "", { ...cookieOptions, maxAge: 0 });

const toText = ({ colors, logo }: Look) =>
  colors || logo ? [colors ?? "", ...(logo ? [logo.url, logo.width, logo.height] : [])].join("~") : "";

/** Nothing in a cookie is trusted: colours are digits, and a logo is one of ours. */
function readLook(text: string | undefined): Look {
  const [colors = "", url = "", width = "", height = ""] = (text ?? "").split("~");
  const isLogo = /^\/logos\/[0-9a-f-]{1,100}\.svg$/.test(url) && [width, height].every((size) => /^[1-9]\d{0,4}$/.test(size));
  return {
    colors: fromColors(colors) ? colors : none.colors,
    logo: isLogo ? { url, width: Number(width), height: Number(height) } : none.logo,
  };
}
