import { useEffect, useSyncExternalStore } from "react";

/** Articles that others have filed since the stream was shown, as far as this window knows. */
let count = 0;
/** When the newest article shown in this window's stream was filed. */
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

/** The number of new articles; 0 during server rendering. */
export const useNews = (): number =>
  useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  );

/** Resets the count: from now on, only articles filed after `newest` are new. Runs again whenever the list is loaded. */
export function useShownNews(list: object, newest: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reloaded list may show new articles
  useEffect(() => {
    if (newest === undefined) return;
    shown = newest;
    tell(0);
    return () => {
      shown = undefined;
    };
  }, [list, newest]);
}

/** Polls for new articles as long as the window is open. */
export function usePolledNews(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const polling = import("./news-poll").then(
      ({ pollNews }) => pollNews({ shown: () => shown, tell }),
      // The module cannot be loaded while offline.
      () => undefined,
    );
    return () => void polling.then((stop) => stop?.());
  }, [isOn]);
}
