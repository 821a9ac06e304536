import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { readAuthorNames } from "./author-names";
import { readJsonLd } from "./json-ld";
import { readMarkup, readMetaTags } from "./meta-tags";
import { outlinePage } from "./outline";
import type { PageImage } from "./page-facts";
import { chooseImages, imageOf, toAbsoluteUrl } from "./page-images";
import { chooseLanguage } from "./page-language";
import { chooseTitle } from "./page-title";
import { toComparable, toPlainLine } from "./plain-line";

export interface ReadPage {
  title: string | null;
  description: string | null;
  /** At most twelve, the best first. */
  images: PageImage[];
  /** The text of the article as `cleanHtml` returned it, links absolute, without pictures; null if there is none. */
  content: string | null;
  authors: { name: string }[];
  sourceName: string | null;
  /** Milliseconds. */
  publishedAt: number | null;
  language: string | null;
  canonicalUrl: string | null;
  /** The address of the page's oEmbed description. */
  oembedUrl: string | null;
  /** The page has a password field. */
  asksForPassword: boolean;
}

export interface PageToRead {
  html: string;
  /** The address after redirects. */
  url: string;
  /** Turns the HTML of the page, or its plain text, into the safe HTML that the caller wants. */
  cleanHtml(html: string): string;
}

/** The elements of the page are nested too deeply to read it in reasonable time. */
export class PageTooDeep extends Error {
  constructor() {
    super(`the elements are nested more than ${maxDepth} deep`);
    this.name = "PageTooDeep";
  }
}

// Readability takes 7 seconds for 5,000 nested elements, and never ends for 100,000.
const maxDepth = 512;
// News pages have 2,000 to 8,000 elements. These take a second on a busy machine.
const maxElements = 12_000;
// In characters, five times the length of the longest articles.
const maxText = 1_000_000;

/**
 * Reads the metadata and the text of a page. Metadata come from JSON-LD, then Open Graph and meta tags, then microdata and bylines, the text from
 * Readability. Very long pages are read up to a limit. Throws `PageTooDeep`.
 */
export function readPage({ html, url, cleanHtml }: PageToRead): ReadPage {
  const outline = outlinePage(html, { maxDepth, maxElements, maxText });
  if (outline.isTooDeep) throw new PageTooDeep();
  const document = parseDocument(html.slice(0, outline.end));
  // Readability crashes on template elements.
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

  const article = readArticle(document, { baseUrl, title, statedBody: jsonLd.articleBody, cleanHtml });
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
  const root = document.documentElement;
  // Without an html element, linkedom takes the first element for the whole document.
  if (root?.localName === "html") return withBody(document, root);
  return parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`).document;
}

/** Moves the content of a page without a body element, which is optional in HTML, into one. Readability needs it. */
function withBody(document: Document, root: Element): Document {
  const { head } = document;
  if ([...root.children].some(({ localName }) => localName === "body" || localName === "frameset")) return document;
  const nodes = [...root.childNodes].filter((node) => node !== head);
  // linkedom creates it.
  document.body.append(...nodes);
  return document;
}

function readCanonicalUrl(document: Document, baseUrl: string, url: string): string | null {
  const stated = [
    document.querySelector('link[rel~="canonical" i][href]')?.getAttribute("href"),
    document.querySelector('meta[property="og:url"][content]')?.getAttribute("content"),
  ];
  const isFrontPage = new URL(url).pathname === "/";
  // Faulty templates state the front page on every page.
  return (
    stated
      .map((text) => toAbsoluteUrl(text, baseUrl))
      .find((found) => found !== null && (isFrontPage || new URL(found).pathname !== "/")) ?? null
  );
}

/** Separates a kicker in its own element from the rest of the heading. */
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

interface ArticleContext {
  baseUrl: string;
  title: string | null;
  statedBody: string | null;
  cleanHtml(html: string): string;
}

function readArticle(document: Document, { baseUrl, title, statedBody, cleanHtml }: ArticleContext): Article {
  // Before `findArticle`, because Readability rewrites the document.
  const paragraphs = cleanHtml(looseParagraphs(document));
  const root = findArticle(document);
  const images = root ? takeImages(root) : [];
  if (root) prepare(root, baseUrl, title);
  const read = cleanHtml(root?.innerHTML ?? "");
  const stated = statedBody === null ? "" : cleanHtml(statedBody);
  // Readability is right unless another source has far more text.
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
  return paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("");
}

/** Removes the pictures of an article with their captions, and returns them. */
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
