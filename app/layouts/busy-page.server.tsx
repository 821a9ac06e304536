import type { IncomingMessage, ServerResponse } from "node:http";
import { config } from "~/config.server";
import type { Locale } from "~/i18n/locale";
import { localeOf } from "~/i18n/locale.server";
import { translator } from "~/i18n/resources.server";
import { blankPage } from "./blank-page.server";
import { DeadEnd } from "./dead-end";

/** Seconds after which to come back. */
const retryAfter = "5";

interface Answer {
  headers: Headers;
  body: string;
}

/** Made once for each language, for forms and for what is only read: whoever is turned away must cost next to nothing. */
const pages = new Map<string, Promise<Answer>>();

/**
 * Turns a request away for which no slot is free: with a page in the person's language, and with what script shows a form again by, as it
 * was typed (`keepOffline`). `X-Busy` says that nothing was done. For `server/middleware/admission.ts`.
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
  const key = `${locale} ${isForm}`;
  const page = pages.get(key) ?? makePage(locale, isForm);
  pages.set(key, page);
  return page;
}

/** A form is sent again only by the browser's own reload: a link would ask for the empty one. */
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
              {/* biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page that was asked for */}
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

/** An action's failure as Remix's client reads it (turbo-stream): the form of `failedForm` in an error with this status. */
function dataOf(locale: Locale, requestId: string): Answer {
  const message = translator(locale)("pages:busy.form");
  const form = [{ _6: 7, _8: 9, _10: 11 }, "values", {}, "errors", {}, "message", message];
  const values = [{ _1: 2 }, "error", ["ErrorResponse", 3, 14, 15], { _4: 5, _12: 13 }, "form", ...form, "requestId", requestId, 503, ""];
  return {
    headers: new Headers({ "Content-Type": "text/x-script; charset=utf-8", "X-Remix-Response": "yes" }),
    body: `${JSON.stringify(values)}\n`,
  };
}
