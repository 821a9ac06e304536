import { config } from "~/config.server";
import { absoluteUrl } from "~/http/absolute-url.server";
import { locales } from "~/i18n/locale";
import { href, pagePaths } from "../../../contract/paths";
import { textAnswer } from "./text-answer.server";

const halfYearMs = 182 * 24 * 60 * 60 * 1000;

/** Where to report security problems (RFC 9116): the operator's e-mail address, if configured, and the contact page. */
export function loader() {
  const { email } = config.operator;
  return textAnswer(
    [
      ...(email.startsWith("[") ? [] : [`Contact: mailto:${email}`]),
      `Contact: ${absoluteUrl(pagePaths.contact.en)}`,
      `Expires: ${new Date(Date.now() + halfYearMs).toISOString()}`,
      `Preferred-Languages: ${locales.join(", ")}`,
      `Canonical: ${absoluteUrl(href("securityTxt"))}`,
      "",
    ].join("\n"),
  );
}
