import { resolve } from "node:path";
import type { PageProblem } from "../../contract/errors";
import { limits } from "../../contract/limits";
import { cleanLine } from "../../contract/rest/shared";
import { openPicture } from "../files/picture";
import { cleanArticleHtml } from "../outbound/article-html";
import { fetchPicture } from "../outbound/fetch-file";
import { importPage } from "../outbound/import-page";
import { OutboundError } from "../outbound/outbound-error";
import type { Services } from "../services";
import { NotFound, PageUnread } from "./errors";
import { variantWidths } from "./stored-files";
import { takeTurn } from "./turns";
import type { Viewer } from "./viewer";

export type ReadPage = Awaited<ReturnType<typeof readWebPage>>;

/** What a web page says about itself. Throws `TooManyAttempts`, and `PageUnread` with the reason when it cannot be read. */
export async function readWebPage(services: Services, viewer: Viewer, url: string) {
  await takeTurn(services, viewer, "page");
  try {
    return withinLimits(await importPage(url, { allowHosts: services.config.importAllowHosts, workerPath: pageReader }));
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const host = typeof error.data.host === "string" ? error.data.host : new URL(url).host;
    throw new PageUnread(problemOf(error), { host, max: limits.importedPageMb });
  }
}

/** As much of everything as the field it is for may hold, else the form that it fills could not be sent. */
function withinLimits(page: Awaited<ReturnType<typeof importPage>>) {
  const cut = (line: string | null) => line && cleanLine(line.slice(0, limits.text));
  const images = page.images.filter(({ url }) => url.length <= limits.url).map((image) => ({ ...image, alt: cut(image.alt) }));
  const content = page.content && beginningOf(page.content);
  return { ...page, title: cut(page.title), sourceName: cut(page.sourceName), images, content, contentIsCut: content !== page.content };
}

/** As many whole blocks of a text as an article may hold. */
function beginningOf(html: string): string {
  if (html.length <= limits.body) return html;
  const end = html.lastIndexOf("</p>", limits.body - "</p>".length);
  return cleanArticleHtml(html.slice(0, end < 0 ? limits.body / 2 : end));
}

/** A picture of a web page as a small WebP, for a look before it is taken over; throws `NotFound` when it cannot be read. */
export async function previewPicture(services: Services, viewer: Viewer, url: string): Promise<Uint8Array> {
  await takeTurn(services, viewer, "file");
  const bytes = await fetchPicture(url, { allowHosts: services.config.importAllowHosts }).catch((error: unknown) => {
    throw error instanceof OutboundError ? new NotFound() : error;
  });
  const preview = await (await openPicture(bytes))?.draw(variantWidths.small);
  if (!preview) throw new NotFound();
  return preview;
}

/** Relative to the working directory, because the bundler moves this module. */
const pageReader = resolve("build/workers/read-page-worker.js");

const unknownHost = new Set<unknown>(["ENOTFOUND", "ENODATA", "EAI_AGAIN"]);
const insecure = /^(?:ERR_SSL|ERR_TLS|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

/** What happened, as far as it makes a difference to who asked for the page. */
function problemOf({ code, data }: OutboundError): PageProblem {
  if (code === "status") return problemOfStatus(Number(data.status));
  if (code === "unsupported_type") return problemOfType(String(data.contentType ?? ""));
  if (code === "unreadable" && data.reason === "timeout") return "timeout";
  if (code !== "unreachable") return code;
  if (unknownHost.has(data.reason)) return "unknown_host";
  if (data.reason === "ECONNREFUSED") return "connection_refused";
  return insecure.test(String(data.reason)) ? "insecure" : "unreachable";
}

function problemOfStatus(status: number): PageProblem {
  if (status === 404 || status === 410) return "not_found";
  if (status === 401 || status === 402 || status === 403) return "login_required";
  return status >= 500 ? "server_failed" : "refused";
}

function problemOfType(contentType: string): PageProblem {
  if (contentType === "application/pdf") return "pdf";
  if (contentType.startsWith("text/")) return "plain_text";
  return contentType.startsWith("image/") ? "picture" : "not_a_page";
}
