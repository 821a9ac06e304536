import { useRef } from "react";

/**
 * Returns a function that fetches a list of names; `undefined` on failure, or if it has been called again meanwhile. Does not use the router,
 * whose error page would replace the form.
 */
export function useNames(): (path: string) => Promise<string[] | undefined> {
  const running = useRef<AbortController>();
  return async (path) => {
    running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    const answer = await window.fetch(path, { signal }).catch(() => undefined);
    const names: unknown = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
    return Array.isArray(names) && !signal.aborted ? names : undefined;
  };
}
