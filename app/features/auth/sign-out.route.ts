import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { href } from "~/paths";
import { forgetLook } from "~/session/look.server";
import { showNotice } from "~/session/notices.server";
import { endSession, keptBesideCookies, signOutCookie } from "~/session/session.server";
import { endWebview, isWebview } from "~/session/webview.server";

/** Ends the session in the API and here; where the API does not do it, here alone, and whoever signs out is told. */
export async function action({ request }: ActionFunctionArgs) {
  const isOver = await endSession(request);
  const headers = new Headers();
  headers.append("Set-Cookie", signOutCookie());
  headers.append("Set-Cookie", forgetLook());
  if (isWebview(request)) headers.append("Set-Cookie", endWebview());
  headers.append("Set-Cookie", isOver ? showNotice("success", "signedOut") : showNotice("error", "signedOutHere"));
  headers.set("Clear-Site-Data", keptBesideCookies);
  return redirect(href("signIn", {}), { headers });
}

/** Signing out is a post; a GET changes nothing and redirects home. */
export const loader = () => redirect(href("home", {}));
