import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { config } from "~/config.server";
import { limits } from "../../contract/limits";
import { type FilePart, MultipartRefused, readMultipart } from "../../contract/multipart.server";
import { hasRoom, isDiskFull, reserved } from "../../contract/room.server";

/** A file that came with a form. */
export interface FormFile {
  /** As the browser calls it. */
  name: string;
  /** Bytes. */
  size: number;
  /** It is longer than an attachment may be, and only its beginning is here. */
  isCut: boolean;
  /** Its bytes, as often as somebody wants them. */
  content(): AsyncIterable<Uint8Array>;
}

export interface FormWithFiles {
  /** Everything but the files. */
  body: FormData;
  files: FormFile[];
  /** There were more than an article may have; the rest was read past. */
  tooManyFiles: boolean;
  /** The disk has no room for its files: they were read past, and only their names are here. */
  noRoom: boolean;
}

/** The server counts all of a form; bytes here are of its fields, as many as of a form without files. */
const formLimits = {
  fieldBytes: 2_500_000,
  fileBytes: limits.attachment,
  files: limits.attachmentsPerArticle,
  bytes: Number.POSITIVE_INFINITY,
};

/** The form values read from each request, kept as long as the request. */
const readForms = new WeakMap<Request, FormWithoutFiles>();

/** The form of a request whose body `withFiles` may have read already. Throws as `withFiles`. */
export const formReadFrom = async (request: Request): Promise<FormWithoutFiles> => readForms.get(request) ?? readWithoutFiles(request);

/**
 * Reads a form with files as it comes, and answers it. The files lie on the disk without a name, so that nothing of them is left
 * once it is answered, nor when the process ends before. Throws a 400 or 413 `Response` for what is no such form.
 */
export async function withFiles<T>(request: Request, answer: (form: FormWithFiles) => Promise<T>): Promise<T> {
  if (!isMultipart(request)) {
    const { body } = await readWithoutFiles(request);
    return answer({ body, files: [], tooManyFiles: false, noRoom: false });
  }
  const opened: FileHandle[] = [];
  let noRoom = false;
  await mkdir(config.uploadsDir, { recursive: true, mode: 0o700 });
  const fits = await hasRoom(config.uploadsDir, Number(request.headers.get("Content-Length")) + reserved.files);
  try {
    const keep = async ({ filename: name, content }: FilePart): Promise<FormFile> => {
      const file = fits ? await openNameless() : undefined;
      if (file) opened.push(file);
      let size = 0;
      for await (const chunk of content as AsyncIterable<Uint8Array>) {
        size += chunk.byteLength;
        if (file && !noRoom) await file.writeFile(chunk).catch(refuseForRoom);
        else noRoom = true;
      }
      return { name, size, isCut: content.truncated, content: () => (file ? contentOf(file) : nothing()) };
    };
    const refuseForRoom = (error: unknown) => {
      if (!isDiskFull(error)) throw error;
      noRoom = true;
    };
    const { fields, files, tooManyFiles } = await readMultipart(request, formLimits, keep).catch(refuse);
    remember(request, { body: fields, fileNames: files.map(({ name }) => name).filter(Boolean) });
    // A browser sends a file without a name where none was chosen.
    return await answer({ body: fields, files: files.filter(({ name, size }) => name !== "" || size > 0), tooManyFiles, noRoom });
  } finally {
    for (const file of opened) await file.close();
  }
}

export interface FormWithoutFiles {
  body: FormData;
  /** Of the files that came with it, and were read past. */
  fileNames: string[];
}

/** Reads such a form where nobody has use for its files. Throws as `withFiles`. */
export async function readWithoutFiles(request: Request): Promise<FormWithoutFiles> {
  if (!isMultipart(request)) return remember(request, { body: await request.formData(), fileNames: [] });
  const pass = async ({ filename, content }: FilePart) => {
    for await (const _ of content);
    return filename;
  };
  const { fields, files } = await readMultipart(request, formLimits, pass).catch(refuse);
  return remember(request, { body: fields, fileNames: files.filter(Boolean) });
}

function remember(request: Request, form: FormWithoutFiles): FormWithoutFiles {
  readForms.set(request, form);
  return form;
}

const isMultipart = (request: Request) => request.headers.get("Content-Type")?.toLowerCase().startsWith("multipart/form-data") ?? false;

/** By hand: a stream of a handle closes it, or keeps it from being closed. */
async function* contentOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(65_536), position });
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** What a form is answered with that shows again because of its files: 507 where there was no room for them. */
export const filesInit = ({ noRoom }: Pick<FormWithFiles, "noRoom">) => (noRoom ? { status: 507 } : {});

async function openNameless(): Promise<FileHandle> {
  const path = join(config.uploadsDir, randomUUID());
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  return file;
}

function refuse(error: unknown): never {
  throw error instanceof MultipartRefused ? new Response(null, { status: error.reason === "too_large" ? 413 : 400 }) : error;
}
