import { parseHTML } from "linkedom";
import { readArticle } from "./article-text";
import { readAuthorNames } from "./author-names";
import { isForScreenReaders, wordsOf } from "./elements";
import { readJsonLd } from "./json-ld";
import { readMetaTags } from "./meta-tags";
import { outlinePage } from "./outline";
import { findOwnArticle, type Heading } from "./own-article";
import type { PageFacts, PageImage } from "./page-facts";
import { chooseImages, toAbsoluteUrl } from "./page-images";
import { chooseLanguage } from "./page-language";
import { chooseTitle, findHeading } from "./page-title";
import { toPlainLine } from "./plain-line";
import { readAddressDay } from "./publishing-time";
import { readVisibleFacts } from "./visible-facts";

export interface ReadPage {
  title: string | null;
  description: string | null;
  /** At most twelve, the best first. */
  images: PageImage[];
  /** The text of the article as `cleanHtml` returned it, links absolute, without pictures; null if there is none. */
  content: string | null;
  /** Sentences near the text may belong to it but were left out, or the page is longer than what is read of it. */
  contentIsUncertain: boolean;
  authors: { name: string }[];
  sourceName: string | null;
  /** Milliseconds. */
  publishedAt: number | null;
  /** Why the date may be wrong: it is from the address or an unlabelled text, or the date of a change. */
  dateDoubt: "guessed" | "modified" | null;
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

/** The elements of the page are nested too deeply, or have too many classes, to read it in reasonable time. */
export class PageTooComplex extends Error {
  constructor() {
    super(`the elements are nested more than ${maxDepth} deep or have too many classes`);
    this.name = "PageTooComplex";
  }
}

// The parser takes time with the square of the depth, and every step recurses.
const maxDepth = 512;
// News pages have 2,000 to 8,000 elements. These take a second on a busy machine.
const maxElements = 12_000;
// In characters, five times the length of the longest articles.
const maxText = 1_000_000;

/**
 * Reads the metadata and the text of a page. Metadata come from JSON-LD about this page, then Open Graph and meta tags, then microdata, bylines and
 * dates of the article, the text from its paragraphs (`readArticle`). Very long pages are read up to a limit. Throws `PageTooComplex`.
 */
export function readPage({ html, url, cleanHtml }: PageToRead): ReadPage {
  const outline = outlinePage(html, { maxDepth, maxElements, maxText });
  if (outline.isTooComplex) throw new PageTooComplex();
  const document = parseDocument(html.slice(0, outline.end));
  for (const template of document.querySelectorAll("template")) template.remove();
  const baseUrl = toAbsoluteUrl(document.querySelector("base[href]")?.getAttribute("href"), url) ?? url;
  const canonicalUrl = readCanonicalUrl(document, baseUrl, url);

  const meta = readMetaTags(document);
  const documentTitle = toPlainLine(document.querySelector("title")?.textContent);
  const titles = [meta.title, documentTitle].filter((title) => title !== null);
  const headings = titleHeadingsOf(document);
  const heading = findHeading(headings, titles, new URL(url));
  const jsonLd = readJsonLd(
    Array.from(document.querySelectorAll('script[type*="ld+json" i]'), (script) => script.textContent ?? ""),
    {
      urls: canonicalUrl ? [url, canonicalUrl] : [url],
      titles: heading.own ? [...titles, heading.own.text] : titles,
      isTitled: meta.title !== null || heading.own !== undefined,
      description: meta.description,
    },
  );
  const visible = readVisibleFacts(document, findOwnArticle(document.body ?? document.documentElement, heading.own?.element ?? null));
  const sources = [jsonLd, meta, visible];

  const host = new URL(url).hostname.replace(/^www\./, "");
  const sourceName =
    [jsonLd.sourceName, meta.sourceName, visible.sourceName, jsonLd.siteName].find((name) => name && !/^(https?:|@)/i.test(name)) ?? host;
  const siteNames = [
    sourceName,
    meta.sourceName,
    jsonLd.sourceName,
    jsonLd.siteName,
    host,
    host.replace(/\.[^.]+$/, ""),
    host.split(".").at(-2) ?? host,
    ...heading.siteNames,
  ].filter((name) => name !== null);

  const title = chooseTitle({
    stated: sources.map((source) => source.title),
    documentTitle,
    headings: headings.filter(({ element }) => element.localName === "h1" || element === heading.own?.element).map(({ text }) => text),
    kickers: headings.flatMap(({ element }) => kickerOf(element) ?? []),
    siteNames,
    host,
  });
  const authors = sources.map((source) => readAuthorNames(source.authors, siteNames)).find((names) => names.length > 0) ?? [];
  const oembedUrl = toAbsoluteUrl(document.querySelector('link[type="application/json+oembed" i][href]')?.getAttribute("href"), baseUrl);

  const asksForPassword = document.querySelector('input[type="password" i]') !== null;

  const article = readArticle(document, { baseUrl, title, statedBody: jsonLd.articleBody, language: visible.language, cleanHtml });
  const images = [...meta.images, ...jsonLd.images, ...visible.images, ...article.images];
  return {
    title,
    description: sources.map((source) => source.description).find((text) => text !== null) ?? null,
    images: chooseImages(images, baseUrl),
    content: article.content,
    contentIsUncertain: article.isUncertain || (article.content !== null && outline.end < html.length),
    authors: authors.map((name) => ({ name })),
    sourceName,
    ...chooseDate(sources, visible.guessedAt ?? readAddressDay(url) ?? readAddressDay(canonicalUrl ?? "")),
    language: chooseLanguage([jsonLd.language, visible.language, meta.language], article.text),
    canonicalUrl,
    oembedUrl,
    asksForPassword,
  };
}

type DatedSource = Pick<PageFacts, "publishedAt" | "modifiedAt">;

function chooseDate(sources: readonly DatedSource[], guessed: number | null): Pick<ReadPage, "publishedAt" | "dateDoubt"> {
  const published = sources.map((source) => source.publishedAt).find((time) => time !== null) ?? null;
  if (published !== null) return { publishedAt: published, dateDoubt: null };
  if (guessed !== null) return { publishedAt: guessed, dateDoubt: "guessed" };
  const modified = sources.map((source) => source.modifiedAt).find((time) => time !== null) ?? null;
  return { publishedAt: modified, dateDoubt: modified === null ? null : "modified" };
}

function parseDocument(html: string): Document {
  const { document } = parseHTML(html);
  const root = document.documentElement;
  // Without an html element, linkedom takes the first element for the whole document.
  if (root?.localName === "html") return withBody(document, root);
  return parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`).document;
}

/** Adds the head and the body, whose tags are optional in HTML, with what belongs into them. */
function withBody(document: Document, root: Element): Document {
  const { head } = document;
  const nodes = [...root.childNodes].filter((node) => node !== head);
  const bodyAt = nodes.findIndex(({ nodeName }) => /^(?:body|frameset)$/i.test(nodeName));
  // linkedom takes only the element that follows the head for the body, and creates an empty one otherwise.
  if (bodyAt < 0) document.body.append(...nodes);
  else head.append(...nodes.slice(0, bodyAt));
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

/** The headings that may be the title. */
function titleHeadingsOf(document: Document): Heading[] {
  const marked = document.querySelectorAll("h1, article h2, main h2, [role=main] h2, .entry-title, .post-title");
  const found = marked.length > 0 ? marked : document.querySelectorAll('h2, h3, [class*="headline" i], [class*="title" i], b, font');
  return Array.from(found)
    .slice(0, maxHeadings)
    .flatMap((element) => {
      const text = headingText(element);
      return text === null ? [] : [{ element, text }];
    });
}

const maxHeadings = 50;

/** Separates a kicker in its own element from the rest of the heading. */
function headingText(heading: Element): string | null {
  const nodes = Array.from(heading.childNodes).filter((node) => node.nodeType !== 1 || !isForScreenReaders(wordsOf(node as Element)));
  const parts = nodes.map((node) => toPlainLine(node.textContent)).filter((part) => part !== null);
  const [kicker, ...rest] = parts;
  const isKicker =
    heading.firstElementChild !== null &&
    /kicker|topline|roofline|dachzeile|overline|spitzmarke/i.test(heading.firstElementChild.getAttribute("class") ?? "");
  if (isKicker && kicker && rest.length > 0) return `${kicker}${/[:.!?]$/.test(kicker) ? "" : ":"} ${rest.join(" ")}`;
  const hasBlocks = Array.from(heading.children).some((child) => child.localName === "span" || child.localName === "div");
  return hasBlocks ? parts.join(" ").replace(/ (?=[:,.!?])/g, "") : toPlainLine(nodes.map((node) => node.textContent).join(""));
}

function kickerOf(heading: Element): string | null {
  const first = Array.from(heading.childNodes).find((node) => toPlainLine(node.textContent) !== null);
  return first?.nodeType === 1 ? toPlainLine(first.textContent) : null;
}
