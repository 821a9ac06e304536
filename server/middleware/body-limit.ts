import type { IncomingMessage } from "node:http";
import * as limits from "../../contract/limits";
import { isMultipart } from "../../contract/multipart.server";
import type { RouteHandle } from "../../contract/route-handle";
import type { Middleware } from "../context";
import type { Routes } from "../routes";
import { waitForFormSlot } from "./admission";

type Module = NonNullable<Routes[string]>["module"];
type Loader = NonNullable<Module["loader"]>;
type Action = NonNullable<Module["action"]>;

/** Maximum number of form fields: a newsletter has up to 10,000 recipients with one field each. Parsing 20,000 takes a third of a second. */
const maxFields = 12_000;

/** Bytes of an oversized form that are still read, so that the browser shows the response instead of a broken connection. */
const maxRefusedBytes = 10 * limits.form;

/** Bytes up to which a form that could contain files is read completely first, like any other form. */
const smallBytes = 250_000;

/** Maximum bytes of a form with files. Files may exceed their limits within it: the form is then shown again with the reason. */
const maxUploadBytes = 2_000_000_000;

/** Milliseconds without a byte after which reading stops. */
const stallMs = 60_000;

const urlencoded = "application/x-www-form-urlencoded";

/** Drains the unread request body after the response, because the next request on the connection follows it. Node drains only untouched bodies. */
export const drainBody: Middleware = (request, response, next) => {
  response.once("finish", () => drain(request));
  return next();
};

function drain(request: IncomingMessage): void {
  if (request.complete) return;
  let bytes = 0;
  request.removeAllListeners("data").on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxRefusedBytes) request.destroy();
  });
  request.resume();
}

/**
 * Gives actions a fully read body of limited size; routes with `takesFiles` get files while they arrive. It wraps routes rather than requests so
 * that a rejected form gets its route's error page. Everything that a form causes waits for a slot, including the loaders that run after an
 * action that was rejected or does not exist.
 */
export const limitBodies = (routes: Routes): Routes =>
  Object.fromEntries(
    Object.entries(routes).flatMap(([id, route]) => {
      if (!route) return [];
      const { action, loader, handle } = route.module;
      const takes = (handle ?? {}) as RouteHandle;
      const wrapped = { ...(loader && { loader: waitingLoader(loader) }), ...(action && { action: limitedAction(action, takes) }) };
      return [[id, { ...route, module: { ...route.module, ...wrapped } }]];
    }),
  );

const waitingLoader = (loader: Loader): Loader =>
  Object.assign(async (args: Parameters<Loader>[0]) => {
    await waitForSlot(args.request);
    return loader(args);
  }, loader);

function limitedAction(action: Action, { takesFiles = false, takesJson = false }: RouteHandle): Action {
  return async (args) => {
    const { headers } = args.request;
    const isUpload = takesFiles && isMultipart(headers);
    if (isUpload && !(Number(headers.get("Content-Length") ?? Number.POSITIVE_INFINITY) <= smallBytes))
      return whileItArrives(args.request, (request) => action({ ...args, request }));
    const isRaw = isUpload || takesJson;
    const request = isRaw ? withBody(args.request, await readLimited(args.request)) : await withForm(args.request);
    await waitForSlot(args.request);
    return action({ ...args, request });
  };
}

/** Nothing is done for a client that disconnected while waiting: otherwise many leaving at once would all be admitted at once. */
async function waitForSlot({ signal }: Request): Promise<void> {
  await waitForFormSlot();
  if (signal.aborted) throw refuse(503);
}

/** The request with its form read. A missing body counts as an empty form; other content types are rejected. */
async function withForm(request: Request): Promise<Request> {
  const headers = new Headers(request.headers);
  const body = await readLimited(request);
  if (body.byteLength === 0) headers.set("Content-Type", urlencoded);
  const isUrlencoded = headers.get("Content-Type")?.toLowerCase().startsWith(urlencoded) ?? false;
  if (!isMultipart(headers) && !isUrlencoded) throw refuse(415);
  if (isUrlencoded && hasTooManyFields(body)) throw refuse(413);
  const limited = () => withBody(request, body, headers);
  if (isMultipart(headers) && !(await isForm(limited()))) throw refuse(400);
  return limited();
}

function hasTooManyFields(body: Buffer): boolean {
  let fields = 1;
  for (let at = body.indexOf("&"); at >= 0 && fields <= maxFields; at = body.indexOf("&", at + 1)) fields += 1;
  return fields > maxFields;
}

const withBody = ({ url, method, headers, signal }: Request, body: BodyInit, newHeaders = headers): Request =>
  new Request(url, { method, headers: newHeaders, signal, body, ...(body instanceof ReadableStream && { duplex: "half" }) });

/** Streams a form with files to `answer`. The form is received completely before the response, because browsers read only after sending. */
async function whileItArrives<T>(request: Request, answer: (request: Request) => T | Promise<T>): Promise<T> {
  if (Number(request.headers.get("Content-Length")) > maxUploadBytes) throw refuse(413);
  const chunks = chunksOf(request.body, maxUploadBytes);
  // No `cancel`, so that the rest can be drained; one read at a time, as Remix's stream stalls on concurrent reads.
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  try {
    return await answer(withBody(request, body));
  } finally {
    // Stops early only if the body stalls or exceeds the limit.
    while (!(await chunks.next().catch(() => ({ done: true }))).done);
  }
}

const isForm = (request: Request): Promise<boolean> =>
  request.formData().then(
    () => true,
    () => false,
  );

/** Counts the bytes itself, since `Content-Length` may be missing. */
async function readLimited({ body, headers }: Request): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = Number(headers.get("Content-Length")) > limits.form ? Number.POSITIVE_INFINITY : 0;
  for await (const chunk of chunksOf(body, maxRefusedBytes)) {
    size += chunk.byteLength;
    if (size <= limits.form) chunks.push(chunk);
  }
  if (size > limits.form) throw refuse(413);
  return Buffer.concat(chunks);
}

/** The chunks of a body; throws a `Response` if the body stalls or exceeds `maxBytes`. */
async function* chunksOf(body: ReadableStream<Uint8Array> | null, maxBytes: number): AsyncGenerator<Uint8Array, void> {
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

const refuse = (status: number): Response => new Response(null, { status });
