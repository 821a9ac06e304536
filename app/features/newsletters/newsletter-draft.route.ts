import type { ActionFunctionArgs } from "@remix-run/node";
import { requireSession } from "~/session/session.server";
import { autosaveStep } from "./save-step.server";

export const handle = { answersJson: true };

/** Autosaves a step. Without an id, creates the draft. */
export async function action({ request, params }: ActionFunctionArgs) {
  return autosaveStep({ session: await requireSession(request), params, body: await request.formData() });
}
