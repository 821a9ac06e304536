import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";

/** A file of a form while it is being received. `truncated` is set at its end if it exceeds the limit. */
export interface FilePart {
  /** The name of the form's field. */
  field: string;
  /** The name given by the browser, without directories; otherwise unchecked. */
  filename: string;
  /** As declared by the browser. */
  contentType: string;
  content: Readable & { truncated: boolean };
}

export interface MultipartLimits {
  /** Bytes of all fields except files, including their names. */
  fieldBytes: number;
  fileBytes: number;
  files: number;
  /** Bytes of the whole body. Up to this limit, oversized files are read and discarded, so that the client receives the response. */
  bytes: number;
}

export const isMultipart = (headers: Headers): boolean =>
  headers.get("Content-Type")?.toLowerCase().startsWith("multipart/form-data") ?? false;

/** The body is not a complete multipart form, or its fields are too large. */
export class MultipartRefused extends Error {
  override readonly name = "MultipartRefused";
  constructor(readonly reason: "malformed" | "too_large") {
    super(reason);
  }
}

/**
 * Reads a multipart form as it arrives: fields into memory, each file through `keep`, which has to read it to its end. The next file may
 * start before `keep` resolves. Excess files are skipped and set `tooManyFiles`. Throws `MultipartRefused` and the errors of `keep`; the
 * caller must then delete what it has kept.
 */
export async function readMultipart<Kept>(
  { headers, body }: Pick<Request, "headers" | "body">,
  limits: MultipartLimits,
  keep: (part: FilePart) => Promise<Kept>,
): Promise<{ fields: FormData; files: Kept[]; tooManyFiles: boolean }> {
  const fields = new FormData();
  const keeping: Promise<Kept>[] = [];
  const parser = openParser(headers.get("Content-Type") ?? "", limits);
  const source = Readable.from(counted(body, limits.bytes));
  let remainingBytes = limits.fieldBytes;
  let tooManyFiles = false;
  try {
    await new Promise<void>((resolve, reject) => {
      let current: BusboyFileStream | undefined;
      const fail = (error: unknown) => {
        reject(error);
        current?.destroy(error as Error);
      };
      parser.on("file", (field, content, filename, _encoding, contentType) => {
        current = content;
        // Avoid an unhandled "error" event after `keep` has finished.
        content.on("error", () => {});
        const kept = keep({ field, filename: filename ?? "", contentType, content });
        keeping.push(kept);
        kept.catch(fail);
      });
      parser.on("field", (name, value, _nameTruncated, valueTruncated) => {
        remainingBytes -= valueTruncated ? remainingBytes + 1 : Buffer.byteLength(name ?? "") + Buffer.byteLength(value);
        if (remainingBytes >= 0) fields.append(name ?? "", value);
      });
      parser.on("filesLimit", () => {
        tooManyFiles = true;
      });
      parser.on("finish", resolve);
      const refuse = (error: unknown) => fail(error instanceof MultipartRefused ? error : new MultipartRefused("malformed"));
      parser.on("error", refuse);
      source.on("error", refuse);
      source.pipe(parser);
    });
    const files = await Promise.all(keeping);
    if (remainingBytes < 0) throw new MultipartRefused("too_large");
    return { fields, files, tooManyFiles };
  } catch (error) {
    source.unpipe(parser);
    source.destroy();
    await Promise.allSettled(keeping);
    throw error;
  }
}

/**
 * How many bytes busboy receives at once: fewer than it buffers of a part. If it skips a part, for example an excess file, and a single
 * write exceeds the part's buffer, busboy blocks permanently.
 */
const sliceSize = 16_384;
const bufferedBytes = 65_536;

async function* counted(body: ReadableStream | null, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  // TypeScript's DOM types do not know that streams are async iterable.
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > most) throw new MultipartRefused("too_large");
    for (let at = 0; at < chunk.byteLength; at += sliceSize) yield chunk.subarray(at, at + sliceSize);
  }
}

function openParser(contentType: string, { fieldBytes, fileBytes, files }: MultipartLimits) {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      fileHwm: bufferedBytes,
      limits: { fieldSize: fieldBytes, fileSize: fileBytes, files },
    });
  } catch {
    throw new MultipartRefused("malformed");
  }
}

/** A form with fields and one file, which is streamed. */
export function writeMultipart(
  fields: Record<string, string>,
  file: { field: string; filename: string; content: AsyncIterable<Uint8Array> },
) {
  const boundary = `----folda-${randomBytes(16).toString("hex")}`;
  const bytes = (text: string) => new TextEncoder().encode(text);
  async function* parts(): AsyncGenerator<Uint8Array> {
    for (const [name, value] of Object.entries(fields)) yield bytes(`--${boundary}\r\n${named(name)}\r\n\r\n${value}\r\n`);
    yield bytes(
      `--${boundary}\r\n${named(file.field)}; filename="${quoted(file.filename)}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    );
    yield* file.content;
    yield bytes(`\r\n--${boundary}--\r\n`);
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Readable.toWeb(Readable.from(parts())) as ReadableStream<Uint8Array>,
  };
}

const named = (name: string) => `Content-Disposition: form-data; name="${quoted(name)}"`;
/** Escaped as in browsers (HTML standard, multipart/form-data). */
const quoted = (text: string) => text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
