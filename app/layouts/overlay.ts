import { useLocation, useResolvedPath } from "@remix-run/react";

/** Query parameters of overlays. All others belong to the underlying list, and are kept while overlays open and close. */
const ownNames = new Set([
  "mailings_page",
  "deliveries_page",
  "state",
  "kind",
  "width",
  "scheme",
  "url",
  "title",
  "text",
  "file",
  "mode",
  "fetch",
  "nth",
  "more",
  "team",
  "apply",
  "format",
  "when",
  "at",
  "locks",
  "before",
]);

const keptParams = (search: string) => [...new URLSearchParams(search)].filter(([name]) => !ownNames.has(name));

function toSearch(params: string[][]): string {
  const text = new URLSearchParams(params).toString();
  return text ? `?${text}` : "";
}

/** The page below an overlay, and sibling overlays that keep the list's parameters. */
export function useOverlay() {
  const { pathname } = useResolvedPath("..");
  const kept = keptParams(useLocation().search);
  return {
    /** Path and query of the page below. */
    below: `${pathname}${toSearch(kept)}`,
    pathname,
    /** Another overlay of the same page. */
    beside: (path: string, own: Record<string, string> = {}) => `${pathname}/${path}${toSearch([...kept, ...Object.entries(own)])}`,
  };
}

/** The page below an overlay with the list's parameters, for actions that return there. */
export function pageBelow(request: Request, overlayPath: string): string {
  const { pathname, search } = new URL(request.url);
  return `${pathname.slice(0, -overlayPath.length - 1)}${toSearch(keptParams(search))}`;
}

/** Another overlay of the same page with the list's parameters, for actions that lead there. */
export function overlayBeside(request: Request, overlayPath: string, path: string, own: Record<string, string> = {}): string {
  const { pathname, search } = new URL(request.url);
  return `${pathname.slice(0, -overlayPath.length)}${path}${toSearch([...keptParams(search), ...Object.entries(own)])}`;
}

/** The overlay itself with other parameters, for actions that stay there. */
export function overlayWith(request: Request, own: Record<string, string>): string {
  const { pathname, search } = new URL(request.url);
  return `${pathname}${toSearch([...keptParams(search), ...Object.entries(own)])}`;
}
