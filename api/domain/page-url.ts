import type { Services } from "../services";
import { defaultLocale, type Locale } from "../texts";

/** The address of a page of the web application, for a mail: it says the mail's language to a browser that has not chosen one. */
export function pageUrl({ config }: Pick<Services, "config">, path: string, locale: Locale | null): string {
  const url = new URL(path, config.publicUrl);
  url.searchParams.set("locale", locale ?? defaultLocale);
  return url.href;
}
