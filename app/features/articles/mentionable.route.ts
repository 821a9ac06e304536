import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireSession } from "~/session/session.server";
import { displayName } from "~/ui/display-name";
import { listMentionable } from "~/upstream/comments.server";
import * as limits from "../../../contract/limits";

export const handle = { answersJson: true };

/** People whose name or address contains the typed text, to mention in a comment on the article. */
export async function loader({ request, params: { contentId = "" } }: LoaderFunctionArgs) {
  const { upstream } = await requireSession(request);
  const term = (new URL(request.url).searchParams.get("term") ?? "").slice(0, limits.text);
  const people = await listMentionable(upstream, contentId, term);
  return people.map((person) => ({ value: person.mention, label: displayName(person), detail: person.email }));
}
