import {
  completeFromOembed,
  decodeText,
  findRefreshUrl,
  maxHead,
  type PageImage,
  PageTooDeep,
  type ReadPage,
  readPage,
} from "@folda/page-reader";
import { fileTypeFromBuffer } from "file-type";
import * as limits from "../../contract/limits";
import { cleanArticleHtml } from "../html/article-html";
import { isPicture } from "./fetch-file";
import { fetchGuarded, type GuardedResponse } from "./fetch-guarded";
import { OutboundError } from "./outbound-error";
import { withinTime } from "./within-time";

export type ImportedPage = Omit<ReadPage, "oembedUrl" | "asksForPassword">;

interface ImportOptions {
  /** `host` or `host:port`, as in `IMPORT_ALLOW_HOSTS`. */
  allowHosts: readonly string[];
  signal?: AbortSignal;
}

const pageLimits = { timeoutMs: 10_000, maxBytes: limits.importedPageMb * 1024 * 1024, maxRedirects: 5 };
/** Milliseconds for the page, including pages that only redirect to it. */
const timeoutMs = 12_000;
const oembedLimits = { timeoutMs: 3_000, maxBytes: 256 * 1024, maxRedirects: 2 };

/** In characters. A page with a password field and less text is a sign-in page. */
const shortestArticle = 600;

/**
 * Fetches a page and reads its title, text, pictures, authors, source and publishing time; `url` is its address after redirects, including those
 * by a meta tag. Pictures that cannot be fetched are left out.
 * Throws OutboundError: those of the fetch, `unsupported_type` for other files, `login_required` for a sign-in page, `empty` for a page without
 * text, description and pictures, `unreadable` for elements that are nested too deeply.
 */
export async function importPage(url: string, options: ImportOptions): Promise<ImportedPage & { url: string }> {
  const response = await withinTime({ timeoutMs }, (signal) => fetchWhereItLeads(url, { ...options, signal }));
  const foundAt = response.url;
  const read = readResponse(response);
  if (read.asksForPassword && (read.content?.length ?? 0) < shortestArticle) throw new OutboundError("login_required");
  const isComplete = read.title !== null && read.authors.length > 0;
  const { oembedUrl, asksForPassword, ...page } =
    isComplete || read.oembedUrl === null ? read : completeFromOembed(read, await readOembed(read.oembedUrl, options), foundAt);
  const images = await keepPictures(page.images, options);
  if (page.content === null && page.description === null && images.length === 0) throw new OutboundError("empty");
  return { ...page, images, url: foundAt };
}

/** Follows redirects by meta tags, which count like other redirects. */
async function fetchWhereItLeads(start: string, options: ImportOptions): Promise<GuardedResponse> {
  let url = start;
  for (let redirects = 0; ; redirects += 1) {
    const maxRedirects = pageLimits.maxRedirects - redirects;
    if (maxRedirects < 0) throw new OutboundError("too_many_redirects", { maxRedirects: pageLimits.maxRedirects });
    const response = await fetchGuarded(url, { ...options, ...pageLimits, maxRedirects, accept: ["text/html", "application/xhtml+xml"] });
    await requirePage(response);
    const next = findRefreshUrl(decodeText(response.body.subarray(0, maxHead), response.contentType), response.url);
    if (next === null) return response;
    url = next;
    redirects += response.redirects;
  }
}

function readResponse({ body, contentType, url }: GuardedResponse): ReadPage {
  try {
    return readPage({ html: decodeText(body, contentType), url, cleanHtml: cleanArticleHtml });
  } catch (error) {
    if (error instanceof PageTooDeep) throw new OutboundError("unreadable", { reason: "nesting" });
    throw error;
  }
}

/** Leaves out addresses that return no picture. */
async function keepPictures(images: PageImage[], options: ImportOptions): Promise<PageImage[]> {
  const checked = images.slice(0, limits.importedPictures);
  const isThere = await Promise.all(checked.map(({ url }) => isPicture(url, options)));
  return checked.filter((_, index) => isThere[index]);
}

/** Judges by content: a response of type HTML may be a PDF, and one without a type may be anything. */
async function requirePage({ body, contentType }: GuardedResponse): Promise<void> {
  const found = await fileTypeFromBuffer(body);
  if (found && found.mime !== "application/xml") throw new OutboundError("unsupported_type", { contentType: found.mime });
  if (contentType === null && !/^[\s\ufeff]*</.test(Buffer.from(body.subarray(0, 512)).toString())) {
    throw new OutboundError("unsupported_type", { contentType: null });
  }
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
