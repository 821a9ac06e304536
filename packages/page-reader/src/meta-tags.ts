import type { PageFacts, PageImage } from "./page-facts";
import { imageOf } from "./page-images";
import { toPlainLine } from "./plain-line";
import { readPublishingTime } from "./publishing-time";

/** Metadata from Open Graph, Dublin Core, Parsely, Sailthru and plain meta tags; from Twitter's only as a last resort. */
export function readMetaTags(document: Document): PageFacts {
  const contents = contentsByName(document);
  const all = (...names: string[]) => names.map((name) => contents.get(name) ?? []).find((found) => found.length > 0) ?? [];
  const line = (...names: string[]) =>
    all(...names)
      .map(toPlainLine)
      .find((text) => text !== null) ?? null;
  return {
    title: line("og:title", "parsely-title", "sailthru.title", "dc.title", "dcterms.title", "twitter:title"),
    description: line(
      "og:description",
      "description",
      "sailthru.description",
      "dc.description",
      "dcterms.description",
      "twitter:description",
    ),
    images: [
      ...openGraphImages(document),
      ...all("twitter:image", "twitter:image:src", "sailthru.image.full", "parsely-image-url", "thumbnail").map(withoutSize),
    ],
    authors: all(
      "author",
      "article:author",
      "og:article:author",
      "parsely-author",
      "sailthru.author",
      "dc.creator",
      "dcterms.creator",
      "byl",
      "citation_author",
    ).filter((text) => !/^\s*(https?:)?\/\//i.test(text)),
    sourceName: line("og:site_name", "publisher", "dc.publisher", "dcterms.publisher", "application-name", "apple-mobile-web-app-title"),
    publishedAt: firstTime(
      all(
        "article:published_time",
        "og:article:published_time",
        "article:published",
        "parsely-pub-date",
        "sailthru.date",
        "datepublished",
        "publish-date",
        "publishdate",
        "pubdate",
        "publication_date",
        "dcterms.created",
        "dc.date.issued",
        "dcterms.issued",
        "dc.date",
        "dcterms.date",
        "dc.created",
        "date",
        "citation_publication_date",
      ),
    ),
    language: line("og:locale", "content-language", "dc.language", "dcterms.language", "language"),
  };
}

function contentsByName(document: Document): Map<string, string[]> {
  const contents = new Map<string, string[]>();
  for (const meta of document.querySelectorAll("meta[content]")) {
    const content = meta.getAttribute("content")?.trim();
    for (const attribute of ["property", "name", "http-equiv"]) {
      const name = meta.getAttribute(attribute)?.trim().toLowerCase();
      if (name && content) contents.set(name, [...(contents.get(name) ?? []), content]);
    }
  }
  return contents;
}

/** Width, height and alt follow the picture they belong to. */
function openGraphImages(document: Document): PageImage[] {
  const images: PageImage[] = [];
  for (const meta of document.querySelectorAll("meta[content]")) {
    const name = (meta.getAttribute("property") ?? meta.getAttribute("name"))?.trim().toLowerCase();
    const content = meta.getAttribute("content")?.trim() ?? "";
    const last = images.at(-1);
    if (name === "og:image") images.push(withoutSize(content));
    else if (name === "og:image:url" && last?.url !== content) images.push(withoutSize(content));
    else if (name === "og:image:secure_url" && last) last.url = content;
    else if (name === "og:image:width" && last) last.width = Number.parseInt(content, 10) || null;
    else if (name === "og:image:height" && last) last.height = Number.parseInt(content, 10) || null;
    else if (name === "og:image:alt" && last) last.alt = toPlainLine(content);
  }
  return images.filter(({ url }) => url !== "");
}

/** Metadata from microdata, `rel=author`, bylines and `time` elements in the page itself. */
export function readMarkup(document: Document): PageFacts {
  const scope = document.querySelector('[itemscope][itemtype*="Article" i], [itemscope][itemtype*="Posting" i]') ?? document;
  const items = (name: string) => Array.from(scope.querySelectorAll(`[itemprop~="${name}"]`)).filter(isOfArticle);
  const line = (name: string) =>
    items(name)
      .map((item) => toPlainLine(itemValue(item)))
      .find((text) => text !== null) ?? null;
  const publisher = items("publisher")[0];
  return {
    title: line("headline"),
    description: line("description"),
    images: items("image").flatMap((item) => {
      const picture = item.localName === "img" ? item : item.querySelector("img");
      const image = picture && imageOf(picture);
      return image ? [image] : item.hasAttribute("itemscope") ? [] : [withoutSize(itemValue(item))];
    }),
    authors: bylinesOf(document),
    sourceName: publisher ? toPlainLine(itemValue(publisher.querySelector('[itemprop~="name"]') ?? publisher)) : null,
    publishedAt: firstTime(items("datePublished").map(itemValue)) ?? firstTime(timesOf(document)),
    language: document.documentElement?.getAttribute("lang") ?? document.documentElement?.getAttribute("xml:lang") ?? null,
  };
}

function itemValue(item: Element): string {
  return (
    item.getAttribute("content") ??
    item.getAttribute("datetime") ??
    item.getAttribute("src") ??
    (item.localName === "link" ? item.getAttribute("href") : null) ??
    item.textContent ??
    ""
  );
}

const bylineSelectors = [
  '[itemprop~="author"] [itemprop~="name"]',
  '[itemprop~="author"]',
  '[rel~="author"]',
  ".author-name, .authorname, .author__name, .byline__name, .byline-name, .autor-name, .autor__name",
  '[class*="byline" i] a, [class*="author" i] a, [class*="autor" i] a',
  '[class*="byline" i], [class*="author" i], [class*="autor" i], [class*="verfasser" i]',
];

const longestByline = 160;

function bylinesOf(document: Document): string[] {
  for (const selector of bylineSelectors) {
    const bylines = Array.from(document.querySelectorAll(selector))
      .filter(isOfArticle)
      .map((element) => toPlainLine(element.getAttribute("content") ?? element.textContent ?? ""))
      .filter(
        (text) =>
          text !== null &&
          text.length <= longestByline &&
          /\p{Lu}/u.test(text) &&
          !/^\s*(mehr|more|alle|all|zum|zur|folgen|follow)\b/i.test(text),
      );
    if (bylines.length > 0) return bylines.slice(0, 5) as string[];
  }
  return writtenByline(document);
}

const bylineSentence =
  /^(?:Von|By|Text:|Autor(?:in)?:)\s+\p{Lu}[\p{L}.'’-]+(?:\s+(?:(?:von|van|de|zu|der|und|and)\s+)*\p{Lu}[\p{L}.'’-]*){1,6}\s*(?:$|[,|•·–(]|\d|am\b)/u;

function writtenByline(document: Document): string[] {
  const root = document.querySelector("article, main, [role=main]") ?? document.body;
  const lines = Array.from(root?.querySelectorAll("p, span, div, em, i, small, address") ?? []).slice(0, 400);
  const found = lines.find(
    (element) =>
      (element.textContent ?? "").length <= longestByline &&
      isOfArticle(element) &&
      bylineSentence.test((element.textContent ?? "").trim()),
  );
  return found ? [found.textContent ?? ""] : [];
}

function timesOf(document: Document): string[] {
  const article = document.querySelector("article, main, [role=main]");
  const roots = [article, document.body].filter((root) => root !== null && root !== undefined);
  return roots.flatMap((root) => [
    ...Array.from(root.querySelectorAll("time[pubdate], time[datetime]"))
      .filter(isOfArticle)
      .map((time) => time.getAttribute("datetime") ?? ""),
    ...Array.from(
      root.querySelectorAll(
        'time, [class*="date" i], [class*="datum" i], [class*="publish" i], [class*="timestamp" i], [class*="byline" i]',
      ),
    )
      .filter((element) => isOfArticle(element) && (element.textContent ?? "").length <= longestByline)
      .map((element) => element.textContent ?? ""),
  ]);
}

const besideArticle = /comment|kommentar|teaser|related|sidebar|footer|newsletter|recommend|weitere|breadcrumb|copyright/i;

/** Whether an element belongs to the article, not to comments, teasers of others or the frame around it. */
function isOfArticle(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const name = at.localName;
    if (name === "body" || name === "html") return true;
    if (name === "aside" || name === "footer" || name === "nav") return false;
    if (besideArticle.test(`${at.getAttribute("class") ?? ""} ${at.id ?? ""} ${at.getAttribute("itemprop") ?? ""}`)) return false;
  }
  return true;
}

function firstTime(texts: readonly string[]): number | null {
  for (const text of texts) {
    const time = readPublishingTime(text);
    if (time !== null) return time;
  }
  return null;
}

function withoutSize(url: string): PageImage {
  return { url, width: null, height: null, alt: null };
}
