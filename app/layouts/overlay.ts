import { useLocation, useResolvedPath } from "@remix-run/react";
import { overlayParams } from "../../contract/overlay-params";

const keptParams = (search: string) => [...new URLSearchParams(search)].filter(([name]) => !overlayParams.has(name));

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

/** The list at `path` with the parameters that it had below the overlay, for actions that return there. */
export const listBelow = (request: Request, path: string): string => `${path}${toSearch(keptParams(new URL(request.url).search))}`;

/** The page below an overlay with the list's parameters, for actions that return there. */
export const pageBelow = (request: Request, overlayPath: string): string =>
  listBelow(request, new URL(request.url).pathname.slice(0, -overlayPath.length - 1));

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
