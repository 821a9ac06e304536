import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { type ActionFunctionArgs, createReadableStreamFromReadable, type EntryContext, type LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { DocumentContext } from "./http/document";
import { log } from "./http/log.server";
import { pathForLog } from "./http/path-for-log.server";
import { requestId } from "./http/request-id.server";
import { setSecurityHeaders } from "./http/security-headers.server";
import type { Locale } from "./i18n/locale";
import { localeOf } from "./i18n/locale.server";
import { i18nOf, resources } from "./i18n/resources.server";
import { framesOf } from "./session/webview.server";

const renderTimeoutMs = 5_000;

export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const nonce = randomBytes(16).toString("base64");
  const locale = await localeOf(request);
  setSecurityHeaders(headers, nonce, { frames: framesOf(request) });
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", locale);
  headers.append("Vary", "Cookie");
  // Remix keeps no header of what a loader or an action throws or answers, unless every route asks for it.
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
          const body = new PassThrough();
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        },
        onShellError: reject,
        onError(error) {
          // Before that it is Remix's to answer, and `handleError`'s to log.
          if (isSent) log.error({ err: error, request: requestId(request) }, "rendering failed");
        },
      },
    );
    setTimeout(abort, renderTimeoutMs + 1_000).unref();
  });
}

/** The namespaces that the matched routes name in `handle.i18n`, no others. */
function textsOf(context: EntryContext, locale: Locale) {
  const namespaces = context.staticHandlerContext.matches.flatMap(({ route }) => {
    const handle = context.routeModules[route.id]?.handle as { i18n?: string[] } | undefined;
    return handle?.i18n ?? [];
  });
  return Object.fromEntries(namespaces.map((namespace) => [namespace, resources[locale][namespace] ?? {}]));
}

/** A bug: logged once, with the id that the error page shows. What was asked in a wrong way is none. */
export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const { pathname } = new URL(request.url);
  log.error({ err: error, request: requestId(request), page: `${request.method} ${pathForLog(pathname)}` }, "request failed");
}

/** `server.js` has visitors wait by their address. */
export { findAddress, networkOf } from "../contract/visitor-address.server";
/** `server.js` listens where the configuration says, and writes a line for each request. */
export { config } from "./config.server";
/** `server.js` answers with what is kept before Remix sees the request. */
export { answerKept } from "./http/kept-pages.server";
export { pathForLog } from "./http/path-for-log.server";
/** `server.js` turns away with it what no slot is free for. */
export { answerBusy } from "./layouts/busy-page.server";
/** `server.js` has members wait apart from visitors. */
export { findMember } from "./session/known-sessions.server";
/** `server.js` opens the upstream before the first answer, and closes it after the last one. */
export { closeUpstream as close, openUpstream as warm } from "./upstream/transport.server";
