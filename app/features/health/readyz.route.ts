import { isUpstreamReady } from "~/upstream/transport.server";
import type { RouteHandle } from "../../../contract/route-handle";

export const handle: RouteHandle = { skipsAdmission: true };

/** Readiness: succeeds if the upstream API and its database are available. */
export async function loader() {
  const ready = await isUpstreamReady();
  return new Response(ready ? "ready\n" : "not ready\n", {
    status: ready ? 200 : 503,
    headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" },
  });
}
