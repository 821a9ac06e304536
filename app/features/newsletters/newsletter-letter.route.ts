import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireSession } from "~/session/session.server";
import { toLetter } from "./letter.server";
import { requireNewsletter } from "./require-newsletter.server";

export const handle = { answersJson: true };

/** The current content of a draft, for the preview next to a step. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  return toLetter((await requireNewsletter(upstream, params)).content);
}
