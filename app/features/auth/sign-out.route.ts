import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { href } from "~/paths";
import { forgetLook } from "~/session/look.server";
import { showNotice } from "~/session/notices.server";
import { findSession, keptBesideCookies, signOutCookie } from "~/session/session.server";
import { endWebview, isWebview } from "~/session/webview.server";
import { deleteSession } from "~/upstream/session.server";

/** Ends the session here and in the API; a session that is over already is no error. */
export async function action({ request }: ActionFunctionArgs) {
  const session = await findSession(request);
  const headers = new Headers();
  headers.append("Set-Cookie", signOutCookie());
  headers.append("Set-Cookie", forgetLook());
  if (isWebview(request)) headers.append("Set-Cookie", endWebview());
  headers.append("Set-Cookie", showNotice("success", "signedOut"));
  headers.set("Clear-Site-Data", keptBesideCookies);
  if (session) await deleteSession(session.upstream).catch(() => undefined);
  return redirect(href("signIn", {}), { headers });
}

/** Signing out is a post (decisions 2.3); an address typed by hand leads home. */
export const loader = () => redirect(href("home", {}));
