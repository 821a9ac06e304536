import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { config } from "~/config.server";
import { hasDiskSpace, isDiskFull, reservedBytes } from "../../contract/disk-space.server";
import * as limits from "../../contract/limits";
import { type FilePart, isMultipart, MultipartRefused, readMultipart } from "../../contract/multipart.server";

export interface FormFile {
  /** As given by the browser. */
  name: string;
  /** As declared by the browser. */
  contentType: string;
  /** In bytes. */
  size: number;
  /** The file exceeds the limit for attachments, and was truncated. */
  isCut: boolean;
  /** Streams the content. Can be called repeatedly. */
  content(): AsyncIterable<Uint8Array>;
}

export interface FormWithFiles {
  /** All fields except files. */
  body: FormData;
  files: FormFile[];
  /** There were more files than an article may have; the excess ones were skipped. */
  tooManyFiles: boolean;
  /** There was not enough disk space: the files were skipped, and only their names are known. */
  diskFull: boolean;
}

/** The server limits the total size; these limits apply to the fields, as in a form without files. */
const formLimits = {
  fieldBytes: limits.form,
  fileBytes: limits.attachment,
  files: limits.attachmentsPerArticle,
  bytes: Number.POSITIVE_INFINITY,
};

/** The fields read from each request, for as long as the request is referenced. */
const readForms = new WeakMap<Request, FormWithoutFiles>();

/** The fields of a request whose body `withFiles` may have read already. Throws like `withFiles`. */
export const formReadFrom = async (request: Request): Promise<FormWithoutFiles> => readForms.get(request) ?? readWithoutFiles(request);

/**
 * Reads a form with files, and passes it to `answer`. The files have no name on disk, so nothing remains of them afterwards, nor after a
 * crash. Throws a 400 or 413 `Response` for an invalid or too large form.
 */
export async function withFiles<T>(request: Request, answer: (form: FormWithFiles) => Promise<T>): Promise<T> {
  if (!isMultipart(request.headers)) {
    const { body } = await readWithoutFiles(request);
    return answer({ body, files: [], tooManyFiles: false, diskFull: false });
  }
  const opened: FileHandle[] = [];
  let diskFull = false;
  await mkdir(config.uploadsDir, { recursive: true, mode: 0o700 });
  const fits = await hasDiskSpace(config.uploadsDir, Number(request.headers.get("Content-Length")) + reservedBytes.files);
  try {
    const keep = async ({ filename: name, contentType, content }: FilePart): Promise<FormFile> => {
      const file = fits ? await openNameless() : undefined;
      if (file) opened.push(file);
      let size = 0;
      for await (const chunk of content as AsyncIterable<Uint8Array>) {
        size += chunk.byteLength;
        if (file && !diskFull) await file.writeFile(chunk).catch(handleDiskFull);
        else diskFull = true;
      }
      return { name, contentType, size, isCut: content.truncated, content: () => (file ? contentOf(file) : nothing()) };
    };
    const handleDiskFull = (error: unknown) => {
      if (!isDiskFull(error)) throw error;
      diskFull = true;
    };
    const { fields, files, tooManyFiles } = await readMultipart(request, formLimits, keep).catch(refuse);
    remember(request, { body: fields, fileNames: files.map(({ name }) => name).filter(Boolean) });
    // Browsers send an empty, unnamed file if none was chosen.
    return await answer({ body: fields, files: files.filter(({ name, size }) => name !== "" || size > 0), tooManyFiles, diskFull });
  } finally {
    for (const file of opened) await file.close();
  }
}

export interface FormWithoutFiles {
  body: FormData;
  /** Names of the uploaded files, whose contents were skipped. */
  fileNames: string[];
}

/** Reads a form, skipping its files. Throws like `withFiles`. */
export async function readWithoutFiles(request: Request): Promise<FormWithoutFiles> {
  if (!isMultipart(request.headers)) return remember(request, { body: await request.formData(), fileNames: [] });
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

/** Reads by position: a stream would close the handle, or keep it from being closed. */
async function* contentOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(65_536), position });
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** The status of a response that shows the form again because of its files: 507 if there was not enough disk space. */
export const filesInit = ({ diskFull }: Pick<FormWithFiles, "diskFull">) => (diskFull ? { status: 507 } : {});

async function openNameless(): Promise<FileHandle> {
  const path = join(config.uploadsDir, randomUUID());
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  return file;
}

function refuse(error: unknown): never {
  throw error instanceof MultipartRefused ? new Response(null, { status: error.reason === "too_large" ? 413 : 400 }) : error;
}
