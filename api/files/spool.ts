import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { isDiskFull } from "../../contract/disk-space.server";
import { StoreFull } from "./errors";

/** A file that has arrived but is not stored yet. */
export interface SpooledFile {
  path: string;
  /** Bytes. */
  size: number;
  /** Of the content, in hexadecimal. */
  sha256: string;
}

/** The local directory where files arrive; they are never held in memory. */
export interface Spool {
  /** A path to which another thread may write a file with `writeFile`, or at which a directory may be created. */
  newPath(): string;
  /** Writes a file as it arrives; leaves nothing behind on errors. */
  receive(content: AsyncIterable<Uint8Array>): Promise<SpooledFile>;
  /** Deletes a file that is not going to be stored. */
  drop(file: Pick<SpooledFile, "path">): Promise<void>;
}

export function createSpool(directory: string): Spool {
  const newPath = () => join(directory, randomUUID());
  return {
    newPath,
    receive: (content) => writeFile(newPath(), content),
    drop: ({ path }) => rm(path, { force: true }),
  };
}

/** Streams the content into a new file, counting and hashing it. Deletes the file on errors; throws `StoreFull` if the disk is full. */
export async function writeFile(path: string, content: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  let size = 0;
  async function* measured(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.byteLength;
      yield chunk;
    }
  }
  try {
    // Opened before the content is read: a stream that opens the file itself may create it after a failure has removed it.
    const file = await open(path, "wx", 0o600);
    await pipeline(content, measured, file.createWriteStream({ flush: true })).finally(() => file.close());
  } catch (error) {
    await rm(path, { force: true });
    throw isDiskFull(error) ? new StoreFull("the disk is full", { cause: error }) : error;
  }
  return { path, size, sha256: hash.digest("hex") };
}
