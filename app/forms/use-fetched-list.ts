import { useRef } from "react";

/**
 * Returns a function that fetches a list; `undefined` on failure, or if it has been called again meanwhile. Does not use the router, whose error
 * page would replace the form.
 */
export function useFetchedList<Entry = string>(): (path: string) => Promise<Entry[] | undefined> {
  const running = useRef<AbortController>();
  return async (path) => {
    running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    const answer = await window.fetch(path, { signal }).catch(() => undefined);
    const list: unknown = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
    return Array.isArray(list) && !signal.aborted ? list : undefined;
  };
}
