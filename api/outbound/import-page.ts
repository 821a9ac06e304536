import {
  completeFromOembed,
  decodeText,
  findRefreshUrl,
  hasSignInField,
  maxHead,
  type PageImage,
  PageTooComplex,
  type ReadPage,
  readPage,
} from "@folda/page-reader";
import { CookieJar } from "tough-cookie";
import * as limits from "../../contract/limits";
import { cleanArticleHtml } from "../html/article-html";
import { findDetour, findDetourOfPage, isSamePage, longestLogin } from "./detour";
import { isPicture } from "./fetch-file";
import { fetchGuarded, type GuardedFetchOptions, type GuardedResponse } from "./fetch-guarded";
import { isHtmlType, mediaTypeOf } from "./media-type";
import { OutboundError, type OutboundErrorCode } from "./outbound-error";
import { acceptedTypes, requirePage } from "./require-page";
import { withinTime } from "./within-time";

export interface ImportedPage extends Omit<ReadPage, "oembedUrl" | "asksForPassword"> {
  /** The address after redirects. Keeps the fragment of the requested one unless they led to another page. */
  url: string;
  /** Whether the connection ended before the end of the page. */
  isCut: boolean;
}

interface ImportOptions {
  /** `host` or `host:port`, as in `IMPORT_ALLOW_HOSTS`. */
  allowHosts: readonly string[];
  signal?: AbortSignal;
}

const pageLimits = { timeoutMs: 10_000, maxBytes: limits.importedPageMb * 1024 * 1024, maxRedirects: 5 };
/** Milliseconds for the page, including pages that only redirect to it. */
const timeoutMs = 12_000;
const oembedLimits = { timeoutMs: 3_000, maxBytes: 256 * 1024, maxRedirects: 2 };

/**
 * Fetches a page and reads its title, text, pictures, authors, source and publishing time. Redirects by a meta tag are followed like others, with
 * the cookies of this import. Pictures that cannot be fetched are left out.
 * Throws OutboundError: those of the fetch, `unsupported_type` for other files, `login_required` for a sign-in page, `consent_required` and
 * `home_page` for redirects to such pages, `empty` for a page without text, description and pictures, `unreadable` for elements that are
 * nested too deeply or have too many classes.
 */
export async function importPage(url: string, options: ImportOptions): Promise<ImportedPage> {
  const response = await withinTime({ timeoutMs }, (signal) => fetchWhereItLeads(url, { ...options, signal }));
  const typed = new URL(url);
  const landed = new URL(response.url);
  const isRedirected = !isSamePage({ typed, landed });
  refuse(isRedirected && findDetour({ typed, landed }));
  const html = decodeText(response.body, response.contentType);
  const read = readHtml(html, response.url);
  refuse(isRedirected && findDetourOfPage({ ...read, typed, landed, hasSignInField: () => hasSignInField(html) }));
  refuse(read.asksForPassword && (read.content?.length ?? 0) < longestLogin && "login_required");
  const isComplete = read.title !== null && read.authors.length > 0;
  const { oembedUrl, asksForPassword, ...page } =
    isComplete || read.oembedUrl === null ? read : completeFromOembed(read, await readOembed(read.oembedUrl, options), response.url);
  const isCut = response.cut !== null && !/<\/(?:body|html)\s*>/i.test(html);
  if (isCut && page.content === null) throw response.cut;
  const images = await keepPictures(page.images, options);
  if (page.content === null && page.description === null && images.length === 0) throw new OutboundError("empty");
  return { ...page, images, url: isRedirected ? landed.href : `${landed.href}${typed.hash}`, isCut };
}

function refuse(problem: OutboundErrorCode | false | undefined): void {
  if (problem) throw new OutboundError(problem);
}

/** Follows redirects by meta tags, which count like other redirects. */
async function fetchWhereItLeads(start: string, options: ImportOptions): Promise<GuardedResponse> {
  const cookies = new CookieJar(undefined, { allowSecureOnLocal: false });
  let url = start;
  for (let redirects = 0; ; redirects += 1) {
    const maxRedirects = pageLimits.maxRedirects - redirects;
    if (maxRedirects < 0) throw new OutboundError("too_many_redirects", { maxRedirects: pageLimits.maxRedirects });
    const response = await fetchPage(url, { ...options, ...pageLimits, maxRedirects, cookies });
    const next = findRefreshUrl(decodeText(response.body.subarray(0, maxHead), response.contentType), response.url);
    if (next === null) return response;
    url = next;
    redirects += response.redirects;
  }
}

async function fetchPage(url: string, options: Omit<GuardedFetchOptions, "accept">): Promise<GuardedResponse> {
  try {
    const response = await fetchGuarded(url, { ...options, accept: acceptedTypes, isTolerant: true });
    await requirePage(response);
    return response;
  } catch (error) {
    const type = error instanceof OutboundError && error.code === "too_large" ? error.data.contentType : undefined;
    // For a large video, the type is the better reason.
    if (typeof type === "string" && !isHtmlType(type)) throw new OutboundError("unsupported_type", { contentType: mediaTypeOf(type) });
    throw error;
  }
}

function readHtml(html: string, url: string): ReadPage {
  try {
    return readPage({ html, url, cleanHtml: cleanArticleHtml });
  } catch (error) {
    if (error instanceof PageTooComplex) throw new OutboundError("unreadable", { reason: "nesting" });
    throw error;
  }
}

/** Leaves out addresses that return no picture. */
async function keepPictures(images: PageImage[], options: ImportOptions): Promise<PageImage[]> {
  const checked = images.slice(0, limits.importedPictures);
  const isThere = await Promise.all(checked.map(({ url }) => isPicture(url, options)));
  return checked.filter((_, index) => isThere[index]);
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
    // Optional: the page is imported without it.
    if (error instanceof OutboundError || error instanceof SyntaxError) return {};
    throw error;
  }
}
