import { data } from "@remix-run/node";
import type { Locale } from "~/i18n/locale";
import { translator } from "~/i18n/resources.server";
import type { Result } from "~/upstream/result";
import { refusalAnswer } from "./read-form.server";

/**
 * The response to a post to the page behind a mail's link; `result` is `undefined` for an invalid link. Besides the button of the page, mail
 * providers post for their users (RFC 8058): cross-site, without a session, and expecting a plain 200.
 */
export function answerMailLink(result: Result<unknown> | undefined, locale: Locale) {
  if (!result) return data({ form: undefined }, { status: 404 });
  return result.ok ? data({ form: undefined }) : refusalAnswer(result, {}, translator(locale));
}
