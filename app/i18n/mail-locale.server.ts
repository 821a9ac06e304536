import { parse, serialize } from "cookie";
import { cookieOptions } from "~/http/cookies.server";
import { cookieNames } from "../../contract/cookies";
import type { Locale } from "./locale";

/** The language that the address of a mail's link says. */
export const findLinkLocale = ({ url }: Request): string | undefined => new URL(url).searchParams.get("locale") ?? undefined;

/** The language of the mail whose link was followed: now, or as the last one since the browser was opened. */
export const findMailLocale = (request: Request): string | undefined =>
  findLinkLocale(request) ?? parse(request.headers.get("Cookie") ?? "")[cookieNames.mailLocale];

/** A `Set-Cookie` that keeps it until the browser is closed. */
export const saveMailLocale = (locale: Locale): string => serialize(cookieNames.mailLocale, locale, cookieOptions);
