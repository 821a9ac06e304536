import { fileTypeFromBuffer } from "file-type";
import { limits } from "../../contract/limits";
import { outlinePage } from "../html/page-outline";
import { decodeText } from "./charset";
import { isPicture } from "./fetch-file";
import { fetchGuarded, type GuardedResponse } from "./fetch-guarded";
import { OutboundError } from "./outbound-error";
import { readAuthorNames } from "./page/author-names";
import type { PageImage } from "./page/page-facts";
import { chooseImages } from "./page/page-images";
import { toPlainLine } from "./page/plain-line";
import { findRefreshUrl, longestHead } from "./page/refresh";
import { type ImportedPage, type ReadPage, readPage } from "./read-page";
import { withinTime } from "./within-time";

interface ImportOptions {
  /** `host` or `host:port`, as `IMPORT_ALLOW_HOSTS` names them. */
  allowHosts: readonly string[];
  signal?: AbortSignal;
}

const pageLimits = { timeoutMs: 10_000, maxBytes: limits.importedPageMb * 1024 * 1024, maxRedirects: 5 };
/** Of fetching, pages that only lead to others included. */
const timeoutMs = 12_000;
const oembedLimits = { timeoutMs: 3_000, maxBytes: 256 * 1024, maxRedirects: 2 };

// 5,000 nested elements cost Readability 7 seconds, 100,000 never end.
const deepest = 512;
// News pages have 2,000 to 8,000. These take a second on a busy machine; longer pages are read up to there.
const mostElements = 12_000;
// Five times what an article may hold.
const mostText = 1_000_000;

/** Whoever asks for a password beside less text than this has an article behind it. */
const shortestArticle = 600;

/**
 * Fetches a page and reads its title, text, pictures, authors, source and publishing time; `url` is where it was found after redirects,
 * those by a tag included. Pictures that cannot be had are left out.
 * Throws OutboundError: those of the fetch, `unsupported_type` for what is no page, `login_required` for a page that only asks for a
 * password, `empty` when there is nothing to take over, `unreadable` when elements are nested too deeply.
 */
export async function importPage(url: string, options: ImportOptions): Promise<ImportedPage & { url: string }> {
  const response = await withinTime({ timeoutMs }, (signal) => fetchWhereItLeads(url, { ...options, signal }));
  const foundAt = response.url;
  const { oembedUrl, asksForPassword, ...read } = readResponse(response);
  if (asksForPassword && (read.content?.length ?? 0) < shortestArticle) throw new OutboundError("login_required");
  const isComplete = read.title !== null && read.authors.length > 0;
  const completed = isComplete || oembedUrl === null ? read : await completeFromOembed(read, oembedUrl, foundAt, options);
  const images = await keepPictures(completed.images, options);
  if (completed.content === null && completed.description === null && images.length === 0) throw new OutboundError("empty");
  return { ...completed, images, url: foundAt };
}

/** A page, or the one that it sends its readers on to, which is one redirect more. */
async function fetchWhereItLeads(start: string, options: ImportOptions): Promise<GuardedResponse> {
  let url = start;
  for (let redirects = 0; ; redirects += 1) {
    const maxRedirects = pageLimits.maxRedirects - redirects;
    if (maxRedirects < 0) throw new OutboundError("too_many_redirects", { maxRedirects: pageLimits.maxRedirects });
    const response = await fetchGuarded(url, { ...options, ...pageLimits, maxRedirects, accept: ["text/html", "application/xhtml+xml"] });
    await requirePage(response);
    const next = findRefreshUrl(decodeText(response.body.subarray(0, longestHead), response.contentType), response.url);
    if (next === null) return response;
    url = next;
    redirects += response.redirects;
  }
}

function readResponse({ body, contentType, url }: GuardedResponse): ReadPage {
  const html = decodeText(body, contentType);
  const { isTooDeep, end } = outlinePage(html, { deepest, mostElements, mostText });
  if (isTooDeep) throw new OutboundError("unreadable", { reason: "nesting" });
  return readPage({ html: html.slice(0, end), url });
}

/** The pictures whose servers send one. */
async function keepPictures(images: PageImage[], options: ImportOptions): Promise<PageImage[]> {
  const checked = images.slice(0, limits.importedPictures);
  const isThere = await Promise.all(checked.map(({ url }) => isPicture(url, options)));
  return checked.filter((_, index) => isThere[index]);
}

/** What calls itself HTML may still be a PDF, and what has no type may be anything. */
async function requirePage({ body, contentType }: GuardedResponse): Promise<void> {
  const found = await fileTypeFromBuffer(body);
  if (found && found.mime !== "application/xml") throw new OutboundError("unsupported_type", { contentType: found.mime });
  if (contentType === null && !/^[\s\ufeff]*</.test(Buffer.from(body.subarray(0, 512)).toString())) {
    throw new OutboundError("unsupported_type", { contentType: null });
  }
}

async function completeFromOembed(page: ImportedPage, oembedUrl: string, pageUrl: string, options: ImportOptions): Promise<ImportedPage> {
  const described = await readOembed(oembedUrl, options);
  const authors =
    page.authors.length > 0
      ? page.authors
      : readAuthorNames(textsOf(described.author_name), [page.sourceName ?? ""]).map((name) => ({ name }));
  const thumbnail = textsOf(described.thumbnail_url).map((url) => ({ url, width: null, height: null, alt: null }));
  return {
    ...page,
    authors,
    title: page.title ?? toPlainLine(described.title),
    images: page.images.length > 0 ? page.images : chooseImages(thumbnail, pageUrl),
  };
}

async function readOembed(url: string, options: ImportOptions): Promise<Record<string, unknown>> {
  try {
    const { body } = await fetchGuarded(url, {
      ...options,
      ...oembedLimits,
      accept: ["application/json", "application/json+oembed", "text/json", "text/javascript"],
    });
    const described: unknown = JSON.parse(Buffer.from(body).toString());
    return typeof described === "object" && described !== null ? (described as Record<string, unknown>) : {};
  } catch (error) {
    // The side request only adds; without it the page is imported all the same.
    if (error instanceof OutboundError || error instanceof SyntaxError) return {};
    throw error;
  }
}

function textsOf(value: unknown): string[] {
  return typeof value === "string" ? [value] : [];
}
