import { fileTypeFromBuffer } from "file-type";
import { isShownType } from "../files/shown-types";
import { type SpooledFile, writeFile } from "../files/spool";
import { downloadGuarded, fetchGuarded, type Lookup } from "./fetch-guarded";
import { isHtmlType, mediaTypeOf } from "./media-type";
import { OutboundError } from "./outbound-error";

interface FileOptions {
  /** `host` or `host:port`, as in `IMPORT_ALLOW_HOSTS`. */
  allowHosts: readonly string[];
  lookup?: Lookup;
}

/** A file as its server describes it; unverified. */
export interface RemoteFile {
  /** In lower case, without parameters. */
  contentType: string | null;
  /** As the server names it, or the last segment of its address; may be empty. */
  filename: string;
}

interface FileToFetch extends FileOptions {
  url: string;
  /** Limit of the decoded file. */
  maxBytes: number;
  /** The path to write to; must not exist yet. */
  path: string;
}

const maxRedirects = 5;
const pictureTypes = ["image/*", "application/octet-stream", "binary/octet-stream"];

/** Streams any file except a page to the disk. Throws OutboundError (`unsupported_type` for a page) and `StoreFull`. */
export function fetchFile({ url, path, ...options }: FileToFetch): Promise<{ described: RemoteFile; file: SpooledFile }> {
  return downloadGuarded(url, { ...options, timeoutMs: 60_000, maxRedirects, accept: ["*/*"] }, async (head, content) => {
    const contentType = head.contentType && mediaTypeOf(head.contentType);
    if (isHtmlType(contentType)) throw new OutboundError("unsupported_type", { contentType });
    const described = { contentType, filename: filenameOf(head.headers["content-disposition"] ?? "", head.url) };
    return { described, file: await writeFile(path, content) };
  });
}

/** Fetches a small picture into memory, for a preview. Throws OutboundError. */
export async function fetchPicture({ url, ...options }: FileOptions & { url: string }): Promise<Uint8Array> {
  const limits = { timeoutMs: 8_000, maxBytes: 10 * 1024 * 1024, maxRedirects, accept: pictureTypes };
  return (await fetchGuarded(url, { ...options, ...limits })).body;
}

/** Whether the address responds in time with the beginning of a displayable picture. */
export async function isPicture(url: string, options: FileOptions & { signal?: AbortSignal }): Promise<boolean> {
  const limits = { timeoutMs: 3_000, maxBytes: 64 * 1024 * 1024, maxRedirects, accept: pictureTypes };
  try {
    return await downloadGuarded(url, { ...options, ...limits }, async (_, content) => {
      for await (const beginning of content) return isShownType((await fileTypeFromBuffer(beginning))?.mime ?? "");
      return false;
    });
  } catch (error) {
    if (error instanceof OutboundError || options.signal?.aborted) return false;
    throw error;
  }
}

/** From the header (RFC 6266), else the last segment of the address. */
function filenameOf(disposition: string, url: string): string {
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(disposition) ?? [];
  if (encoded !== undefined) return decoded(encoded);
  const [, quoted, plain] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted?.replace(/\\(.)/g, "$1") ?? plain ?? decoded(new URL(url).pathname.split("/").at(-1) ?? "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
