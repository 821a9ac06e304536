import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { endOtherSessions } from "~/upstream/session.server";
import { href } from "../../../contract/paths";

/** Ends all sessions except the current one. */
export async function action({ request }: ActionFunctionArgs) {
  const { upstream } = await requireSession(request);
  const result = await endOtherSessions(upstream);
  const isDone = result.ok;
  return redirectWithFlash(href("settingsPassword"), isDone ? "sessionsEnded" : "failed", { type: isDone ? "success" : "error" });
}

export const loader = () => redirect(href("settingsPassword"));
