import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { href } from "~/paths";
import { requireSession } from "~/session/session.server";

/** To the settings for the owner, to the tags for everybody else (specification, part 2, 2). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireSession(request);
  return redirect(href(user.role === "owner" ? "clientSettings" : "clientTags", {}));
}
