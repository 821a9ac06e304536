import { mkdir, open as openFile, rename, rm } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { filesBelow, ifThere, isOlder } from "./directory";
import { createSpool } from "./spool";
import { type FileStore, requireKey } from "./store";
import { openWorkDirectory } from "./work-directory";
import { syncDirectory } from "./write-durably";

/** Files in a local directory that only the user of the process can read, in subfolders by the first characters of their keys. */
export async function openDiskStore(directory: string): Promise<FileStore> {
  const arrivals = join(directory, "tmp");
  const work = await openWorkDirectory(arrivals);
  const spool = createSpool(work.path);
  const pathOf = (key: string) => join(directory, requireKey(key).slice(0, 2), key.slice(2, 4), key);

  return {
    ...spool,

    async put(key, content) {
      const path = pathOf(key);
      const { path: arrived } = content instanceof Uint8Array ? await spool.receive(Readable.from([content])) : content;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(arrived, path);
      // A new name is durable only once its directory is synced, and all of these may be new.
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
        if (!path.startsWith(arrivals + sep) && (await isOlder(path, before))) yield name;
      }
    },

    async delete(key) {
      await rm(pathOf(key), { force: true });
    },

    deleteUnkept: work.deleteLeft,
    close: work.close,
  };
}
