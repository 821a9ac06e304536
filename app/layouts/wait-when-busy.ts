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
      // Jitter, so that clients do not all return at the same moment.
      await pause(Number(response.headers.get("Retry-After")) * second * (0.8 + Math.random() * 0.4), init?.signal);
    }
  };
}

function isAwaited(input: RequestInfo | URL, { method = "GET", priority }: RequestInit = {}): boolean {
  return method.toUpperCase() === "GET" && priority !== "low" && !(input instanceof Request);
}

function pause(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}
