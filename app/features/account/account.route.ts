import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireSession } from "~/session/session.server";
import { href } from "../../../contract/paths";

/** The settings open on the profile. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireSession(request);
  return redirect(href("settingsProfile"));
}
