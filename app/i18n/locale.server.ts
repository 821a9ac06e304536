import { parse, serialize } from "cookie";
import { RemixI18Next } from "remix-i18next/server";
import { cookieOptions, oneYear } from "~/http/cookies.server";
import { cookieNames } from "../../contract/cookies";
import { fixedPart, paths } from "../../contract/paths";
import { serverPaths } from "../../contract/paths.server";
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

/** The language of a request: of its path, the saved choice, the mail whose link was followed, or else English. */
export async function localeOf(request: Request): Promise<Locale> {
  const found = await detector.getLocale(request);
  return isLocale(found) ? found : defaultLocale;
}

export const hasLocale = (request: Request): boolean => isLocale(parse(request.headers.get("Cookie") ?? "")[cookieNames.locale]);

/**
 * Remembers the language of the mail whose link was followed until the browser is closed, unless a choice is saved. It does not count as a
 * choice, so the account's language takes precedence at sign-in.
 */
export function keepLocaleOfMail(request: Request): Record<string, string> {
  const locale = findLinkLocale(request);
  return isLocale(locale) && !hasLocale(request) && !isOfSubscription(request) ? { "Set-Cookie": saveMailLocale(locale) } : {};
}

/** The pages on which people without an account subscribe set no cookie: their addresses keep the language. */
function isOfSubscription({ url }: Request): boolean {
  const { pathname } = new URL(url);
  return (
    pathname.startsWith(`${fixedPart(serverPaths.subscriptionConfirmation)}/`) ||
    pathname.endsWith(paths.subscriptionNew.slice(paths.folder.length))
  );
}

/** A `Set-Cookie` that saves the choice for a year. */
export function saveLocale(locale: Locale): string {
  return serialize(cookieNames.locale, locale, { ...cookieOptions, maxAge: oneYear });
}
