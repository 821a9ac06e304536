import { useLocation, useResolvedPath } from "@remix-run/react";
import { type RefObject, useEffect } from "react";

/** The page that the browser stands on, without the overlays above it; none before the first. */
let current: string | undefined;

/**
 * Puts the focus on the content of a page that was reached by script, or on the part that its address names: the link that
 * led there is gone, and nothing else would say that the page is another one. The first page comes with its document.
 */
export function useArrival(main: RefObject<HTMLElement>): void {
  const { pathname } = useResolvedPath(".");
  const { hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another hash of the same page is no arrival
  useEffect(() => {
    if (current !== undefined && current !== pathname) {
      const target = document.getElementById(hash.slice(1)) ?? main.current;
      if (target) target.tabIndex = -1;
      target?.focus({ preventScroll: true });
    }
    current = pathname;
  }, [pathname]);
}
