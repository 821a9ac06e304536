const second = 1000;

/**
 * From here on whatever this window reads is asked for again as long as the server has no slot for it (`X-Busy`), so that nobody is thrown
 * out of the page that they are on. Forms are not: they come back at once, and say so. Nor is what nobody waits for (`priority: "low"`): it
 * has its own time, and would be what keeps the server busy.
 */
export function waitWhenBusy(): void {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    for (;;) {
      const response = await fetch(input, init);
      if (!isAwaited(input, init) || !response.headers.has("X-Busy")) return response;
      // Not all of those who wait come back at the same moment.
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
