import type { ReadableStream as NodeStream } from "node:stream/web";

/** The body of an answer with a file. Hono answers HEAD through the same routes, and nobody would read the stream. */
export async function fileBody(
  { req }: { req: { method: string } },
  { stream }: { stream: NodeStream<Uint8Array> },
): Promise<ReadableStream> {
  const isHead = req.method === "HEAD";
  if (isHead) await stream.cancel();
  return (isHead ? null : stream) as ReadableStream;
}
