import type { IncomingMessage } from "node:http";
import type { RouteHandle } from "../../contract/route-handle";
import type { Middleware } from "../context";
import { maxFormBytes } from "../form-memory";
import type { Routes } from "../routes";
import { waitForFormSlot } from "./admission";

type Module = NonNullable<Routes[string]>["module"];
type Loader = NonNullable<Module["loader"]>;
type Action = NonNullable<Module["action"]>;

/** Fields of a posted form: a newsletter has 10,000 recipients at most, each of them a field. Reading 20,000 takes a third of a second. */
const maxFields = 12_000;

/** Bytes of a form that is too large which are still read, so that the browser shows the response and not a broken connection. */
const maxRefusedBytes = 10 * maxFormBytes;

/** Bytes up to which a form that could have files is read before it is answered, like any other. */
const smallBytes = 250_000;

/** Bytes of a form with files. Most of them may be too many or too large: the form is shown again then, with the reason. */
const maxUploadBytes = 2_000_000_000;

/** Milliseconds without a byte after which the rest is not waited for. */
const stallMs = 60_000;

const urlencoded = "application/x-www-form-urlencoded";

/** Reads what is left of a body after the response, as the next request on the connection waits behind it. Node does so if nobody began to read. */
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
 * Gives actions a body of limited size, read up to its end, and files while they arrive to routes that take them (`takesFiles`). In routes and
 * not before them, so that a refused form gets the error page of its route. Everything that a form causes waits for its slot: loaders too, which
 * also run after an action that is refused or missing.
 */
export const limitBodies = (routes: Routes): Routes =>
  Object.fromEntries(
    Object.entries(routes).flatMap(([id, route]) => {
      if (!route) return [];
      const { action, loader, handle } = route.module;
      const { takesFiles = false } = (handle ?? {}) as RouteHandle;
      const wrapped = { ...(loader && { loader: waitingLoader(loader) }), ...(action && { action: limitedAction(action, takesFiles) }) };
      return [[id, { ...route, module: { ...route.module, ...wrapped } }]];
    }),
  );

const waitingLoader = (loader: Loader): Loader =>
  Object.assign(async (args: Parameters<Loader>[0]) => {
    await waitForSlot(args.request);
    return loader(args);
  }, loader);

function limitedAction(action: Action, takesFiles: boolean): Action {
  return async (args) => {
    const { headers } = args.request;
    const isUpload = takesFiles && isMultipart(headers);
    if (isUpload && !(Number(headers.get("Content-Length") ?? Number.POSITIVE_INFINITY) <= smallBytes))
      return whileItArrives(args.request, (request) => action({ ...args, request }));
    const request = isUpload ? withBody(args.request, await readLimited(args.request)) : await withForm(args.request);
    await waitForSlot(args.request);
    return action({ ...args, request });
  };
}

/** A client that has gone while waiting gets nothing done: nobody would learn of it, and all who leave at once would be admitted at once. */
async function waitForSlot({ signal }: Request): Promise<void> {
  await waitForFormSlot();
  if (signal.aborted) throw refuse(503);
}

/** The request with its form read. No body is an empty form; other content than a form is refused. */
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

/** Has a form with files read while it arrives. It is received to its end before it is answered: a browser sends all of it before it reads. */
async function whileItArrives<T>(request: Request, answer: (request: Request) => T | Promise<T>): Promise<T> {
  if (Number(request.headers.get("Content-Length")) > maxUploadBytes) throw refuse(413);
  const chunks = chunksOf(request.body, maxUploadBytes);
  // Without `cancel`, so that what the reader leaves can be drained; one read at a time, as Remix's stream stalls when it is asked twice at once.
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
    // Ends early only when nothing more arrives, or too much.
    while (!(await chunks.next().catch(() => ({ done: true }))).done);
  }
}

const isMultipart = (headers: Headers): boolean => headers.get("Content-Type")?.toLowerCase().startsWith("multipart/form-data") ?? false;

const isForm = (request: Request): Promise<boolean> =>
  request.formData().then(
    () => true,
    () => false,
  );

/** Counts the bytes, since the header may be missing. */
async function readLimited({ body, headers }: Request): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = Number(headers.get("Content-Length")) > maxFormBytes ? Number.POSITIVE_INFINITY : 0;
  for await (const chunk of chunksOf(body, maxRefusedBytes)) {
    size += chunk.byteLength;
    if (size <= maxFormBytes) chunks.push(chunk);
  }
  if (size > maxFormBytes) throw refuse(413);
  return Buffer.concat(chunks);
}

/** The chunks of a body; throws a `Response` when nothing arrives for a while, or more than `maxBytes`. */
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
