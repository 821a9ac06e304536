import { absoluteUrl } from "~/http/absolute-url.server";
import { locales } from "~/i18n/locale";
import { href, pagePaths } from "../../../contract/paths";
import { textAnswer } from "./text-answer.server";

/** The home page and every static page, with its translations. */
export function loader() {
  const pages = Object.values(pagePaths).flatMap((twins) => {
    const links = locales.map((other) => `<xhtml:link rel="alternate" hreflang="${other}" href="${absoluteUrl(twins[other])}"/>`).join("");
    return locales.map((locale) => `<url><loc>${absoluteUrl(twins[locale])}</loc>${links}</url>`);
  });
  const entries = [`<url><loc>${absoluteUrl(href("home"))}</loc></url>`, ...pages].join("\n");
  const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return textAnswer(`<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${names}>\n${entries}\n</urlset>\n`, "application/xml");
}
