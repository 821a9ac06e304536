import { lookup as lookupInSystem } from "node:dns/promises";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from "node:net";
import { pipeline, type Transform } from "node:stream";
import { connect as connectTls } from "node:tls";
import { promisify } from "node:util";
import * as zlib from "node:zlib";
import type { CookieJar } from "tough-cookie";
import { sendHttp } from "../../contract/http-client.server";
import { parseUrl } from "../../contract/parse-url";
import { unlessAborted } from "../unless-aborted";
import { isPublicAddress } from "./address";
import { isAllowedHost } from "./allowed-hosts";
import type { Validators } from "./feed-reading";
import { mediaTypeOf } from "./media-type";
import { OutboundError } from "./outbound-error";
import { withinTime } from "./within-time";

export interface ResolvedAddress {
  address: string;
  family: number;
}

export type Lookup = (hostname: string) => Promise<ResolvedAddress[]>;

export interface GuardedFetchOptions {
  /** `host` or `host:port` as written in the URL: these may be private and use any port. */
  allowHosts: readonly string[];
  /** Milliseconds from the first DNS lookup to the last byte, including redirects. */
  timeoutMs: number;
  /** Limit of the decoded body. */
  maxBytes: number;
  maxRedirects: number;
  /** Media types, wildcards like `image/*` and weights (`;q=0.8`) included; a response without a valid type is accepted. */
  accept: readonly string[];
  /** Cookies to send, updated by every response. Without a jar, cookies are ignored. */
  cookies?: CookieJar;
  /** Like browsers, accepts truncated responses (`cut`) and some violations of HTTP. */
  isTolerant?: boolean;
  /** Makes the request conditional: a 304 is then returned like a page without content. */
  validators?: Validators;
  /** Value of `User-Agent`. A URL in it tells webmasters whom to contact. */
  userAgent?: string;
  signal?: AbortSignal;
  lookup?: Lookup;
}

export interface GuardedHead {
  url: string;
  /** Number of redirects that were followed. */
  redirects: number;
  /** Where the permanent redirects at the beginning led; `null` without any. */
  movedTo: string | null;
  status: number;
  headers: Record<string, string>;
  contentType: string | null;
}

export interface GuardedResponse extends GuardedHead {
  body: Uint8Array;
  /** Why `body` is only the beginning: the connection ended early or timed out (only with `isTolerant`), or decoding failed. */
  cut: OutboundError | null;
}

/**
 * Fetches a public http or https URL with GET and follows redirects. Every address is checked, and the connection goes to the checked address.
 * Throws OutboundError for all failures, or the reason of `signal` when that is aborted.
 */
export function fetchGuarded(url: string, options: GuardedFetchOptions): Promise<GuardedResponse> {
  return fetchAndRead(url, options, { coding: "gzip, deflate, br", read: readWhole });
}

/** The same with a streamed body: `take` reads it as it arrives. Errors of `take` are thrown unchanged. */
export async function downloadGuarded<T>(
  url: string,
  options: GuardedFetchOptions,
  take: (head: GuardedHead, content: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  let failed: { error: unknown } | undefined;
  const read: Reading<T>["read"] = (head, sent) =>
    take(head, contentOf(head, sent, options.maxBytes)).catch((error: unknown) => {
      if (!(error instanceof OutboundError)) failed = { error };
      throw error;
    });
  return fetchAndRead(url, options, { coding: "identity", read }).catch((error: unknown) => {
    throw failed && !options.signal?.aborted ? failed.error : error;
  });
}

interface Reading<T> {
  /** Value of `Accept-Encoding`. */
  coding: string;
  read(head: GuardedHead, sent: AsyncIterable<Uint8Array>, options: GuardedFetchOptions): Promise<T>;
}

async function fetchAndRead<T>(url: string, options: GuardedFetchOptions, reading: Reading<T>): Promise<T> {
  return withinTime(options, async (signal) => {
    try {
      return await followRedirects(url, options, signal, reading);
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
  });
}

async function followRedirects<T>(start: string, options: GuardedFetchOptions, signal: AbortSignal, reading: Reading<T>): Promise<T> {
  let url = readAllowedUrl(start, undefined, options.allowHosts);
  let movedTo: string | null = null;
  let isTemporary = false;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await fetchOnce({ url, redirects, movedTo }, options, signal, reading);
    if ("read" in answer) return answer.read;
    if (redirects >= options.maxRedirects) throw new OutboundError("too_many_redirects", { maxRedirects: options.maxRedirects });
    url = readAllowedUrl(answer.location, url, options.allowHosts);
    isTemporary ||= !answer.isPermanent;
    if (!isTemporary) movedTo = url.href;
  }
}

const ordinaryPorts = new Set(["", "80", "443", "8080", "8443"]);

function readAllowedUrl(text: string, base: URL | undefined, allowHosts: readonly string[]): URL {
  const url = parseUrl(text, base);
  if (!url) throw new OutboundError("address_forbidden", { reason: "invalid_url" });
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new OutboundError("address_forbidden", { reason: "scheme" });
  if (url.username !== "" || url.password !== "") throw new OutboundError("address_forbidden", { reason: "credentials" });
  url.hash = "";
  if (isAllowedHost(url, allowHosts)) return url;
  if (!ordinaryPorts.has(url.port)) throw new OutboundError("address_forbidden", { reason: "port", host: url.host });
  if (isLocalName(url.hostname)) throw new OutboundError("address_forbidden", { reason: "local_name", host: url.host });
  return url;
}

function isLocalName(hostname: string): boolean {
  return /(^|\.)(localhost|localdomain|local|internal)\.*$/.test(hostname);
}

type Answer<T> = { read: T } | Redirect;

interface Redirect {
  location: string;
  isPermanent: boolean;
}

interface Step extends Pick<GuardedHead, "redirects" | "movedTo"> {
  url: URL;
}

async function fetchOnce<T>(
  { url, ...step }: Step,
  options: GuardedFetchOptions,
  signal: AbortSignal,
  reading: Reading<T>,
): Promise<Answer<T>> {
  let response: IncomingMessage | undefined;
  try {
    const addresses = await checkAddresses(url, options, signal);
    response = await sendHttp(url, {
      method: "GET",
      headers: {
        "user-agent": options.userAgent ?? "FoldaImport/1.0",
        accept: options.accept.join(", "),
        "accept-language": "de, en;q=0.8, *;q=0.5",
        "accept-encoding": reading.coding,
        ...conditionsOf(options.validators),
        ...(await cookiesFor(url, options.cookies)),
      },
      // Safe, because the connection is not reused: no other response could be confused with this one.
      insecureHTTPParser: options.isTolerant ?? false,
      // No agent: connections are not reused, so none outlives its check.
      createConnection: (_, onConnected) => connectTo(addresses, url, signal, onConnected),
      signal,
    });
    await keepCookies(url, response, options.cookies);
    const head = readHead(url, response, options);
    return "location" in head ? head : { read: await reading.read({ ...head, ...step }, response, options) };
  } catch (error) {
    throw toOutboundError(error, url.host);
  } finally {
    response?.destroy();
  }
}

/** Connects to one of the addresses and checks the remote address before anything is sent. */
function connectTo(
  addresses: ResolvedAddress[],
  url: URL,
  signal: AbortSignal,
  onConnected: (error: Error | null, socket: Socket) => void,
): undefined {
  const host = hostOf(url);
  const isSecure = url.protocol === "https:";
  const target = {
    host,
    port: Number(url.port) || (isSecure ? 443 : 80),
    lookup: answerWith(addresses),
    autoSelectFamily: true,
    // Node's 250 ms are too short for distant servers.
    autoSelectFamilyAttemptTimeout: 1500,
  };
  // TLS names have no trailing dot, even if the URL has one.
  const servername = isIP(host) ? "" : host.replace(/\.$/, "");
  const socket = isSecure ? connectTls({ ...target, servername, ALPNProtocols: ["http/1.1"] }) : connectTcp(target);
  const giveUp = () => socket.destroy();
  signal.addEventListener("abort", giveUp, { once: true });
  socket.once("close", () => signal.removeEventListener("abort", giveUp));
  socket.on("error", (error) => onConnected(error, socket));
  socket.once(isSecure ? "secureConnect" : "connect", () => {
    const remote = socket.remoteAddress;
    if (addresses.some(({ address }) => address === remote)) return onConnected(null, socket);
    // Without a remote address the other side has already closed the connection.
    const code = remote === undefined ? "unreachable" : "address_forbidden";
    socket.destroy(new OutboundError(code, { reason: "other_address", host: url.host }));
  });
}

/** The host without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

async function checkAddresses(url: URL, options: GuardedFetchOptions, signal: AbortSignal): Promise<ResolvedAddress[]> {
  signal.throwIfAborted();
  const hostname = hostOf(url);
  const addresses = isIP(hostname)
    ? [{ address: hostname, family: isIP(hostname) }]
    : await resolveAll(hostname, options.lookup ?? systemLookup, signal);
  if (isAllowedHost(url, options.allowHosts)) return addresses;
  // A mix of public and special addresses is an attack on address selection, so the whole name is refused.
  const isForbidden = addresses.some(({ address }) => !isPublicAddress(address));
  if (isForbidden) throw new OutboundError("address_forbidden", { reason: "address", host: url.host });
  return addresses;
}

const systemLookup: Lookup = (hostname) => lookupInSystem(hostname, { all: true, verbatim: true });

async function resolveAll(hostname: string, lookup: Lookup, signal: AbortSignal): Promise<ResolvedAddress[]> {
  const addresses = await unlessAborted(signal, lookup(hostname));
  if (addresses.length === 0) throw new OutboundError("unreachable", { reason: "ENOTFOUND", host: hostname });
  return addresses;
}

function answerWith(addresses: ResolvedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const first = addresses[0];
    if (options.all || !first) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
}

function conditionsOf({ etag, lastModified }: Validators = { etag: null, lastModified: null }): Record<string, string> {
  return { ...(etag && { "if-none-match": etag }), ...(lastModified && { "if-modified-since": lastModified }) };
}

async function cookiesFor(url: URL, jar: CookieJar | undefined): Promise<Record<string, string>> {
  const cookie = await jar?.getCookieString(url.href);
  return cookie ? { cookie } : {};
}

async function keepCookies(url: URL, { headers }: IncomingMessage, jar: CookieJar | undefined): Promise<void> {
  for (const cookie of headers["set-cookie"] ?? []) await jar?.setCookie(cookie, url.href, { ignoreError: true });
}

type Head = Omit<GuardedHead, keyof Step> & { url: string };

function readHead(url: URL, response: IncomingMessage, options: GuardedFetchOptions): Head | Redirect {
  const status = response.statusCode ?? 0;
  const headers = toPlainHeaders(response.headers);
  if (redirectStatuses.has(status) && headers.location) {
    return { location: headers.location, isPermanent: status === 301 || status === 308 };
  }
  const isUnchanged = status === 304 && options.validators !== undefined;
  if (!isUnchanged && (status < 200 || status > 299)) throw new OutboundError("status", { status, ...retryAfterOf(headers) });

  const contentType = contentTypeOf(response.headersDistinct["content-type"] ?? []);
  if (contentType && !accepts(options.accept, mediaTypeOf(contentType))) {
    throw new OutboundError("unsupported_type", { contentType: mediaTypeOf(contentType) });
  }
  const declared = Number(headers["content-length"] ?? 0);
  if (declared > options.maxBytes && !options.isTolerant) throw new OutboundError("too_large", { maxBytes: options.maxBytes });
  return { url: url.href, status, headers, contentType };
}

async function readWhole(
  head: GuardedHead,
  content: AsyncIterable<Uint8Array>,
  { maxBytes, isTolerant = false, signal }: GuardedFetchOptions,
): Promise<GuardedResponse> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let cut: OutboundError | null = null;
  try {
    for await (const chunk of content) {
      length += chunk.byteLength;
      if (length > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    if (!isTolerant || length === 0 || signal?.aborted) throw error;
    cut = toOutboundError(error, new URL(head.url).host);
  }
  if (length > maxBytes) throw new OutboundError("too_large", { maxBytes, contentType: head.contentType });
  const decoded = await decodeBody(Buffer.concat(chunks, length), codingsOf(head), maxBytes);
  return { ...head, body: decoded.body, cut: cut ?? decoded.cut };
}

/** The decoded body, counted as it arrives. */
async function* contentOf(head: GuardedHead, sent: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  try {
    for await (const chunk of decodeStream(sent, codingsOf(head))) {
      length += chunk.byteLength;
      if (length > maxBytes) throw new OutboundError("too_large", { maxBytes });
      yield chunk;
    }
  } catch (error) {
    throw toOutboundError(error, new URL(head.url).host);
  }
}

/** `identity` was requested, but files that are stored compressed come compressed all the same. */
function decodeStream(sent: AsyncIterable<Uint8Array>, codings: string[]): AsyncIterable<Uint8Array> {
  return codings.reduceRight<AsyncIterable<Uint8Array>>((coded, coding) => {
    const decoder = streamDecoders[coding]?.();
    if (!decoder) throw new OutboundError("unsupported_type", { contentEncoding: coding });
    // Errors surface in the decoder.
    pipeline(coded, decoder, () => {});
    return decoder;
  }, sent);
}

const streamDecoders: Record<string, () => Transform> = {
  gzip: zlib.createGunzip,
  "x-gzip": zlib.createGunzip,
  br: zlib.createBrotliDecompress,
  deflate: zlib.createInflate,
};

/** Seconds, from either form of the header. */
function retryAfterOf({ "retry-after": text = "" }: Record<string, string>): { retryAfter?: number } {
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return seconds > 0 ? { retryAfter: seconds } : {};
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Drops `set-cookie`, the only header that is a list. */
function toPlainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}

/** The last valid type, as in browsers, with the charset of an earlier header if it repeats the type without one. */
function contentTypeOf(headers: string[]): string | null {
  const types = headers
    .flatMap((header) => header.split(","))
    .map((type) => type.trim())
    .filter((type) => /^[\w.+-]+\/[\w.+-]+\s*(?:;|$)/.test(type));
  const last = types.at(-1);
  if (last === undefined) return null;
  const isSame = (type: string) => mediaTypeOf(type) === mediaTypeOf(last);
  return types.findLast((type) => isSame(type) && /;\s*charset\s*=/i.test(type)) ?? last;
}

function accepts(accept: readonly string[], mediaType: string): boolean {
  return accept
    .map(mediaTypeOf)
    .some((entry) => entry === mediaType || entry === "*/*" || (entry.endsWith("/*") && mediaType.startsWith(entry.slice(0, -1))));
}

function codingsOf({ headers }: GuardedHead): string[] {
  const contentEncoding = headers["content-encoding"] ?? "";
  const codings = contentEncoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > 2) throw new OutboundError("unsupported_type", { contentEncoding });
  return codings;
}

interface Decoded {
  body: Uint8Array;
  cut: OutboundError | null;
}

async function decodeBody(sent: Uint8Array, codings: string[], maxBytes: number): Promise<Decoded> {
  let decoded: Decoded = { body: sent, cut: null };
  for (const coding of codings.reverse()) {
    const { body, cut } = await decodeOnce(decoded.body, coding, maxBytes);
    decoded = { body, cut: decoded.cut ?? cut };
  }
  return decoded;
}

async function decodeOnce(body: Uint8Array, coding: string, maxBytes: number): Promise<Decoded> {
  let cut: OutboundError | null = null;
  if (body.byteLength === 0) return { body, cut };
  const decoders = decodersOf(coding, body);
  if (!decoders) throw new OutboundError("unsupported_type", { contentEncoding: coding });
  for (const decode of decoders) {
    try {
      return { body: await decode(body, { maxOutputLength: maxBytes }), cut };
    } catch (error) {
      if (codeOf(error) === "ERR_BUFFER_TOO_LARGE") throw new OutboundError("too_large", { maxBytes });
      cut ??= new OutboundError("unreachable", { reason: "content_encoding" }, { cause: error });
    }
  }
  throw cut;
}

type Decoder = (body: Uint8Array, options: { maxOutputLength: number; finishFlush?: number }) => Promise<Uint8Array>;

const gunzip: Decoder = promisify(zlib.gunzip);
const inflate: Decoder = promisify(zlib.inflate);
const inflateRaw: Decoder = promisify(zlib.inflateRaw);
const brotliDecompress: Decoder = promisify(zlib.brotliDecompress);
// Since Node 22.15.
const { zstdDecompress } = zlib as typeof zlib & { zstdDecompress?: typeof zlib.brotliDecompress };

const flushing =
  (decode: Decoder, finishFlush: number): Decoder =>
  (body, options) =>
    decode(body, { ...options, finishFlush });

/** The decoders to try in order. Like browsers, the later ones return the beginning of a truncated stream. */
function decodersOf(coding: string, body: Uint8Array): Decoder[] | undefined {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  switch (coding) {
    case "gzip":
    case "x-gzip": {
      // Some servers declare gzip, but send plain text.
      if (body[0] !== 0x1f) return [async (bytes) => bytes];
      const ignoringChecksum: Decoder = (bytes, options) => inflateRaw(withoutGzipHeader(bytes), options);
      return [gunzip, flushing(gunzip, Z_SYNC_FLUSH), flushing(ignoringChecksum, Z_SYNC_FLUSH)];
    }
    case "br":
      return [brotliDecompress, flushing(brotliDecompress, BROTLI_OPERATION_FLUSH)];
    case "deflate": {
      // Half the servers that say deflate omit the zlib header.
      const hasZlibHeader = ((body[0] ?? 0) & 0x0f) === 8;
      const decode = hasZlibHeader ? inflate : inflateRaw;
      return [decode, flushing(decode, Z_SYNC_FLUSH)];
    }
    case "zstd": {
      if (!zstdDecompress) return undefined;
      const decode = promisify(zstdDecompress);
      // Like browsers, accept windows of up to 8 MB (2^23).
      const limited: Decoder = (bytes, options) => decode(bytes, { ...options, params: { [zstdWindowLogMax]: 23 } });
      return [limited, flushing(limited, zstdFlush)];
    }
    default:
      return undefined;
  }
}

const zstdWindowLogMax = 100;
const zstdFlush = 1;

/** The deflated data after the header (RFC 1952). */
function withoutGzipHeader(bytes: Uint8Array): Uint8Array {
  const flags = bytes[3] ?? 0;
  let start = 10;
  if (flags & 4) start += 2 + (bytes[start] ?? 0) + (bytes[start + 1] ?? 0) * 256;
  if (flags & 8) start = bytes.indexOf(0, start) + 1;
  if (flags & 16) start = bytes.indexOf(0, start) + 1;
  if (flags & 2) start += 2;
  return bytes.subarray(start);
}

function toOutboundError(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error;
  return new OutboundError("unreachable", { reason: codeOf(error) ?? "unknown", host }, { cause: error });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
