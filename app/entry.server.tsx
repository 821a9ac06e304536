import { randomBytes } from "node:crypto";
import {
  type ActionFunctionArgs,
  createReadableStreamFromReadable,
  type EntryContext,
  type LoaderFunctionArgs,
  type ServerBuild,
} from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { serveMetrics as serve } from "../api/metrics/server";
import { reportFailure } from "../contract/request-tally.server";
import { config } from "./config.server";
import { keepTyped as keepTypedIn } from "./forms/keep-typed.server";
import { DocumentContext } from "./http/document";
import { log } from "./http/log.server";
import { requestId } from "./http/request-id.server";
import { setSecurityHeaders } from "./http/security-headers.server";
import { withoutNul } from "./http/without-nul.server";
import type { Locale } from "./i18n/locale";
import { localeOf } from "./i18n/locale.server";
import { i18nOf, resources } from "./i18n/resources.server";
import { framesOf } from "./session/webview.server";
import { api } from "./upstream/transport.server";

const renderTimeoutMs = 5_000;

/** Why rendering was aborted and the page is sent incomplete. */
const tookTooLong = new Error("page took too long");

export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const nonce = randomBytes(16).toString("base64");
  const locale = await localeOf(request);
  setSecurityHeaders(headers, nonce, { frames: framesOf(request) });
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", locale);
  headers.append("Vary", "Cookie");
  // Remix drops headers of loaders and actions unless the route exports `headers`.
  const { actionHeaders, loaderHeaders } = context.staticHandlerContext;
  const answers = [...Object.values(actionHeaders), ...Object.values(loaderHeaders)];
  const retryAfter = answers.map((answer) => answer.get("Retry-After")).find(Boolean);
  if (retryAfter) headers.set("Retry-After", retryAfter);

  let isSent = false;
  return new Promise<Response>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <DocumentContext.Provider value={{ nonce, texts: textsOf(context, locale) }}>
        <I18nextProvider i18n={i18nOf(locale)}>
          <RemixServer context={context} url={request.url} abortDelay={renderTimeoutMs} nonce={nonce} />
        </I18nextProvider>
      </DocumentContext.Provider>,
      {
        nonce,
        onShellReady() {
          isSent = true;
          const body = withoutNul();
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { status: statusOf(context, status), headers }));
        },
        onShellError: reject,
        onError(error) {
          if (error === tookTooLong) reportFailure(log(), requestId(request), tookTooLong.message, { level: "warn" });
          // Errors before the first byte become Remix's response, and `handleError` logs them. Disconnected visitors are not errors.
          else if (isSent && !request.signal.aborted) log().error({ err: error, requestId: requestId(request) }, "rendering failed");
        },
      },
    );
    setTimeout(abort, renderTimeoutMs + 1_000, tookTooLong).unref();
  });
}

/** An error page has the status of its error, even if a loader failed after the action had returned a status, which Remix would prefer. */
function statusOf({ staticHandlerContext: { errors } }: EntryContext, status: number): number {
  const failed = Object.values(errors ?? {}).map((error) => (isRouteErrorResponse(error) ? error.status : 500));
  return failed.length > 0 ? Math.max(...failed) : status;
}

/** The texts of the namespaces listed in the matched routes' `handle.i18n`. */
function textsOf(context: EntryContext, locale: Locale) {
  const namespaces = context.staticHandlerContext.matches.flatMap(({ route }) => {
    const handle = context.routeModules[route.id]?.handle as { i18n?: string[] } | undefined;
    return handle?.i18n ?? [];
  });
  return Object.fromEntries(namespaces.map((namespace) => [namespace, resources[locale][namespace] ?? {}]));
}

/** Logs a bug once, with the id shown on the error page. Thrown responses are not bugs: their causes are logged where they occur. */
export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  log().error({ err: error, requestId: requestId(request) }, "request failed");
}

// For `server/`, which shares the state of these modules with the pages (see `server/context.ts`).
export const serveMetrics = () => serve(config.metrics, api());
export const keepTyped = (routes: ServerBuild["routes"]) => keepTypedIn(routes, { logBug: handleError });
export { httpRequests, shedRequests } from "../api/metrics/instruments";
export { createLog, logConsole } from "../contract/log.server";
export { logRequest, openTally } from "../contract/request-tally.server";
export { configOf } from "./config.server";
export { findCachedPage } from "./http/page-cache.server";
export { answerBusy } from "./layouts/busy-page.server";
export { explainErrors } from "./layouts/resource-errors.server";
export { createProduct, currentProduct, inProduct, type Product } from "./product.server";
export { findMember } from "./session/known-sessions.server";
export { closeUpstream as close, openUpstream as warm, withDeadline } from "./upstream/transport.server";
