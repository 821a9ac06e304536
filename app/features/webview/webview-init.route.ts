import type { LoaderFunctionArgs } from "@remix-run/node";
import { localeOf } from "~/i18n/locale.server";
import { forgetLook } from "~/session/look.server";
import { signOutCookie } from "~/session/session.server";
import { createKey, keepKey, requireWebviewSecret } from "~/session/webview-key.server";
import { isOpened, webviewPage } from "./webview-page.server";

/**
 * Where an embedding app begins (specification, part 2, 2): signed out in this browser, and a key to seal a token with. The session that
 * was may be the app's own, which it signs in with again; so it is not ended in the API.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  requireWebviewSecret();
  const key = createKey();
  const headers = new Headers();
  const cookies = isOpened(request) ? [signOutCookie(), forgetLook(), keepKey(key)] : [];
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return webviewPage(request, { locale: await localeOf(request), id: "key", text: key, headers });
}
