import type { ReadableStream as NodeStream } from "node:stream/web";

/** The body of a response with a file. Hono uses the same routes for HEAD, where nobody would read the stream, so it is cancelled. */
export async function fileBody(
  { req }: { req: { method: string } },
  { stream }: { stream: NodeStream<Uint8Array> },
): Promise<ReadableStream> {
  const isHead = req.method === "HEAD";
  if (isHead) await stream.cancel();
  return (isHead ? null : stream) as ReadableStream;
}
