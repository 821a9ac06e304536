import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { href } from "~/paths";
import { visitor } from "~/session/session.server";
import { subscribe } from "~/upstream/newsletters.server";

/** Has the newsletters come again, for who unsubscribed by mistake. */
export async function action({ request, params: { token = "" } }: ActionFunctionArgs) {
  const { upstream } = await visitor(request);
  await subscribe(upstream, token);
  return redirect(href("unsubscription", { token }));
}

/** A page reloaded after the button: what stands there now. */
export function loader({ params: { token = "" } }: ActionFunctionArgs) {
  return redirect(href("unsubscription", { token }));
}
