import { createRequestHandler, type LoaderFunctionArgs, type ServerBuild } from "@remix-run/node";
import { kindOfStatus } from "~/http/error-kind";
import { localeOf } from "~/i18n/locale.server";
import { translator } from "~/i18n/resources.server";
import type { RouteHandle } from "../../contract/route-handle";

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;
type Loader = NonNullable<Route["module"]["loader"]>;

const hasPage = ({ module }: Route): boolean => module.default !== undefined || module.ErrorBoundary !== undefined;

/**
 * Gives errors of routes without a page, such as files, a body. People who open the address of something that is not there get the page of
 * an unknown address, everything else a line of text. Routes called by scripts handle errors themselves.
 */
export function explainErrors(routes: Routes, build: ServerBuild): Routes {
  const onlyPages = <Known>(known: Record<string, Known>) =>
    Object.fromEntries(
      Object.entries(known).filter(([id]) => {
        const route = build.routes[id];
        return route && hasPage(route);
      }),
    );
  // Without the routes of files, their addresses are unknown.
  const assets = { ...build.assets, routes: onlyPages(build.assets.routes) };
  const openPage = createRequestHandler({ ...build, routes: onlyPages(build.routes), assets }, build.mode);
  const explained = (route: Route): Route => {
    const { loader, handle } = route.module;
    const { answersJson, isPolled } = (handle ?? {}) as RouteHandle;
    if (!loader || hasPage(route) || answersJson || isPolled) return route;
    return { ...route, module: { ...route.module, loader: explainingLoader(loader, openPage) } };
  };
  return Object.fromEntries(Object.entries(routes).flatMap(([id, route]) => (route ? [[id, explained(route)]] : [])));
}

function explainingLoader(loader: Loader, openPage: (request: Request) => Promise<Response>): Loader {
  const explaining = async (args: LoaderFunctionArgs) => {
    const answer = await Promise.resolve(loader(args)).catch((error: unknown) => {
      if (error instanceof Response && error.status >= 400) return error;
      throw error;
    });
    if (!(answer instanceof Response) || answer.status < 400) return answer;
    const { request } = args;
    const isHtml = answer.headers.get("Content-Type")?.startsWith("text/html");
    if (answer.status === 404 && !isHtml && isNavigation(request)) {
      return openPage(new Request(request.url, { method: request.method, headers: request.headers, signal: request.signal }));
    }
    if (answer.headers.has("Content-Type")) return answer;
    const headers = new Headers(answer.headers);
    headers.set("Content-Type", "text/plain; charset=utf-8");
    const t = translator(await localeOf(request));
    return new Response(`${t(`shell:errors.${kindOfStatus(answer.status)}.title`)}\n`, { status: answer.status, headers });
  };
  return Object.assign(explaining, loader);
}

/** Whether a person opened the address, as opposed to a page that shows a file or a frame, or a program. */
function isNavigation({ headers }: Request): boolean {
  const mode = headers.get("Sec-Fetch-Mode");
  if (mode === null) return headers.get("Accept")?.includes("text/html") ?? false;
  return mode === "navigate" && headers.get("Sec-Fetch-Dest") === "document";
}
