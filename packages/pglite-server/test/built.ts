import { join } from "node:path";

const cache = join(import.meta.dirname, "../.cache");

/** The output of `setup.ts`: modules that worker threads and child processes can run, and an empty closed data directory. */
export const built = {
  worker: join(cache, "worker.js"),
  server: join(cache, "server.js"),
  lock: join(cache, "lock.js"),
  template: join(cache, "template"),
};
