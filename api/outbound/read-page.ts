import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { cleanArticleHtml } from "../html/article-html";
import { readAuthorNames } from "./page/author-names";
import { readJsonLd } from "./page/json-ld";
import { readMarkup, readMetaTags } from "./page/meta-tags";
import type { PageImage } from "./page/page-facts";
import { chooseImages, imageOf, toAbsoluteUrl } from "./page/page-images";
import { chooseLanguage } from "./page/page-language";
import { chooseTitle } from "./page/page-title";
import { toComparable, toPlainLine } from "./page/plain-line";

export interface ImportedPage {
  title: string | null;
  description: string | null;
  images: PageImage[];
  /** Safe HTML, links absolute, without pictures. */
  content: string | null;
  authors: { name: string }[];
  sourceName: string | null;
  /** Milliseconds. */
  publishedAt: number | null;
  language: string | null;
  canonicalUrl: string | null;
}

export interface ReadPage extends ImportedPage {
  /** Where the page says that its oEmbed description is. */
  oembedUrl: string | null;
  /** It has a field for a password. */
  asksForPassword: boolean;
}

/** Everything a page says about itself: JSON-LD, then Open Graph and meta tags, then microdata and bylines; the text by Readability. */
export function readPage({ html, url }: { html: string; url: string }): ReadPage {
  const document = parseDocument(html);
  // Readability crashes on the templates many German papers carry.
  for (const template of document.querySelectorAll("template")) template.remove();
  const baseUrl = toAbsoluteUrl(document.querySelector("base[href]")?.getAttribute("href"), url) ?? url;
  const canonicalUrl = readCanonicalUrl(document, baseUrl, url);

  const jsonLd = readJsonLd(
    Array.from(document.querySelectorAll('script[type*="ld+json" i]'), (script) => script.textContent ?? ""),
    canonicalUrl ? [url, canonicalUrl] : [url],
  );
  const meta = readMetaTags(document);
  const markup = readMarkup(document);
  const sources = [jsonLd, meta, markup];

  const host = new URL(url).hostname.replace(/^www\./, "");
  const sourceName =
    [jsonLd.sourceName, meta.sourceName, markup.sourceName, jsonLd.siteName].find((name) => name && !/^(https?:|@)/i.test(name)) ?? host;
  const siteNames = [
    sourceName,
    meta.sourceName,
    jsonLd.sourceName,
    jsonLd.siteName,
    host,
    host.replace(/\.[^.]+$/, ""),
    host.split(".").at(-2) ?? host,
  ].filter((name) => name !== null);

  const headings = Array.from(document.querySelectorAll("h1"), headingText).filter((text) => text !== null);
  const title = chooseTitle({
    stated: sources.map((source) => source.title),
    documentTitle: toPlainLine(document.querySelector("title")?.textContent),
    headings,
    siteNames,
  });
  const authors = sources.map((source) => readAuthorNames(source.authors, siteNames)).find((names) => names.length > 0) ?? [];
  const oembedUrl = toAbsoluteUrl(document.querySelector('link[type="application/json+oembed" i][href]')?.getAttribute("href"), baseUrl);

  const asksForPassword = document.querySelector('input[type="password" i]') !== null;

  const article = readArticle(document, baseUrl, title, jsonLd.articleBody);
  const images = [...meta.images, ...jsonLd.images, ...markup.images, ...article.images];
  return {
    title,
    description: sources.map((source) => source.description).find((text) => text !== null) ?? null,
    images: chooseImages(images, baseUrl),
    content: article.content,
    authors: authors.map((name) => ({ name })),
    sourceName,
    publishedAt: sources.map((source) => source.publishedAt).find((time) => time !== null) ?? null,
    language: chooseLanguage([jsonLd.language, markup.language, meta.language], article.text),
    canonicalUrl,
    oembedUrl,
    asksForPassword,
  };
}

function parseDocument(html: string): Document {
  const { document } = parseHTML(html);
  // Without an html element linkedom takes the first element for the whole document.
  if (document.documentElement?.localName === "html") return document;
  return parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`).document;
}

function readCanonicalUrl(document: Document, baseUrl: string, url: string): string | null {
  const stated = [
    document.querySelector('link[rel~="canonical" i][href]')?.getAttribute("href"),
    document.querySelector('meta[property="og:url"][content]')?.getAttribute("content"),
  ];
  const isFrontPage = new URL(url).pathname === "/";
  // Faulty templates name the front page on every page.
  return (
    stated
      .map((text) => toAbsoluteUrl(text, baseUrl))
      .find((found) => found !== null && (isFrontPage || new URL(found).pathname !== "/")) ?? null
  );
}

/** A kicker in an element of its own is set apart from the heading it stands before. */
function headingText(heading: Element): string | null {
  const parts = Array.from(heading.childNodes, (node) => toPlainLine(node.textContent)).filter((part) => part !== null);
  const [kicker, ...rest] = parts;
  const isKicker =
    heading.firstElementChild !== null &&
    /kicker|topline|roofline|dachzeile|overline|spitzmarke/i.test(heading.firstElementChild.getAttribute("class") ?? "");
  if (isKicker && kicker && rest.length > 0) return `${kicker}${/[:.!?]$/.test(kicker) ? "" : ":"} ${rest.join(" ")}`;
  const hasBlocks = Array.from(heading.children).some((child) => child.localName === "span" || child.localName === "div");
  return hasBlocks ? parts.join(" ") : toPlainLine(heading.textContent);
}

interface Article {
  content: string | null;
  text: string;
  images: PageImage[];
}

const shortestText = 25;

function readArticle(document: Document, baseUrl: string, title: string | null, statedBody: string | null): Article {
  // Readability rewrites the document, so this comes last and the paragraphs are taken before.
  const paragraphs = looseParagraphs(document);
  const root = findArticle(document);
  const images = root ? takeImages(root) : [];
  if (root) prepare(root, baseUrl, title);
  const read = cleanArticleHtml(root?.innerHTML ?? "");
  const stated = statedBody === null ? "" : cleanArticleHtml(statedBody);
  // What Readability found is right unless something else has far more to say.
  const content = [stated, paragraphs].reduce((best, other) => (wordsOf(other).length > wordsOf(best).length * 2 ? other : best), read);
  const text = wordsOf(content);
  return text.length < shortestText ? { content: null, text: "", images } : { content, text, images };
}

function wordsOf(cleaned: string): string {
  return cleaned.replace(/<[^<>]+>/g, " ").trim();
}

function findArticle(document: Document): Element | null {
  const reader = new Readability<Node>(document, { disableJSONLD: true, serializer: (node) => node });
  return (reader.parse()?.content as Element | null | undefined) ?? null;
}

function looseParagraphs(document: Document): string {
  const root = document.querySelector("article, main, [role=main]") ?? document.body;
  const paragraphs = Array.from(root?.querySelectorAll("p") ?? [])
    .slice(0, 2000)
    .map((paragraph) => paragraph.innerHTML);
  return cleanArticleHtml(paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join(""));
}

/** The pictures of an article, taken out of it with their captions. */
function takeImages(root: Element): PageImage[] {
  return Array.from(root.querySelectorAll("img")).flatMap((element) => {
    const image = imageOf(element);
    const figure = element.closest("figure");
    const caption = toPlainLine(figure?.querySelector("figcaption")?.textContent);
    (figure ?? element).remove();
    return image ? [{ ...image, alt: image.alt ?? caption }] : [];
  });
}

function prepare(root: Element, baseUrl: string, title: string | null) {
  for (const link of root.querySelectorAll("a[href]")) {
    const href = link.getAttribute("href") ?? "";
    const absolute = href.startsWith("mailto:") ? href : toAbsoluteUrl(href, baseUrl);
    if (absolute && !href.startsWith("#")) link.setAttribute("href", absolute);
    else link.removeAttribute("href");
  }
  const heading = root.querySelector("h1, h2");
  if (heading && title && toComparable(heading.textContent ?? "") === toComparable(title)) heading.remove();
}
