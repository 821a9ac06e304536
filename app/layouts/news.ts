import { useEffect, useSyncExternalStore } from "react";

/** Articles that others filed since the stream was shown, as far as this window knows. */
let count = 0;
/** When the newest article was filed that the stream shows in this window. */
let shown: string | undefined;
const listeners = new Set<() => void>();

function tell(found: number): void {
  count = found;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** How many new articles there are; the server does not know. */
export const useNews = (): number =>
  useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  );

/** Says what the stream shows: from here on only what comes after `newest` is new. Once more with every list that is loaded. */
export function useShownNews(list: object, newest: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that was loaded again shows what is new, too
  useEffect(() => {
    if (newest === undefined) return;
    shown = newest;
    tell(0);
    return () => {
      shown = undefined;
    };
  }, [list, newest]);
}

/** Asks for new articles as long as the window is open. */
export function usePolledNews(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const polling = import("./news-poll").then(
      ({ pollNews }) => pollNews({ shown: () => shown, tell }),
      // Without a network there is nothing to ask either.
      () => undefined,
    );
    return () => void polling.then((stop) => stop?.());
  }, [isOn]);
}
