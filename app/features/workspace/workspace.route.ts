import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireSession } from "~/session/session.server";
import { href } from "../../../contract/paths";

/** Redirects the owner to the settings, admins to the tags. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireSession(request);
  return redirect(href(user.role === "owner" ? "clientSettings" : "clientTags"));
}
