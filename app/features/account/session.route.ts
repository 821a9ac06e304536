import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { endSession } from "~/upstream/session.server";

/** Signs out in one other place; one that is over already is what was wanted. */
export async function action({ request, params: { sessionId = "" } }: ActionFunctionArgs) {
  const { upstream } = await requireSession(request);
  const result = await endSession(upstream, sessionId);
  const notice = result === "gone" || result.ok ? showNotice("success", "sessionEnded") : showNotice("error", "failed");
  return redirect(href("settingsPassword", {}), { headers: { "Set-Cookie": notice } });
}

export const loader = () => redirect(href("settingsPassword", {}));
