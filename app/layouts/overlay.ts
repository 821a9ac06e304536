import { useLocation, useResolvedPath } from "@remix-run/react";

/** Parameters of the overlay itself; all others are the list's below, and stay while overlays come and go. */
const ownNames = new Set([
  "mailings_page",
  "deliveries_page",
  "state",
  "kind",
  "width",
  "scheme",
  "url",
  "mode",
  "fetch",
  "team",
  "apply",
  "format",
]);

const keptParams = (search: string) => [...new URLSearchParams(search)].filter(([name]) => !ownNames.has(name));

function toSearch(params: string[][]): string {
  const text = new URLSearchParams(params).toString();
  return text ? `?${text}` : "";
}

/** Where an overlay stands: the page below, and its neighbours with the list's parameters kept. */
export function useOverlay() {
  const { pathname } = useResolvedPath("..");
  const kept = keptParams(useLocation().search);
  return {
    /** The page below, as it was. */
    below: `${pathname}${toSearch(kept)}`,
    /** The path of the page below. */
    pathname,
    /** Another overlay of the same page. */
    beside: (path: string, own: Record<string, string> = {}) => `${pathname}/${path}${toSearch([...kept, ...Object.entries(own)])}`,
  };
}

/** The path of the page below an overlay and the list's parameters, for actions that go back there. */
export function pageBelow(request: Request, overlayPath: string): string {
  const { pathname, search } = new URL(request.url);
  return `${pathname.slice(0, -overlayPath.length - 1)}${toSearch(keptParams(search))}`;
}

/** The overlay itself with other parameters of its own, for actions that go on there. */
export function overlayWith(request: Request, own: Record<string, string>): string {
  const { pathname, search } = new URL(request.url);
  return `${pathname}${toSearch([...keptParams(search), ...Object.entries(own)])}`;
}
