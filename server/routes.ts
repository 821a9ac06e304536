import type { ServerBuild } from "@remix-run/node";
import type { RouteHandle } from "../contract/route-handle";

export type Routes = ServerBuild["routes"];

interface KnownRoute {
  /** The whole path with its parameters, such as `/teams/:teamId`. */
  pattern: string;
  handle: RouteHandle;
}

/** The path of an address as Remix sees it, with `..` resolved. */
export const pathnameOf = (url = "/"): string => new URL(`http://localhost${url}`).pathname;

/** Finds the route of a path like Remix does. Remix's own `matchRoutes` sorts all routes on each call, which takes milliseconds. */
export function createRouteFinder(routes: Routes): (pathname: string) => KnownRoute | undefined {
  const known = Object.values(routes).flatMap((route) => {
    const pattern = route?.path && patternOf(routes, route);
    return pattern ? [{ pattern, handle: (route.module.handle ?? {}) as RouteHandle, segments: segmentsOf(pattern) }] : [];
  });
  known.sort((one, other) => scoreOf(other.segments) - scoreOf(one.segments));
  return (pathname) => {
    const path = segmentsOf(pathname);
    return known.find(({ segments }) => matches(segments, path));
  };
}

/** React Router's ranking: fixed segments, then parameters, then splats. */
const scoreOf = (segments: string[]): number =>
  segments.reduce((sum, segment) => sum + (segment === "*" ? -1 : segment.startsWith(":") ? 4 : 11), 0);

function patternOf(routes: Routes, { parentId, path }: { parentId?: string | undefined; path?: string | undefined }): string {
  const parent = parentId === undefined ? undefined : routes[parentId];
  return [...segmentsOf(parent ? patternOf(routes, parent) : ""), ...segmentsOf(path)].map((segment) => `/${segment}`).join("") || "/";
}

const segmentsOf = (path = ""): string[] => path.split("/").filter(Boolean);

function matches(segments: string[], path: string[]): boolean {
  const isAtRest = segments.at(-1) === "*";
  if (isAtRest ? path.length < segments.length - 1 : path.length !== segments.length) return false;
  return segments.every((segment, index) => segment === "*" || segment.startsWith(":") || segment === path[index]?.toLowerCase());
}
