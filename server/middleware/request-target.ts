import type { Middleware } from "../context";

/**
 * Corrects what Remix and Express fail on outside of any handler, with a 500 and a stack in the log: they build a URL from the host and the path.
 */
export const requestTarget: Middleware = (request, _response, next) => {
  request.url = toPath(request.url ?? "/");
  if (!URL.canParse(`http://${request.headers.host}`)) request.headers.host = "localhost";
  delete request.headers["x-forwarded-host"];
  return next();
};

/**
 * The path of a request that was sent as if to a proxy; a path that Express can decode and that names no host. `_data` is Remix's former way to
 * call a single route; it is renamed, because every way to an action has to be guarded.
 */
function toPath(target: string): string {
  const url = target.startsWith("/") || !URL.canParse(target) ? target : target.slice(new URL(target).origin.length);
  const [, path = "", search = ""] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  const decodable = canDecode(path) ? path : path.replaceAll("%", "%25");
  return (decodable.startsWith("/") ? decodable.replace(/^[/\\]+/, "/") : "/") + search.replace(/(?<=[?&])_data=/g, "_=");
}

function canDecode(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
