import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { href } from "~/paths";
import { showNotice } from "~/session/notices.server";
import { requireSession } from "~/session/session.server";
import { endOtherSessions } from "~/upstream/session.server";

/** Signs out everywhere but here. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream } = await requireSession(request);
  const result = await endOtherSessions(upstream);
  const notice = result.ok ? showNotice("success", "sessionsEnded") : showNotice("error", "failed");
  return redirect(href("settingsPassword", {}), { headers: { "Set-Cookie": notice } });
}

export const loader = () => redirect(href("settingsPassword", {}));
