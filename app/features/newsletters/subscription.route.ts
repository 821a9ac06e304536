import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { visitor } from "~/session/session.server";
import { subscribe } from "~/upstream/newsletters.server";
import { href } from "../../../contract/paths";

/** Resubscribes someone who unsubscribed by mistake. */
export async function action({ request, params: { token = "" } }: ActionFunctionArgs) {
  const { upstream } = await visitor(request);
  const result = await subscribe(upstream, token);
  return redirect(`${href("unsubscription", { token })}${result?.ok ? "?resumed=1" : ""}`);
}

/** A reload after the POST shows the current state. */
export function loader({ params: { token = "" } }: ActionFunctionArgs) {
  return redirect(href("unsubscription", { token }));
}
