import type { IncomingMessage, ServerResponse } from "node:http";
import { config } from "~/config.server";
import type { Locale } from "~/i18n/locale";
import { localeOf } from "~/i18n/locale.server";
import { translator } from "~/i18n/resources.server";
import { perProduct } from "~/product.server";
import { blankPage } from "./blank-page.server";
import { DeadEnd } from "./dead-end";

/** Seconds. */
const retryAfter = "5";

interface Answer {
  headers: Headers;
  body: string;
}

/** Rendered once per language and kind of request, because rejecting a request must be cheap. */
const busyPages = perProduct("busy-pages", () => new Map<string, Promise<Answer>>());

/**
 * Rejects a request because the server is busy: with a page in the user's language, or for requests by JavaScript with the data that
 * `keepOffline` needs to restore a form as typed. `X-Busy` means that nothing was done. Used by `server/middleware/admission.ts`.
 */
export async function answerBusy({ method, url = "/", headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = new URL(config.publicUrl.origin + url);
  const locale = await localeOf(new Request(address, { headers: { Cookie: headers.cookie ?? "" } }));
  const isData = address.pathname.endsWith(".data");
  const answer = isData ? dataOf(locale, String(headers["x-request-id"])) : await pageOf(locale, method === "POST");
  response.statusCode = 503;
  response.setHeaders(answer.headers);
  response.setHeader("Retry-After", retryAfter).setHeader("Cache-Control", "no-store").setHeader("X-Busy", "1");
  response.end(method === "HEAD" ? undefined : answer.body);
}

function pageOf(locale: Locale, isForm: boolean): Promise<Answer> {
  const pages = busyPages();
  const key = `${locale} ${isForm}`;
  const page = pages.get(key) ?? makePage(locale, isForm);
  pages.set(key, page);
  return page;
}

/** Only the browser's own reload sends a form again; a link would open an empty one. */
async function makePage(locale: Locale, isForm: boolean): Promise<Answer> {
  const t = translator(locale);
  const page = blankPage(
    {
      locale,
      title: t("pages:busy.title"),
      children: (
        <div className="lost">
          <DeadEnd />
          <h1>{t("pages:busy.title")}</h1>
          <p>{t("pages:busy.text")}</p>
          {isForm ? (
            <p>{t("pages:busy.kept")}</p>
          ) : (
            <p>
              {/* biome-ignore lint/a11y/useValidAnchor: an empty href reloads the requested page */}
              <a className="btn primary" href="">
                {t("pages:busy.again")}
              </a>
            </p>
          )}
        </div>
      ),
    },
    { frames: config.webview.frameOrigins },
  );
  return { headers: page.headers, body: await page.text() };
}

/** An action's failure in the format of Remix's client (turbo-stream): an error response with the data of `failedForm`. */
function dataOf(locale: Locale, requestId: string): Answer {
  const message = translator(locale)("pages:busy.form");
  const form = [{ _6: 7, _8: 9, _10: 11 }, "values", {}, "errors", {}, "message", message];
  const values = [{ _1: 2 }, "error", ["ErrorResponse", 3, 14, 15], { _4: 5, _12: 13 }, "form", ...form, "requestId", requestId, 503, ""];
  return {
    headers: new Headers({ "Content-Type": "text/x-script; charset=utf-8", "X-Remix-Response": "yes" }),
    body: `${JSON.stringify(values)}\n`,
  };
}
