import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { cancelEmailChange } from "~/upstream/email-change.server";
import { href } from "../../../contract/paths";

/** Cancels the pending change of address. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream } = await requireSession(request);
  const result = await cancelEmailChange(upstream);
  const isDone = result.ok;
  return redirectWithFlash(href("settingsEmail"), isDone ? "emailChangeCancelled" : "failed", { type: isDone ? "success" : "error" });
}

/** Accepts only POST; a GET redirects to the form. */
export const loader = () => redirect(href("settingsEmail"));
