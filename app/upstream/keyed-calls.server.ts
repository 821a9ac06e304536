import { apiKeyPrefix } from "../../contract/api-key";
import { fixedPart } from "../../contract/paths";
import { serverPaths } from "../../contract/paths.server";
import { send, upstreamUrl } from "./transport.server";

const passedHeaders = [
  "Accept-Language",
  "Content-Type",
  "Idempotency-Key",
  "If-None-Match",
  "Range",
  "User-Agent",
  "X-Forwarded-For",
  "X-Request-Id",
];

/** As for attachments of the web application. */
const uploadMs = 120_000;

/**
 * Passes the call of a program on to the API, without cookies. Only an API key authorises it, so what is no key is sent as an invalid
 * one: otherwise sessions could be used here, and calls that require none. Returns every response of the API, and throws a 503 without one.
 */
export async function passOnKeyedCall(request: Request): Promise<Response> {
  const { method, body } = request;
  const { pathname, search } = new URL(request.url);
  const url = upstreamUrl(`${pathname.slice(fixedPart(serverPaths.api).length)}${search}`);
  const headers = new Headers();
  for (const name of passedHeaders) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const [, token = ""] = /^Bearer +(\S+)$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
  headers.set("Authorization", `Bearer ${token.startsWith(apiKeyPrefix) ? token : apiKeyPrefix}`);
  const timeoutMs = method === "GET" ? undefined : uploadMs;
  return send(url, { method, headers, body }, { streams: true, timeoutMs });
}
