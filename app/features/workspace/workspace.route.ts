import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { href } from "~/paths";
import { requireSession } from "~/session/session.server";

/** Redirects the owner to the settings, admins to the tags. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireSession(request);
  return redirect(href(user.role === "owner" ? "clientSettings" : "clientTags", {}));
}
