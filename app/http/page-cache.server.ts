import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A page that is the same for everybody, whoever asks and with whatever cookie. */
interface Page {
  html: string;
  headers: Headers;
}

interface CachedPage {
  /** Of every response with the page. */
  headers: Map<string, string>;
  bodies: Record<"br" | "gzip" | "identity", Buffer<ArrayBuffer>>;
  /** Whether an `If-None-Match` names the page. */
  matches(ifNoneMatch: string | null | undefined): boolean;
  expires: number;
}

/** Milliseconds until a page is rendered again: far fewer than `Cache-Control` allows others, so that deleted pages disappear in time. */
const maxAgeMs = 5_000;
const maxPages = 100;
const maxBytes = 16_000_000;

/** By path, without a query, which changes nothing. The oldest comes first. */
const cache = new Map<string, CachedPage>();
const rendering = new Map<string, Promise<CachedPage | undefined>>();
let cachedBytes = 0;

/**
 * Answers with the page of this path, rendered at most every few seconds, and caches it; `undefined` where there is none, which is not cached.
 * Concurrent requests share one render. The next requests are answered by `server/middleware/page-cache.ts`.
 * @param path as browsers ask for it
 */
export async function answerPage(request: Request, path: string, render: () => Promise<Page | undefined>): Promise<Response | undefined> {
  const page = await (findCachedPage(path) ?? rendering.get(path) ?? renderAndCache(path, render));
  if (!page) return undefined;
  const headers = [...page.headers];
  const isKnown = page.matches(request.headers.get("If-None-Match"));
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(page.bodies.identity, { headers });
}

export function findCachedPage(path: string): CachedPage | undefined {
  const found = cache.get(path);
  if (found && found.expires <= Date.now()) drop(path, found);
  return cache.get(path);
}

function drop(path: string, page: CachedPage): void {
  cache.delete(path);
  cachedBytes -= bytesOf(page);
}

const bytesOf = ({ bodies }: CachedPage): number => Object.values(bodies).reduce((sum, { byteLength }) => sum + byteLength, 0);

function renderAndCache(path: string, render: () => Promise<Page | undefined>): Promise<CachedPage | undefined> {
  const promise = (async () => {
    try {
      const page = await prepare(render);
      if (!page) return undefined;
      cache.set(path, page);
      cachedBytes += bytesOf(page);
      for (const [oldest, old] of cache) if (cache.size > maxPages || cachedBytes > maxBytes) drop(oldest, old);
      return page;
    } finally {
      rendering.delete(path);
    }
  })();
  rendering.set(path, promise);
  return promise;
}

/** Of the quality in which `remix-serve` compresses everything else. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

async function prepare(render: () => Promise<Page | undefined>): Promise<CachedPage | undefined> {
  // Counted from before the render, which shows what was true then, however long it takes.
  const expires = Date.now() + maxAgeMs;
  const page = await render();
  if (!page) return undefined;
  const identity = Buffer.from(page.html);
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity, brotli), promisify(gzip)(identity)]);
  const hash = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 27)}"`;
  // A weak tag, for all encodings.
  const headers = new Map([...page.headers, ["ETag", `W/${hash}`], ["Vary", "Accept-Encoding"]]);
  // Compared without the mark of weak ones, as a GET has to be.
  const isTag = (tag: string) => tag === "*" || tag.replace(/^W\//, "") === hash;
  const matches: CachedPage["matches"] = (tags) => tags?.split(",").some((tag) => isTag(tag.trim())) ?? false;
  return { headers, bodies: { br, gzip: zipped, identity }, matches, expires };
}
