import { useLocation, useNavigate } from "@remix-run/react";
import { type MouseEvent, useCallback, useEffect } from "react";

/** Path and query of the entries of this document's history, by the index that the router keeps in `history.state`. */
const trail: (string | undefined)[] = [];

const indexNow = (): number | undefined => window.history.state?.idx;

/** Without the hash, and with the query as `URLSearchParams` writes it, so that addresses can be compared. */
function normalise(address: string): string {
  const { pathname, searchParams } = new URL(address, window.location.origin);
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

/** Records the history for `useClose`. */
export function useHistoryTrail(): void {
  const { pathname, search, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address can have several entries
  useEffect(() => {
    const index = indexNow();
    if (index !== undefined) trail[index] = normalise(pathname + search);
  }, [pathname, search, key]);
}

/** How many entries back the page below is, if only overlays of it were opened since. */
function stepsBack(below: string): number | undefined {
  const index = indexNow();
  if (index === undefined) return undefined;
  const [page = ""] = below.split("?", 1);
  for (let at = index - 1; at >= 0; at -= 1) {
    if (trail[at] === below) return index - at;
    if (!trail[at]?.startsWith(`${page}/`)) return undefined;
  }
  return undefined;
}

/**
 * Leaves an overlay for the page below: back in the history if the overlay was opened from there, which restores the scroll position, and
 * otherwise in place of the overlay's entry. Either way, Back does not open the overlay again.
 */
export function useClose(to: string): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    const steps = stepsBack(normalise(to));
    if (steps === undefined) navigate(to, { replace: true, preventScrollReset: true });
    else navigate(-steps);
  }, [navigate, to]);
}

/** For a link that closes an overlay; other tabs and windows follow the link. */
export const onPlainClick = (act: () => void) => (event: MouseEvent) => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  act();
};
