import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireSession } from "~/session/session.server";
import { findDuplicates } from "./duplicates.server";

export const handle = { answersJson: true };

/** Where an address is filed already; the article form asks while it is filled in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const { searchParams } = new URL(request.url);
  return findDuplicates(upstream, searchParams.get("url") ?? "", searchParams.get("except") ?? undefined);
}
