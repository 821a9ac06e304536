import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReadableStream } from "node:stream/web";
import { AwsV4Signer } from "aws4fetch";
import { DomUtils, parseDocument } from "htmlparser2";
import { sendHttp, toWebStream } from "../../contract/http-client.server";
import { StoreFailed } from "./errors";
import { createSpool } from "./spool";
import { type FileStore, requireKey } from "./store";
import { openWorkDirectory } from "./work-directory";

/** A bucket and its credentials. */
export interface S3Address {
  /** Path-style URL of the bucket, with a trailing slash. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Files in an S3-compatible bucket; uploads arrive in a local directory. Throws `StoreFailed` if the bucket cannot be opened. */
export async function openS3Store(address: S3Address, arrivals: string): Promise<FileStore> {
  await requireBucket(address);
  const work = await openWorkDirectory(arrivals);
  const spool = createSpool(work.path);
  return {
    ...spool,

    async put(key, content) {
      const isWhole = content instanceof Uint8Array;
      const { size, sha256 } = isWhole ? { size: content.byteLength, sha256: hashOf(content) } : content;
      const headers = { "x-amz-content-sha256": sha256, "content-length": String(size), "content-type": "application/octet-stream" };
      const body = isWhole ? content : createReadStream(content.path);
      const answer = await requireAnswer(ask(address, "PUT", requireKey(key), { headers, body }));
      answer.resume();
      if (!isWhole) await spool.drop(content);
    },

    async open(key, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const answer = await ask(address, "GET", requireKey(key), { headers });
      if (!answer) return undefined;
      const [, size = answer.headers["content-length"]] = String(answer.headers["content-range"] ?? "").split("/");
      return { stream: toWebStream(answer) as ReadableStream<Uint8Array>, size: Number(size) };
    },

    async *list(before) {
      let after: string | undefined;
      do {
        const answer = await requireAnswer(ask(address, "GET", "", { query: after === undefined ? {} : { marker: after } }));
        const { files, isCut } = readListing(await text(answer));
        for (const { key, put } of files) if (put < before) yield key;
        after = isCut ? files.at(-1)?.key : undefined;
      } while (after !== undefined);
    },

    async delete(key) {
      const answer = await ask(address, "DELETE", requireKey(key));
      answer?.resume();
    },

    deleteUnkept: work.deleteLeft,
    close: work.close,
  };
}

/** Throws `StoreFailed` if the bucket cannot be opened with these credentials. */
async function requireBucket(address: S3Address): Promise<void> {
  (await requireAnswer(ask(address, "GET", "", { query: { "max-keys": "1" } }))).resume();
}

interface Asked {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array | Readable;
}

/** The response to a signed request; `undefined` for 404. */
async function ask(
  { url, ...keys }: S3Address,
  method: string,
  path: string,
  { query = {}, headers = {}, body }: Asked = {},
): Promise<IncomingMessage | undefined> {
  const target = new URL(path, url);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
  const signed = await new AwsV4Signer({ ...keys, service: "s3", method, url: target.href, headers }).sign();
  const options = { method, headers: Object.fromEntries(signed.headers), body, idleMs: 30_000 };
  const answer = await sendHttp(new URL(signed.url), options).catch((error: unknown) => {
    throw new StoreFailed(`The file store cannot be reached: ${error instanceof Error ? error.message : error}`, { cause: error });
  });
  if ((answer.statusCode ?? 0) < 300) return answer;
  answer.resume();
  if (answer.statusCode === 404) return undefined;
  throw new StoreFailed(`The file store refuses ${method} with ${answer.statusCode}`);
}

async function requireAnswer(asking: ReturnType<typeof ask>) {
  const answer = await asking;
  if (!answer) throw new StoreFailed("The file store has no such bucket");
  return answer;
}

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** A page of the listing, by key. Uses the old listing API: it continues after a key, needs no token, and every store supports it. */
function readListing(xml: string): { files: { key: string; put: Date }[]; isCut: boolean } {
  const document = parseDocument(xml, { xmlMode: true });
  const textOf = (name: string, within = document.children) => DomUtils.textContent(DomUtils.getElementsByTagName(name, within, true, 1));
  const files = DomUtils.getElementsByTagName("Contents", document).map(({ children }) => ({
    key: textOf("Key", children),
    put: new Date(textOf("LastModified", children)),
  }));
  return { files, isCut: textOf("IsTruncated") === "true" };
}
