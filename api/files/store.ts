import type { ReadableStream } from "node:stream/web";
import type { Spool, SpooledFile } from "./spool";

/** The first and the last byte, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  stream: ReadableStream<Uint8Array>;
  /** Bytes of the whole file. */
  size: number;
}

/**
 * Where files lie by key, and where they arrive. A key is used for one file and never again: what nobody names any more, nobody
 * will name later, so that it can be removed without a look at who is about to use it.
 */
export interface FileStore extends Spool {
  /** Keeps the bytes durably under the key; one that has arrived is moved there. */
  put(key: string, content: Uint8Array | SpooledFile): Promise<void>;
  /** The file, or the part of it; `undefined` when there is none. Whoever opens it reads or cancels the stream. */
  open(key: string, range?: ByteRange): Promise<StoredFile | undefined>;
  /** Keys of the files that were put before that moment. */
  list(before: Date): AsyncIterable<string>;
  /** Removes the file; one that is not there is none to remove. */
  delete(key: string): Promise<void>;
}

/** The key; throws a `RangeError` for what could lead out of the store. */
export function requireKey(key: string): string {
  if (!/^[a-z0-9]{4}[a-z0-9.-]*$/.test(key)) throw new RangeError("not a key of a file");
  return key;
}
