import { readAuthorNames } from "./author-names";
import { chooseImages } from "./page-images";
import { toPlainLine } from "./plain-line";
import type { ReadPage } from "./read-page";

/** Fills in the title, the author and the picture from the oEmbed description of a page, where the page itself has none. */
export function completeFromOembed(page: ReadPage, described: Record<string, unknown>, pageUrl: string): ReadPage {
  const authorNames = readAuthorNames(textsOf(described.author_name), [page.sourceName ?? ""]);
  const thumbnail = textsOf(described.thumbnail_url).map((url) => ({ url, width: null, height: null, alt: null }));
  return {
    ...page,
    authors: page.authors.length > 0 ? page.authors : authorNames.map((name) => ({ name })),
    title: page.title ?? toPlainLine(described.title),
    images: page.images.length > 0 ? page.images : chooseImages(thumbnail, pageUrl),
  };
}

function textsOf(value: unknown): string[] {
  return typeof value === "string" ? [value] : [];
}
