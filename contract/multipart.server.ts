import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";

/** A file of a form while it arrives. `truncated` says, once it has ended, that it is longer than it may be. */
export interface FilePart {
  /** The name of the form's field. */
  field: string;
  /** As the browser calls it, without folders; nothing else is promised of it. */
  filename: string;
  content: Readable & { truncated: boolean };
}

export interface MultipartLimits {
  /** Bytes of all fields that are no files, their names included. */
  fieldBytes: number;
  fileBytes: number;
  files: number;
  /** Bytes of everything; what is too large for its own limit is read past until then, so that the sender gets to read the answer. */
  bytes: number;
}

/** The body is no whole multipart form, or its fields are too large. */
export class MultipartRefused extends Error {
  override readonly name = "MultipartRefused";
  constructor(readonly reason: "malformed" | "too_large") {
    super(reason);
  }
}

/**
 * Reads a multipart form as it arrives: fields into memory, each file through `keep`, which reads its content to the end; the next
 * one may begin before it is done. Files above the number are read past and make `tooManyFiles` true. Throws `MultipartRefused`, and what `keep` throws; everything that
 * was kept by then is for the caller to drop.
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
  let room = limits.fieldBytes;
  let tooManyFiles = false;
  try {
    await new Promise<void>((resolve, reject) => {
      let current: BusboyFileStream | undefined;
      const fail = (error: unknown) => {
        reject(error);
        current?.destroy(error as Error);
      };
      parser.on("file", (field, content, filename) => {
        current = content;
        // An error is `keep`'s to meet; one between its end and the next part would otherwise be nobody's, and end the process.
        content.on("error", () => {});
        const kept = keep({ field, filename: filename ?? "", content });
        keeping.push(kept);
        kept.catch(fail);
      });
      parser.on("field", (name, value, _nameTruncated, valueTruncated) => {
        room -= valueTruncated ? room + 1 : Buffer.byteLength(name ?? "") + Buffer.byteLength(value);
        if (room >= 0) fields.append(name ?? "", value);
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
    if (room < 0) throw new MultipartRefused("too_large");
    return { fields, files, tooManyFiles };
  } catch (error) {
    source.unpipe(parser);
    source.destroy();
    await Promise.allSettled(keeping);
    throw error;
  }
}

async function* counted(body: ReadableStream | null, most: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  // The types of browsers do not know that a stream is iterable.
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > most) throw new MultipartRefused("too_large");
    yield chunk;
  }
}

function openParser(contentType: string, { fieldBytes, fileBytes, files }: MultipartLimits) {
  try {
    return new Busboy({ headers: { "content-type": contentType }, limits: { fieldSize: fieldBytes, fileSize: fileBytes, files } });
  } catch {
    throw new MultipartRefused("malformed");
  }
}

/** A form of fields and one file, as it is sent while the file is read. */
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
/** As browsers write it (HTML standard, multipart/form-data). */
const quoted = (text: string) => text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
