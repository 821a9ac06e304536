import { parseUrl } from "../../contract/parse-url";
import type { Middleware } from "../context";

/** Corrects request targets on which Remix and Express fail outside of any handler, with a 500 and a stack in the log. */
export const requestTarget: Middleware = (request, _response, next) => {
  request.url = toPath(request.url ?? "/");
  if (!parseUrl(`http://${request.headers.host}`)) request.headers.host = "localhost";
  delete request.headers["x-forwarded-host"];
  return next();
};

/**
 * The path of an absolute-form target, decodable by Express and without a host. `_data`, Remix's former way to call a single route, is renamed
 * because every way to an action has to be guarded.
 */
function toPath(target: string): string {
  const origin = target.startsWith("/") ? undefined : parseUrl(target)?.origin;
  const url = origin === undefined ? target : target.slice(origin.length);
  const query = url.indexOf("?");
  const path = query < 0 ? url : url.slice(0, query);
  const search = url.slice(path.length);
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
