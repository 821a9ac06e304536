const second = 1000;

/**
 * Repeats this window's GETs while the server is busy (`X-Busy`), so that users stay on their page. Forms are not repeated: they return
 * immediately with a message. Nor are low-priority requests, for which nobody waits: they have their own schedule, and would keep the
 * server busy.
 */
export function waitWhenBusy(): void {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    for (;;) {
      const response = await fetch(input, init);
      if (!isAwaited(input, init) || !response.headers.has("X-Busy")) return response;
      // Jitter, so that clients do not all return at the same moment. If it was aborted meanwhile, the next fetch throws.
      await pause(Number(response.headers.get("Retry-After")) * second * (0.8 + Math.random() * 0.4));
    }
  };
}

function isAwaited(input: RequestInfo | URL, { method = "GET", priority }: RequestInit = {}): boolean {
  return method.toUpperCase() === "GET" && priority !== "low" && !(input instanceof Request);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
