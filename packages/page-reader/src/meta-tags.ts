import type { PageFacts, PageImage } from "./page-facts";
import { toPlainLine } from "./plain-line";
import { readPublishingTime } from "./publishing-time";

/** Metadata from Open Graph, Dublin Core, Parsely, Sailthru and plain meta tags; from Twitter's only as a last resort. */
export function readMetaTags(document: Document): PageFacts {
  const contents = contentsByName(document);
  /** What the tags of the first name with something readable say. */
  const all = <T>(read: (content: string) => T | null, ...names: string[]): T[] =>
    names.map((name) => (contents.get(name) ?? []).flatMap((content) => read(content) ?? [])).find((found) => found.length > 0) ?? [];
  const line = (...names: string[]) => all(toPlainLine, ...names)[0] ?? null;
  const time = (...names: string[]) => all(readPublishingTime, ...names)[0] ?? null;
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
      ...all(withoutSize, "twitter:image", "twitter:image:src", "sailthru.image.full", "parsely-image-url", "thumbnail"),
    ],
    authors: all(
      readAuthor,
      "author",
      "article:author",
      "og:article:author",
      "parsely-author",
      "sailthru.author",
      "dc.creator",
      "dcterms.creator",
      "byl",
      "citation_author",
    ),
    sourceName: line(
      "og:site_name",
      "publisher",
      "dc.publisher",
      "dcterms.publisher",
      "citation_journal_title",
      "application-name",
      "apple-mobile-web-app-title",
    ),
    publishedAt: time(
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
    modifiedAt: time(
      "article:modified_time",
      "og:article:modified_time",
      "og:updated_time",
      "datemodified",
      "dcterms.modified",
      "dc.date.modified",
      "lastmod",
      "last-modified",
      "revised",
    ),
    language: line("og:locale", "content-language", "dc.language", "dcterms.language", "language"),
  };
}

/** Not the address of a profile. */
function readAuthor(content: string): string | null {
  const isAddress = /^\s*(?:https?:)?\/\/|^\s*(?:[\w-]+\.)+(?:com|de|net|org)\/\S/i.test(content);
  return isAddress || toPlainLine(content) === null ? null : content;
}

function contentsByName(document: Document): Map<string, string[]> {
  const contents = new Map<string, string[]>();
  for (const meta of metaTags(document)) {
    const content = meta.getAttribute("content")?.trim();
    for (const attribute of ["property", "name", "http-equiv"]) {
      const name = meta.getAttribute(attribute)?.trim().toLowerCase();
      if (!name || !content) continue;
      const known = contents.get(name);
      if (known) known.push(content);
      else contents.set(name, [content]);
    }
  }
  return contents;
}

/** Also those in the body, as faulty pages have them, but not those of a teaser. */
function metaTags(document: Document): Element[] {
  return Array.from(document.querySelectorAll("meta[content]")).filter((meta) => !meta.closest("article, aside, blockquote, li, figure"));
}

/** Width, height and alt follow the picture they belong to. */
function openGraphImages(document: Document): PageImage[] {
  const images: PageImage[] = [];
  for (const meta of metaTags(document)) {
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

export function firstTime(texts: readonly string[]): number | null {
  for (const text of texts) {
    const time = readPublishingTime(text);
    if (time !== null) return time;
  }
  return null;
}

export function withoutSize(url: string): PageImage {
  return { url, width: null, height: null, alt: null };
}
