import * as limits from "../../../contract/limits";
import { variantWidths } from "../../../contract/picture-variants";
import type { PageDoubt } from "../../../contract/rest/embedly";
import { cleanLine } from "../../../contract/rest/shared";
import { findSourceUrl } from "../../../contract/rest/source-url";
import { drawingWorker, fetcherWorker, readerWorker } from "../../config";
import { readPicture } from "../../files/drawing";
import { type ImportKind, importDuration, imports } from "../../metrics/instruments";
import { fetchPicture, importPage } from "../../outbound/in-worker";
import { OutboundError } from "../../outbound/outbound-error";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { NotFound, PageUnread } from "../errors";
import { pageProblemOf } from "../outbound-problems";
import { layOutAgain } from "./article-html";

type ImportedPage = Awaited<ReturnType<typeof importPage>>;
export type ReadPage = Awaited<ReturnType<typeof readWebPage>>;

/** Title, text, pictures and metadata of a web page. Throws `RateLimitReached`, `Busy`, and `PageUnread` with the reason if it cannot be read. */
export async function readWebPage(services: Services, viewer: Viewer, url: string) {
  await services.rateLimits.consume({ "fetch-page": viewer.userId });
  try {
    const page = importPage({ url, allowHosts: services.config.importAllowHosts }, { workerPath: readerWorker });
    return await withinLimits(await measureImport("page", page));
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const host = typeof error.data.host === "string" ? error.data.host : new URL(url).host;
    throw new PageUnread(pageProblemOf(error), { host, max: limits.importedPageMb });
  }
}

/** Cuts each value to the limit of its field; otherwise the form that it fills could not be submitted. */
async function withinLimits(page: ImportedPage) {
  const cut = (line: string | null) => line && cleanLine(line.slice(0, limits.text));
  const images = page.images.filter(({ url }) => url.length <= limits.url).map((image) => ({ ...image, alt: cut(image.alt) }));
  const content = page.content && (await beginningOf(page.content));
  const canonicalUrl = page.canonicalUrl && (findSourceUrl(page.canonicalUrl, { allowLocalHosts: true })?.href ?? null);
  const isCut = page.isCut || content !== page.content;
  return {
    ...page,
    canonicalUrl,
    title: cut(page.title),
    sourceName: cut(page.sourceName),
    images,
    content,
    doubts: doubtsAbout(page, isCut),
  };
}

function doubtsAbout({ publishedAt, dateDoubt, contentIsUncertain }: ImportedPage, isCut: boolean): PageDoubt[] {
  const ofDate: PageDoubt | null = publishedAt === null ? "no_date" : dateDoubt && `${dateDoubt}_date`;
  return [...(ofDate ? [ofDate] : []), ...(isCut ? (["cut_text"] as const) : contentIsUncertain ? (["partial_text"] as const) : [])];
}

const blockEnds = ["</p>", "</li>", "</tr>", "</pre>", "</h2>", "</h3>", "</blockquote>"];
/** Characters reserved for closing the tags that a cut leaves open. */
const closingTags = 4_000;

/** The complete blocks that fit into an article. */
export async function beginningOf(html: string): Promise<string> {
  if (html.length <= limits.body) return html;
  const most = limits.body - closingTags;
  const ends = blockEnds.map((tag) => html.lastIndexOf(tag, most)).filter((end) => end > 0);
  return layOutAgain(html.slice(0, ends.length > 0 ? Math.max(...ends) : limits.body / 2));
}

/** A picture of a web page as a small WebP, for a preview before it is imported. Throws `RateLimitReached`, and `NotFound` if it cannot be read. */
export async function previewPicture(services: Services, viewer: Viewer, url: string): Promise<Uint8Array> {
  await services.rateLimits.consume({ "fetch-file": viewer.userId });
  const picture = { url, allowHosts: services.config.importAllowHosts };
  const bytes = await measureImport("picture", fetchPicture(picture, { workerPath: fetcherWorker })).catch((error: unknown) => {
    throw error instanceof OutboundError ? new NotFound() : error;
  });
  const [preview] = (await readPicture({ source: bytes, widths: [variantWidths.small] }, drawingWorker))?.drawings ?? [];
  if (!preview) throw new NotFound();
  return preview;
}

/** Counts an import by its result: `ok`, the code of its error, or `error`. */
async function measureImport<Result>(kind: ImportKind, work: Promise<Result>): Promise<Result> {
  const end = importDuration.startTimer({ kind });
  try {
    const imported = await work;
    imports.inc({ kind, result: "ok" });
    return imported;
  } catch (error) {
    imports.inc({ kind, result: error instanceof OutboundError ? error.code : "error" });
    throw error;
  } finally {
    end();
  }
}
