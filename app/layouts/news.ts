import { useEffect, useSyncExternalStore } from "react";

/** Articles that others have filed since the stream was shown, as far as this window knows. */
let count = 0;
/** Whether there are unread notifications; undefined if the page that was loaded last knows it better. */
let unread: boolean | undefined;
/** When the newest article shown in this window's stream was filed. */
let shown: string | undefined;
const listeners = new Set<() => void>();

function tell(found: number, isUnread?: boolean): void {
  count = found;
  unread = isUnread;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Nothing is told before the first page is hydrated, so server and browser begin with the same. */
const useTold = <Value>(read: () => Value) => useSyncExternalStore(subscribe, read, read);

/** The number of new articles; 0 during server rendering. */
export const useNews = () => useTold(() => count);

export const useUnread = () => useTold(() => unread);

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

/** Polls for new articles and notifications as long as the window is open. New data of the page replaces what was polled before. */
export function usePolledNews(shell: { isSignedIn: boolean }): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for new data
  useEffect(() => tell(count), [shell]);
  useEffect(() => {
    if (!shell.isSignedIn) return;
    const polling = import("./news-poll").then(
      ({ pollNews }) => pollNews({ shown: () => shown, tell }),
      // The module cannot be loaded while offline.
      () => undefined,
    );
    return () => void polling.then((stop) => stop?.());
  }, [shell.isSignedIn]);
}
