import { href, type PageName, type PageParams } from "../../contract/paths";
import type { Services } from "../services";
import { defaultLocale, type Locale } from "../texts";

/** The URL of a page for a mail, with the mail's language for browsers that have not chosen one. */
export function pageUrl<Name extends PageName>(
  { config }: Pick<Services, "config">,
  name: Name,
  params: PageParams<Name>,
  locale: Locale | null,
): string {
  const url = new URL(href(name, params), config.publicUrl);
  url.searchParams.set("locale", locale ?? defaultLocale);
  return url.href;
}
