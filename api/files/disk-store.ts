import { mkdir, open as openFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { filesBelow, ifThere, isOlder } from "./directory";
import { createSpool } from "./spool";
import { type FileStore, requireKey } from "./store";
import { syncDirectory } from "./write-durably";

/** Files in a directory of this machine that only this user may enter, spread over folders by the beginning of their keys. */
export function createDiskStore(directory: string): FileStore {
  const arrivals = join(directory, "tmp");
  const spool = createSpool(arrivals);
  const pathOf = (key: string) => join(directory, requireKey(key).slice(0, 2), key.slice(2, 4), key);

  return {
    ...spool,

    async put(key, content) {
      const path = pathOf(key);
      const { path: arrived } = content instanceof Uint8Array ? await spool.receive(Readable.from([content])) : content;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(arrived, path);
      // A name survives a power cut only once the directory that it stands in is on the disk; these may all be new.
      for (const at of [dirname(path), dirname(dirname(path)), directory, dirname(directory)]) await syncDirectory(at);
    },

    async open(key, range) {
      const file = await ifThere(openFile(pathOf(key), "r"));
      if (!file) return undefined;
      const { size } = await file.stat();
      const stream = Readable.toWeb(file.createReadStream(range ?? {})) as ReadableStream<Uint8Array>;
      return { stream, size };
    },

    async *list(before) {
      for await (const { name, path } of filesBelow(directory)) {
        if (dirname(path) !== arrivals && (await isOlder(path, before))) yield name;
      }
    },

    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
