// Every action behind a limit of what is posted to it, as remix-serve has none: 30 MB would take 900. And all that a form makes the product do
// behind the slot that it waits for.
import { Readable } from "node:stream";
import { acquireSlot } from "./limiter.js";

/** @typedef {import("@remix-run/node").ServerBuild["routes"]} Routes */
/** @typedef {NonNullable<Routes[string]>} Route */
/** @typedef {NonNullable<Route["module"]["loader"]>} Loader */
/** @typedef {NonNullable<Route["module"]["action"]>} Action */

/** Bytes of a posted form. An article's text is at most 200,000 characters; percent-encoded, a character is up to nine bytes. */
export const maxBodyBytes = 2_500_000;

/** Fields of a posted form: a newsletter has 10,000 recipients at most, each of them a field. Reading 20,000 takes a third of a second. */
const maxFields = 12_000;

/** Bytes of a form that is too large which are still taken in, so that the browser reads the answer and not a cut connection. */
const maxRefusedBytes = 10 * maxBodyBytes;

/** Bytes of a form that could hold files and hardly does: it is read before it is answered, like any other. */
const smallBytes = 250_000;

/** Bytes of a form with files. Most of them may be too many or too large: the form comes back then, and says so. */
const maxUploadBytes = 2_000_000_000;

/** Milliseconds without a byte after which the rest is not waited for. */
const stallMs = 60_000;

const urlencoded = "application/x-www-form-urlencoded";

/** @param {Routes} routes */
export const guardRoutes = (routes) =>
  Object.fromEntries(Object.entries(routes).flatMap(([id, route]) => (route ? [[id, guarded(route)]] : [])));

/**
 * Takes in what an answer has left of a form that it began to read: whatever comes next on the connection waits behind it. What nobody began to
 * read Node takes in by itself, to its end.
 * @param {import("node:http").IncomingMessage} request
 */
export function takeRest(request) {
  if (request.complete) return;
  let bytes = 0;
  request.removeAllListeners("data").on("data", (chunk) => {
    bytes += chunk.length;
    if (bytes > maxRefusedBytes) request.destroy();
  });
  request.resume();
}

/**
 * @param {Route} route
 * @returns {Route}
 */
function guarded(route) {
  const { action, loader, handle } = route.module;
  return {
    ...route,
    module: { ...route.module, ...(loader && { loader: afterSlot(loader) }), ...(action && { action: guardedAction(action, handle) }) },
  };
}

/**
 * The pages below a form that no action is there for, or that is refused, are read like any other.
 * @param {Loader} loader
 * @returns {Loader}
 */
function afterSlot(loader) {
  return async (args) => {
    await waitForSlot(args.request);
    return loader(args);
  };
}

/**
 * @param {Action} action
 * @param {unknown} handle
 * @returns {Action}
 */
function guardedAction(action, handle) {
  const takesFiles = /** @type {{ takesFiles?: boolean } | undefined} */ (handle)?.takesFiles;
  return async (args) => {
    if (takesFiles && isMultipart(args.request.headers)) {
      if (!isSmall(args.request.headers)) return whileItComes(args.request, (request) => action({ ...args, request }));
      const body = await readLimited(args.request);
      await waitForSlot(args.request);
      return action({ ...args, request: withBody(args.request, body) });
    }
    const request = await withForm(args.request);
    await waitForSlot(args.request);
    return action({ ...args, request });
  };
}

/**
 * Nothing is done for who has gone while waiting: nobody was told that it is, and all who go at once would be in at once.
 * @param {Request} request
 */
async function waitForSlot({ signal }) {
  await acquireSlot();
  if (signal.aborted) throw new Response(null, { status: 503 });
}

/**
 * The request with the form in its body read up to the limit: by its header, and by counting where there is none. Nothing is
 * an empty form; what is no form is refused.
 * @param {Request} request
 */
async function withForm(request) {
  const headers = new Headers(request.headers);
  const body = await readLimited(request);
  if (body.byteLength === 0) headers.set("Content-Type", urlencoded);
  const type = headers.get("Content-Type")?.toLowerCase() ?? "";
  if (!isMultipart(headers) && !type.startsWith(urlencoded)) throw refuse(415);
  if (type.startsWith(urlencoded) && hasTooManyFields(body)) throw refuse(413);
  if (isMultipart(headers) && !(await isForm(withBody(request, body, headers)))) throw refuse(400);
  return withBody(request, body, headers);
}

/** @param {Buffer} body an urlencoded form */
function hasTooManyFields(body) {
  let fields = 1;
  for (let at = body.indexOf("&"); at >= 0 && fields <= maxFields; at = body.indexOf("&", at + 1)) fields += 1;
  return fields > maxFields;
}

/**
 * @param {Request} request
 * @param {Buffer<ArrayBuffer>} body
 */
const withBody = ({ url, method, headers, signal }, body, newHeaders = headers) =>
  new Request(url, { method, headers: newHeaders, body, signal });

/**
 * Has a form with files read while it comes. Whatever the answer is, the form is taken in to its end first: a browser sends all of it
 * before it reads.
 * @template T
 * @param {Request} request
 * @param {(request: Request) => T | Promise<T>} answer
 */
async function whileItComes(request, answer) {
  const { url, method, headers, signal } = request;
  if (Number(headers.get("Content-Length")) > maxUploadBytes) throw refuse(413);
  const chunks = chunksOf(request.body, maxUploadBytes);
  // Whoever stops reading leaves the rest, and one reads after the other: Remix's stream stalls when it is asked twice at once.
  const coming = { [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }) };
  const body = /** @type {BodyInit} */ (/** @type {unknown} */ (Readable.toWeb(Readable.from(coming))));
  try {
    return await answer(new Request(url, /** @type {RequestInit} */ ({ method, headers, signal, body, duplex: "half" })));
  } finally {
    await takeAll(coming);
  }
}

/** @param {Headers} headers */
const isMultipart = (headers) => headers.get("Content-Type")?.toLowerCase().startsWith("multipart/form-data") ?? false;

/** @param {Headers} headers */
const isSmall = (headers) => Number(headers.get("Content-Length") ?? Number.POSITIVE_INFINITY) <= smallBytes;

/** @param {Request} request */
const isForm = (request) =>
  request.formData().then(
    () => true,
    () => false,
  );

/** @param {Request} request */
async function readLimited({ body, headers }) {
  const isTooLarge = (/** @type {number} */ bytes) => bytes > maxBodyBytes || Number(headers.get("Content-Length")) > maxBodyBytes;
  const chunks = [];
  let size = 0;
  for await (const chunk of chunksOf(body, maxRefusedBytes)) {
    size += chunk.byteLength;
    if (!isTooLarge(size)) chunks.push(chunk);
  }
  if (isTooLarge(size)) throw refuse(413);
  return Buffer.concat(chunks);
}

/**
 * What comes, as long as it comes in time and is not too much.
 * @param {ReadableStream<Uint8Array> | null} body
 * @param {number} maxBytes
 */
async function* chunksOf(body, maxBytes) {
  const reader = body?.getReader();
  let size = 0;
  while (reader) {
    let isStalled = false;
    const timer = setTimeout(() => {
      isStalled = true;
      void reader.cancel().catch(() => {});
    }, stallMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (isStalled) throw refuse(408);
    if (done) return;
    size += value.byteLength;
    if (size > maxBytes) throw refuse(413);
    yield value;
  }
}

/**
 * Ends early only when nothing more comes, or too much.
 * @param {AsyncIterable<Uint8Array>} chunks
 */
async function takeAll(chunks) {
  try {
    for await (const _ of chunks);
  } catch {
    // Whoever sends it has gone, or is let go.
  }
}

/** @param {number} status */
const refuse = (status) => new Response(null, { status });
