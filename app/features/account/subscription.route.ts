import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { endOptOut } from "~/upstream/newsletters.server";
import { href } from "../../../contract/paths";

/** Resubscribes the user to a folder's newsletters. */
export async function action({ request, params: { folderId = "" } }: ActionFunctionArgs) {
  const { upstream } = await requireSession(request);
  const result = await endOptOut(upstream, folderId);
  const isDone = !result || result.ok;
  return redirectWithFlash(href("settingsEmail"), isDone ? "saved" : "failed", { type: isDone ? "success" : "error" });
}

/** Accepts only POST; a GET redirects to the list. */
export const loader = () => redirect(href("settingsEmail"));
