import { useLocation, useResolvedPath } from "@remix-run/react";
import { type RefObject, useEffect } from "react";

/** The path of the current page, without overlays; undefined before the first one. */
let current: string | undefined;

/**
 * After a client-side navigation, focuses the content of the new page, or the target of its hash: the link that was followed is gone, and
 * nothing else would announce the new page. Does nothing for the first page, which the browser loads itself.
 */
export function useArrival(main: RefObject<HTMLElement>): void {
  const { pathname } = useResolvedPath(".");
  const { hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new hash on the same page does not count
  useEffect(() => {
    if (current !== undefined && current !== pathname) {
      const target = document.getElementById(hash.slice(1)) ?? main.current;
      if (target && target.tabIndex < 0) target.tabIndex = -1;
      target?.focus({ preventScroll: true });
    }
    current = pathname;
  }, [pathname]);
}
