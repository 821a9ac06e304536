import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { redirectWithFlash } from "~/session/flash.server";
import { requireSession } from "~/session/session.server";
import { endSession } from "~/upstream/session.server";
import { href } from "../../../contract/paths";

/** Ends one of the user's other sessions. A session that has already ended counts as success. */
export async function action({ request, params: { sessionId = "" } }: ActionFunctionArgs) {
  const { upstream } = await requireSession(request);
  const result = await endSession(upstream, sessionId);
  const isDone = result === "gone" || result.ok;
  return redirectWithFlash(href("settingsPassword"), isDone ? "sessionEnded" : "failed", { type: isDone ? "success" : "error" });
}

export const loader = () => redirect(href("settingsPassword"));
