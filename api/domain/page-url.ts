import type { Services } from "../services";
import { defaultLocale, type Locale } from "../texts";

/** The URL of a page for a mail, with the mail's language for browsers that have not chosen one. */
export function pageUrl({ config }: Pick<Services, "config">, path: string, locale: Locale | null): string {
  const url = new URL(path, config.publicUrl);
  url.searchParams.set("locale", locale ?? defaultLocale);
  return url.href;
}
