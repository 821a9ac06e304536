import { resolve } from "node:path";
import { createWorkerPool, PoolBusy, TaskTooLarge } from "../../contract/worker-pool.server";
import convert, { type MarkedTextTask } from "./marked-text-worker.server";

/** Relative to the working directory, because the bundler moves this module. */
const worker = resolve("build/workers/marked-text-worker.js");

/** Characters that are converted on the event loop: they take 5 ms at most, as long as handing them to a thread. */
const mostOnLoop = 4_000;

/** A text of the largest size takes 0.3 s on an idle machine. */
const runInPool = createWorkerPool<MarkedTextTask, string>({ filename: worker, timeLimitMs: 5_000 });

/** `toMarkedText` off the event loop; without markup where converting takes too long. Throws a 503 `Response` when too many wait. */
export const htmlToMarkedText = async (html: string): Promise<string> =>
  (await run({ kind: "to", text: html })) ?? html.replace(/<[^<>]*>/g, " ");

/** `fromMarkedText` off the event loop; `undefined` where it takes too long. Throws as `htmlToMarkedText`. */
export const markedTextToHtml = (text: string): Promise<string | undefined> => run({ kind: "from", text });

async function run(task: MarkedTextTask): Promise<string | undefined> {
  if (task.text.length <= mostOnLoop) return convert(task);
  try {
    return await runInPool(task);
  } catch (error) {
    if (error instanceof TaskTooLarge) return undefined;
    // Not as text without markup: the form would save that.
    if (error instanceof PoolBusy) throw new Response(null, { status: 503, headers: { "Retry-After": "5" } });
    throw error;
  }
}
