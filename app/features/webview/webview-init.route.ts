import type { LoaderFunctionArgs } from "@remix-run/node";
import { localeOf } from "~/i18n/locale.server";
import { forgetBranding } from "~/session/branding.server";
import { endSession, signOutCookie } from "~/session/session.server";
import { isWebview } from "~/session/webview.server";
import { createKey, keepKey, requireWebviewSecrets } from "~/session/webview-key.server";
import { isOpened, webviewPage } from "./webview-page.server";

/**
 * The first step of an embedding app: signs out, and creates a key for encrypting a token. A session started by an app is not ended in
 * the API, because the app may sign in with the same token again.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  requireWebviewSecrets();
  const key = createKey();
  const headers = new Headers();
  if (isOpened(request) && !isWebview(request)) await endSession(request);
  const cookies = isOpened(request) ? [signOutCookie(), forgetBranding(), keepKey(key)] : [];
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return webviewPage(request, { locale: await localeOf(request), id: "key", text: key, headers });
}
