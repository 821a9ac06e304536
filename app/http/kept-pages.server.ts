import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A page that is the same for everybody, whoever asks and by whatever cookie. */
interface Page {
  html: string;
  /** Of the page, as it is kept by caches. */
  headers: Headers;
}

interface KeptPage {
  tag: string;
  /** Of all its answers. */
  headers: Map<string, string>;
  bodies: Record<Encoding, Buffer<ArrayBuffer>>;
  until: number;
}

/** Milliseconds until a page is made anew: far fewer than `Cache-Control` lets others keep it, so that what is deleted is gone in time. */
const keptMs = 5_000;
const mostPages = 100;
const mostBytes = 16_000_000;

/** By path, without a query: what is the same for everybody has none. The oldest comes first. */
const kept = new Map<string, KeptPage>();
const beingMade = new Map<string, Promise<KeptPage | undefined>>();
let keptBytes = 0;

/**
 * Answers with the page of this path, made at most every few seconds, and keeps it for `answerKept`; `undefined` where there is
 * none, which is never kept. Who comes while it is made waits for the same one.
 * @param path as browsers ask for it
 */
export async function answerPage(request: Request, path: string, make: () => Promise<Page | undefined>): Promise<Response | undefined> {
  const page = await (find(path) ?? beingMade.get(path) ?? keep(path, make));
  if (!page) return undefined;
  const headers = [...page.headers];
  const isKnown = isTagKnown(request.headers.get("If-None-Match"), page.tag);
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(page.bodies.identity, { headers });
}

/**
 * Answers a request for a page that is kept, compressed already; says whether it did. For `server.js`, which asks before anything
 * else is done for the request.
 */
export function answerKept({ method, url = "", headers }: IncomingMessage, response: ServerResponse): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const page = find(url.split("?", 1)[0] ?? "");
  if (!page) return false;
  response.setHeaders(page.headers);
  if (isTagKnown(headers["if-none-match"], page.tag)) {
    response.statusCode = 304;
    response.end();
    return true;
  }
  const encoding = encodingOf(headers["accept-encoding"]);
  const body = page.bodies[encoding];
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  response.setHeader("Content-Length", body.byteLength);
  response.end(body);
  return true;
}

function find(path: string): KeptPage | undefined {
  const found = kept.get(path);
  if (found && found.until <= Date.now()) drop(path, found);
  return kept.get(path);
}

function drop(path: string, page: KeptPage): void {
  kept.delete(path);
  keptBytes -= bytesOf(page);
}

const bytesOf = ({ bodies }: KeptPage): number => encodings.reduce((sum, encoding) => sum + bodies[encoding].byteLength, 0);

function keep(path: string, make: () => Promise<Page | undefined>): Promise<KeptPage | undefined> {
  const making = (async () => {
    try {
      const page = await makeReady(make);
      if (!page) return undefined;
      kept.set(path, page);
      keptBytes += bytesOf(page);
      for (const [oldest, old] of kept) if (kept.size > mostPages || keptBytes > mostBytes) drop(oldest, old);
      return page;
    } finally {
      beingMade.delete(path);
    }
  })();
  beingMade.set(path, making);
  return making;
}

async function makeReady(make: () => Promise<Page | undefined>): Promise<KeptPage | undefined> {
  // What was so when it was asked for holds from then on, however long the page takes.
  const until = Date.now() + keptMs;
  const page = await make();
  if (!page) return undefined;
  const identity = Buffer.from(page.html);
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity, brotli), promisify(gzip)(identity)]);
  // Compressed or not are other bytes of the same page: the tag is a weak one, and for all of them.
  const tag = `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 27)}"`;
  const headers = new Map([...page.headers, ["ETag", tag], ["Vary", "Accept-Encoding"]]);
  return { tag, headers, bodies: { br, gzip: zipped, identity }, until };
}

/** Compared without the mark of weak ones, as a GET has to be. */
function isTagKnown(asked: string | null | undefined, tag: string): boolean {
  const isKnown = (one: string) => one === "*" || one.replace(/^W\//, "") === tag.slice("W/".length);
  return asked?.split(",").some((one) => isKnown(one.trim())) ?? false;
}

const encodings = ["br", "gzip", "identity"] as const;
type Encoding = (typeof encodings)[number];

/** Of the quality in which `remix-serve` compresses everything else. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The one that the browser takes best; of equals the smallest. */
function encodingOf(accepted = ""): Encoding {
  const wishes = accepted.toLowerCase().split(",").map(wishOf);
  const weightOf = (encoding: Encoding) => wishes.find(({ name }) => name === encoding)?.weight ?? 0;
  const best = encodings.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one));
  return weightOf(best) > 0 ? best : "identity";
}

function wishOf(text: string) {
  const [name = "", weight = "q=1"] = text.split(";").map((part) => part.trim());
  return { name, weight: Number(weight.replace("q=", "")) || 0 };
}
