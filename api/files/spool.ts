import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { isDiskFull } from "../../contract/room.server";
import { filesBelow, isOlder } from "./directory";
import { StoreFull } from "./errors";

/** A file that has arrived and is not kept yet. */
export interface SpooledFile {
  path: string;
  /** Bytes. */
  size: number;
  /** Of its bytes, in hexadecimal. */
  sha256: string;
}

/** Where files arrive, on this machine's disk: none is ever held in memory. */
export interface Spool {
  /** A path at which another thread may write a file with `writeFile`. */
  newPath(): string;
  /** Takes a file in as it comes; what ends in an error leaves nothing behind. */
  receive(content: AsyncIterable<Uint8Array>): Promise<SpooledFile>;
  /** Drops what was not kept. */
  drop(file: Pick<SpooledFile, "path">): Promise<void>;
  /** Removes what arrived before that moment and was never kept: a process that was killed leaves it. */
  deleteUnkept(before: Date): Promise<void>;
}

export function createSpool(directory: string): Spool {
  const newPath = () => join(directory, randomUUID());
  return {
    newPath,
    receive: (content) => writeFile(newPath(), content),
    drop: ({ path }) => rm(path, { force: true }),

    async deleteUnkept(before) {
      for await (const { path } of filesBelow(directory)) if (await isOlder(path, before)) await rm(path, { force: true });
    },
  };
}

/** Writes a new file as its content comes, and measures it. A failure removes what was written; `StoreFull` when the disk is full. */
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
    await pipeline(content, measured, createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }));
  } catch (error) {
    await rm(path, { force: true });
    throw isDiskFull(error) ? new StoreFull("the disk is full", { cause: error }) : error;
  }
  return { path, size, sha256: hash.digest("hex") };
}
