import { parse, serialize } from "cookie";
import { RemixI18Next } from "remix-i18next/server";
import { config } from "~/config.server";
import { defaultLocale, isLocale, type Locale, locales } from "./locale";

const cookieName = "currentLocale";
const oneYear = 365 * 24 * 60 * 60;

const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...locales],
    fallbackLanguage: defaultLocale,
    order: ["custom"],
    findLocale: async (request) => {
      const [, inPath] = /^(?:\/webview\/auth)?\/([^/]+)/.exec(new URL(request.url).pathname) ?? [];
      if (isLocale(inPath)) return inPath;
      return parse(request.headers.get("Cookie") ?? "")[cookieName] ?? null;
    },
  },
});

/** The language of a request: its path's, else the saved choice, else English (decisions 1.3). */
export async function localeOf(request: Request): Promise<Locale> {
  const found = await detector.getLocale(request);
  return isLocale(found) ? found : defaultLocale;
}

/** Whether this browser keeps a choice. */
export const hasLocale = (request: Request): boolean => isLocale(parse(request.headers.get("Cookie") ?? "")[cookieName]);

/** A `Set-Cookie` that keeps the choice for a year. */
export function saveLocale(locale: Locale): string {
  return serialize(cookieName, locale, { path: "/", maxAge: oneYear, sameSite: "lax", httpOnly: true, secure: config.secureCookies });
}
