import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { httpRequests, shedRequests } from "../../api/metrics/instruments";

export { serveMetrics } from "../../api/metrics/server";

type Routes = ServerBuild["routes"];
type RouteTree = Parameters<typeof matchRoutes>[0];

const methods = new Set(["GET", "HEAD", "POST"]);

export const countShed = (queue: "members" | "visitors"): void => shedRequests.inc({ queue });

/** Times requests by the pattern of their route, never by their path, which anybody can make up. `files` are paths of static files. */
export function createRequestTimer(routes: Routes, files: ReadonlySet<string>) {
  const findRoute = createRouteFinder(routes);
  return ({ url = "/", method = "" }: IncomingMessage, response: ServerResponse): void => {
    const [path = "/"] = url.split("?");
    const labels = { method: methods.has(method) ? method : "other", route: files.has(path) ? "static" : findRoute(path) };
    const end = httpRequests.startTimer(labels);
    response.once("close", () => end({ status: response.writableFinished ? response.statusCode : "aborted" }));
  };
}

/** The pattern of the route that a path leads to, such as `/teams/:teamId`; `unknown` when none does. */
function createRouteFinder(routes: Routes): (path: string) => string {
  const tree = childrenOf(routes, undefined, "");
  return (path) => {
    // Where React asks for a page's data.
    const page = path.replace(/^\/_root\.data$/, "/").replace(/\.data$/, "");
    const id = matchRoutes(tree, page)?.at(-1)?.route.id;
    return id === undefined || id === "/*" ? "unknown" : id;
  };
}

/** The routes below one, each with its whole pattern as its id. */
function childrenOf(routes: Routes, parentId: string | undefined, base: string): RouteTree {
  return Object.values(routes).flatMap((route): RouteTree => {
    if (!route || route.parentId !== parentId) return [];
    const { path, index, caseSensitive = false } = route;
    const id = path ? `${base}/${path}` : base;
    if (index) return [{ id: id || "/", index, caseSensitive }];
    return [{ id: id || "/", path, caseSensitive, children: childrenOf(routes, route.id, id) }];
  });
}
