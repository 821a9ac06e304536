import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { forgetBranding } from "~/session/branding.server";
import { redirectWithFlash } from "~/session/flash.server";
import { forgetSearches } from "~/session/last-searches.server";
import { clearSiteData, endSession, signOutCookie } from "~/session/session.server";
import { endWebview, isWebview } from "~/session/webview.server";
import { href } from "../../../contract/paths";

/** Ends the session in the API and in this browser. If the API is unavailable, ends it in this browser only and says so. */
export async function action({ request }: ActionFunctionArgs) {
  const isOver = await endSession(request);
  return redirectWithFlash(href("signIn"), isOver ? "signedOut" : "signedOutHere", {
    type: isOver ? "success" : "error",
    cookies: [signOutCookie(), forgetBranding(), forgetSearches(), ...(isWebview(request) ? [endWebview()] : [])],
    headers: { "Clear-Site-Data": clearSiteData },
  });
}

/** Signing out takes a POST; a GET changes nothing and redirects home. */
export const loader = () => redirect(href("home"));
