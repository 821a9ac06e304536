import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { perProduct } from "~/product.server";

/** A page that is the same for everyone. */
interface Page {
  html: string;
  headers: Headers;
}

interface CachedPage {
  /** Headers of every response with the page. */
  headers: Map<string, string>;
  bodies: Record<"br" | "gzip" | "identity", Buffer<ArrayBuffer>>;
  /** Whether an `If-None-Match` names the page. */
  matches(ifNoneMatch: string | null | undefined): boolean;
}

type Render = () => Promise<Page | undefined>;

/** Keyed by path. The query is ignored because it has no effect. */
const pages = perProduct("pages", () => ({
  cached: new LRUCache<string, CachedPage>({
    max: 100,
    maxSize: 16_000_000,
    sizeCalculation: ({ bodies }) => Object.values(bodies).reduce((sum, { byteLength }) => sum + byteLength, 0),
    // Much shorter than the pages' `Cache-Control`, so that deleted pages disappear in time.
    ttl: 5_000,
    ttlResolution: 0,
    perf: Date,
  }),
  /** Renders in progress. Kept out of the cache, which would cancel them to free space. */
  rendering: new Map<string, Promise<CachedPage | undefined>>(),
}));

/**
 * Responds with the page of this path, rendered at most every five seconds and cached; `undefined` if there is no page, which is not cached.
 * Concurrent requests share one render. `server/middleware/page-cache.ts` serves later requests from the cache.
 * @param path as requested by browsers
 */
export async function answerPage(request: Request, path: string, render: Render): Promise<Response | undefined> {
  const { cached, rendering } = pages();
  const page = await (cached.get(path) ?? rendering.get(path) ?? renderAndCache(path, render));
  if (!page) return undefined;
  const headers = [...page.headers];
  const isKnown = page.matches(request.headers.get("If-None-Match"));
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(page.bodies.identity, { headers });
}

export const findCachedPage = (path: string): CachedPage | undefined => pages().cached.get(path);

function renderAndCache(path: string, render: Render): Promise<CachedPage | undefined> {
  const { cached, rendering } = pages();
  // The age counts from here, because the page shows the state at this moment.
  const start = Date.now();
  const promise = prepare(render)
    .then((page) => {
      if (page) cached.set(path, page, { start });
      return page;
    })
    .finally(() => rendering.delete(path));
  rendering.set(path, promise);
  return promise;
}

/** The same quality that `remix-serve` uses for all other responses. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

async function prepare(render: Render): Promise<CachedPage | undefined> {
  const page = await render();
  if (!page) return undefined;
  const identity = Buffer.from(page.html);
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity, brotli), promisify(gzip)(identity)]);
  const hash = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 27)}"`;
  // A weak tag, which is valid for all encodings.
  const headers = new Map([...page.headers, ["ETag", `W/${hash}`], ["Vary", "Accept-Encoding"]]);
  // Weak comparison, as required for GET.
  const isTag = (tag: string) => tag === "*" || tag.replace(/^W\//, "") === hash;
  const matches: CachedPage["matches"] = (tags) => tags?.split(",").some((tag) => isTag(tag.trim())) ?? false;
  return { headers, bodies: { br, gzip: zipped, identity }, matches };
}
