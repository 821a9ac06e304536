/** Answers as long as the process lives. */
export const loader = () => new Response("ok\n", { headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" } });
