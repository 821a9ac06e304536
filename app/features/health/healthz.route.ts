import type { RouteHandle } from "../../../contract/route-handle";

export const handle: RouteHandle = { skipsAdmission: true };

/** Liveness: succeeds as long as the process runs. */
export const loader = () => new Response("ok\n", { headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" } });
