import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { endOptOut } from "~/upstream/newsletters.server";

/** Has the newsletters of a folder come again, for who unsubscribed from them. */
export async function action({ request, params: { folderId = "" } }: ActionFunctionArgs) {
  const { upstream } = await requireSession(request);
  const result = await endOptOut(upstream, folderId);
  const notice = !result || result.ok ? showNotice("success", "saved") : showNotice("error", "failed");
  return redirect(href("settingsEmail", {}), { headers: { "Set-Cookie": notice } });
}

/** It takes a post; an address typed by hand leads to the list. */
export const loader = () => redirect(href("settingsEmail", {}));
