import { parse, serialize } from "cookie";
import { RemixI18Next } from "remix-i18next/server";
import { cookieOptions, oneYear } from "~/http/cookies.server";
import { cookieNames } from "../../contract/cookies";
import { defaultLocale, isLocale, type Locale, locales } from "./locale";
import { findLinkLocale, findMailLocale, saveMailLocale } from "./mail-locale.server";

const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...locales],
    fallbackLanguage: defaultLocale,
    order: ["custom"],
    findLocale: async (request) => {
      const [, inPath] = /^(?:\/webview\/auth)?\/([^/]+)/.exec(new URL(request.url).pathname) ?? [];
      if (isLocale(inPath)) return inPath;
      return parse(request.headers.get("Cookie") ?? "")[cookieNames.locale] ?? findMailLocale(request) ?? null;
    },
  },
});

/** The language of a request: from its path, the saved choice, the mail whose link it follows, else English. */
export async function localeOf(request: Request): Promise<Locale> {
  const found = await detector.getLocale(request);
  return isLocale(found) ? found : defaultLocale;
}

/** Whether this browser keeps a choice. */
export const hasLocale = (request: Request): boolean => isLocale(parse(request.headers.get("Cookie") ?? "")[cookieNames.locale]);

/**
 * Keeps the language of a mail whose link is followed until the browser is closed, where this one has no choice: the next page has no such
 * link. It is no choice, so the account's own goes before it at sign-in.
 */
export function keepLocaleOfMail(request: Request): Record<string, string> {
  const locale = findLinkLocale(request);
  return isLocale(locale) && !hasLocale(request) ? { "Set-Cookie": saveMailLocale(locale) } : {};
}

/** A `Set-Cookie` that keeps the choice for a year. */
export function saveLocale(locale: Locale): string {
  return serialize(cookieNames.locale, locale, { ...cookieOptions, maxAge: oneYear });
}
