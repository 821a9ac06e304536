import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireSession } from "~/session/session.server";
import { findDuplicates } from "./duplicates.server";

export const handle = { answersJson: true };

/** Lists existing articles with a source URL, for the article form while it is being filled in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const { searchParams } = new URL(request.url);
  return findDuplicates(upstream, searchParams.get("url") ?? "", { except: searchParams.get("except") ?? undefined });
}
