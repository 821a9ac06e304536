import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { href } from "~/paths";
import { requireSession } from "~/session/session.server";

/** The settings begin with the profile. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireSession(request);
  return redirect(href("settingsProfile", {}));
}
