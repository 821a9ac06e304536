import type { ReadableStream } from "node:stream/web";
import type { Spool, SpooledFile } from "./spool";

/** First and last byte, counted from 0, inclusive. */
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
 * Files by key, and the directory in which they arrive. Keys are never reused: once nothing refers to a key, nothing ever will, so its file can be
 * deleted without locking.
 */
export interface FileStore extends Spool {
  /** Stores the content durably under the key; a file that has arrived is moved. */
  put(key: string, content: Uint8Array | SpooledFile): Promise<void>;
  /** The file, or a range of it; `undefined` if it does not exist. The caller has to read or cancel the stream. */
  open(key: string, range?: ByteRange): Promise<StoredFile | undefined>;
  /** Keys of the files that were stored before that moment. */
  list(before: Date): AsyncIterable<string>;
  /** Deletes the file; does nothing if it does not exist. */
  delete(key: string): Promise<void>;
  /** Deletes files that never were stored: those of dead processes, and those that arrived before that moment. */
  deleteUnkept(before: Date): Promise<void>;
  /** Deletes files of this process that were not stored. */
  close(): Promise<void>;
}

/** Returns the key; throws a `RangeError` if it could lead out of the store. */
export function requireKey(key: string): string {
  if (!/^[a-z0-9]{4}[a-z0-9.-]*$/.test(key)) throw new RangeError("invalid file key");
  return key;
}
