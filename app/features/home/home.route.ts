import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { href } from "~/paths";
import { findSession } from "~/session/session.server";

/** Where people land: the stream, or the sign-in page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const session = await findSession(request);
  return redirect(session ? href("stream", {}) : href("signIn", {}));
}
