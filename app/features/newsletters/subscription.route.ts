import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { redirectWithFlash } from "~/session/flash.server";
import { visitor } from "~/session/session.server";
import { subscribe } from "~/upstream/newsletters.server";
import { serverHref } from "../../../contract/paths.server";

/** Resubscribes someone who unsubscribed by mistake. */
export async function action({ request, params: { token = "" } }: ActionFunctionArgs) {
  const { upstream } = await visitor(request);
  const result = await subscribe(upstream, token);
  const page = serverHref("unsubscription", { token });
  if (result && !result.ok) return redirectWithFlash(page, "failed", { type: "error" });
  return redirect(result ? `${page}?resumed=1` : page);
}

/** A reload after the POST shows the current state. */
export function loader({ params: { token = "" } }: ActionFunctionArgs) {
  return redirect(serverHref("unsubscription", { token }));
}
