import { Worker } from "node:worker_threads";
import { fileTypeFromBuffer } from "file-type";
import { limits } from "../../contract/limits";
import { createSlots } from "../slots";
import { decodeText } from "./charset";
import { isPicture } from "./fetch-file";
import { fetchGuarded, type GuardedResponse, type Lookup, withinTime } from "./fetch-guarded";
import { OutboundError } from "./outbound-error";
import { readAuthorNames } from "./page/author-names";
import type { PageImage } from "./page/page-facts";
import { chooseImages } from "./page/page-images";
import { toPlainLine } from "./page/plain-line";
import { findRefreshUrl, longestHead } from "./page/refresh";
import type { ImportedPage, ReadPage } from "./read-page";
import type { PageReading, PageToRead } from "./read-page-worker";

export interface ImportOptions {
  /** `host` or `host:port`, as `IMPORT_ALLOW_HOSTS` names them. */
  allowHosts: readonly string[];
  /** The built `read-page-worker.js`. */
  workerPath: string | URL;
  signal?: AbortSignal;
  lookup?: Lookup;
}

const pageLimits = { timeoutMs: 10_000, maxBytes: limits.importedPageMb * 1024 * 1024, maxRedirects: 5 };
/** Of fetching and reading, pages that only lead to others included. */
const timeoutMs = 12_000;
const oembedLimits = { timeoutMs: 3_000, maxBytes: 256 * 1024, maxRedirects: 2 };
const workerTimeoutMs = 6_500;
const mostWorkers = 4;
const mostWaiting = 12;
/** Whoever asks for a password beside less text than this has an article behind it. */
const shortestArticle = 600;

/**
 * Fetches a page and reads its title, text, pictures, authors, source and publishing time; `url` is where it was found after redirects,
 * those by a tag included. Pictures that cannot be had are left out.
 * Throws OutboundError: those of the fetch, `unsupported_type` for what is no page, `login_required` for a page that only asks for a
 * password, `empty` when there is nothing to take over, `unreadable` when the reader fails, `busy` when too many wait.
 */
export async function importPage(url: string, options: ImportOptions): Promise<ImportedPage & { url: string }> {
  const { page, foundAt } = await withinTime({ ...options, timeoutMs }, async (signal) => {
    const response = await fetchWhereItLeads(url, { ...options, signal });
    const toRead = { bytes: new Uint8Array(response.body), contentType: response.contentType, url: response.url };
    return { page: await withWorkerSlot(() => readInWorker(toRead, { ...options, signal })), foundAt: response.url };
  });
  const { oembedUrl, asksForPassword, ...read } = page;
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

/** The pictures whose servers send one. */
async function keepPictures(images: PageImage[], options: ImportOptions): Promise<PageImage[]> {
  const checked = images.slice(0, limits.importedPictures);
  const isThere = await Promise.all(checked.map(({ url }) => isPicture(url, options)));
  options.signal?.throwIfAborted();
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

const withWorkerSlot = createSlots(mostWorkers, { mostWaiting, busy: () => new OutboundError("busy", { waiting: mostWaiting }) });

function readInWorker(page: PageToRead, { workerPath, signal }: ImportOptions): Promise<ReadPage> {
  signal?.throwIfAborted();
  const worker = new Worker(workerPath, {
    workerData: page,
    transferList: [page.bytes.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    // The reader of foreign pages gets none of the configuration.
    env: {},
    execArgv: [],
  });
  return new Promise<ReadPage>((resolve, reject) => {
    const fail = (reason: string, cause?: unknown) => reject(new OutboundError("unreadable", { reason }, { cause }));
    const timer = setTimeout(() => fail("timeout"), workerTimeoutMs);
    const abort = () => reject(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    worker.once("message", (reading: PageReading) => ("page" in reading ? resolve(reading.page) : fail(reading.failure)));
    worker.once("error", (error) => fail("error", error));
    worker.once("exit", () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      fail("exit");
    });
  }).finally(() => worker.terminate());
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
    // The side request only adds; the page is imported without it, unless the whole import was called off.
    options.signal?.throwIfAborted();
    if (error instanceof OutboundError || error instanceof SyntaxError) return {};
    throw error;
  }
}

function textsOf(value: unknown): string[] {
  return typeof value === "string" ? [value] : [];
}
