import { parse } from "cookie";

const cookieName = "webview";

/** Whether the page is shown inside an embedding app, which has a navigation of its own. */
export function isWebview(request: Request): boolean {
  return parse(request.headers.get("Cookie") ?? "")[cookieName] === "1";
}
