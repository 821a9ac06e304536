import type { MetaDescriptor, MetaFunction } from "@remix-run/react";
import { defaultLocale, type Locale, locales } from "~/i18n/locale";
import { errorMeta } from "./page-meta";
import type { loadShell } from "./shell.server";

/** The loader data of a public page. */
interface PublicPage {
  title: string;
  description: string;
  /** The path in each language, if the page has several. */
  twins?: Record<(typeof locales)[number], string>;
}

const card = { url: "/social-card.png", width: 1200, height: 630 };

/** The Open Graph properties of a page. */
export function cardOf(page: {
  type: "website" | "article";
  site: string;
  title: string;
  description: string;
  url: string;
  locale: Locale;
  picture?: { url: string; width: number; height: number };
}): Record<string, string> {
  const { url, width, height } = page.picture ?? card;
  return {
    "og:type": page.type,
    "og:site_name": page.site,
    "og:title": page.title,
    "og:description": page.description,
    "og:url": page.url,
    "og:locale": page.locale === "de" ? "de_DE" : "en_GB",
    "og:image": new URL(url, page.url).href,
    "og:image:width": String(width),
    "og:image:height": String(height),
    "og:image:alt": page.site,
  };
}

/** Metadata for search engines and link previews: title, description, card, canonical URL and translations. */
export const publicMeta: MetaFunction<unknown, { root: typeof loadShell }> = (args) => {
  const shell = args.matches.find((match) => match.id === "root")?.data;
  const page = args.data as PublicPage | undefined;
  if (!page || !shell || args.error) return errorMeta(args);
  const { title, description, twins } = page;
  const { publicUrl, product, locale } = shell;
  const absolute = (path: string) => new URL(path, publicUrl).href;
  const url = absolute(twins?.[locale] ?? args.location.pathname);
  const full = `${title} – ${product.name}`;
  const properties = cardOf({ type: "website", site: product.name, title: full, description, url, locale });
  return [
    { title: full },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    ...(twins ? alternates(twins, absolute) : []),
    ...Object.entries(properties).map(([property, content]) => ({ property, content })),
    { name: "twitter:card", content: "summary_large_image" },
  ];
};

function alternates(twins: NonNullable<PublicPage["twins"]>, absolute: (path: string) => string): MetaDescriptor[] {
  const all = [...locales.map((locale) => [locale, twins[locale]] as const), ["x-default", twins[defaultLocale]] as const];
  return all.map(([hrefLang, path]) => ({ tagName: "link", rel: "alternate", hrefLang, href: absolute(path) }));
}
