import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { cancelEmailChange } from "~/upstream/email-change.server";

/** Gives up the change of address that waits to be confirmed. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream } = await requireSession(request);
  const result = await cancelEmailChange(upstream);
  const notice = result.ok ? showNotice("success", "emailChangeCancelled") : showNotice("error", "failed");
  return redirect(href("settingsEmail", {}), { headers: { "Set-Cookie": notice } });
}

/** It takes a post; an address typed by hand leads to the form. */
export const loader = () => redirect(href("settingsEmail", {}));
