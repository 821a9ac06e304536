import { parse, serialize } from "cookie";
import { cookieOptions } from "~/http/cookies.server";
import { cookieNames } from "../../contract/cookies";
import type { Locale } from "./locale";

/** The language in the URL of a mail's link. */
export const findLinkLocale = ({ url }: Request): string | undefined => new URL(url).searchParams.get("locale") ?? undefined;

/** The language of the last mail whose link was followed since the browser was started. */
export const findMailLocale = (request: Request): string | undefined =>
  findLinkLocale(request) ?? parse(request.headers.get("Cookie") ?? "")[cookieNames.mailLocale];

/** A `Set-Cookie` that lasts until the browser is closed. */
export const saveMailLocale = (locale: Locale): string => serialize(cookieNames.mailLocale, locale, cookieOptions);
