import { isUpstreamReady } from "~/upstream/transport.server";
import type { RouteHandle } from "../../../contract/route-handle";

export const handle: RouteHandle = { skipsAdmission: true };

/** Answers 200 when the upstream API and its database answer too. */
export async function loader() {
  const ready = await isUpstreamReady();
  return new Response(ready ? "ready\n" : "not ready\n", {
    status: ready ? 200 : 503,
    headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" },
  });
}
