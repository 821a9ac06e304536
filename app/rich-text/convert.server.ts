import { resolve } from "node:path";
import { createWorkerPool, PoolBusy, TaskTooLarge } from "../../contract/worker-pool.server";
import { convert, type MarkedTextTask } from "./marked-text-worker.server";

/** Relative to the working directory, because the bundler moves this module. */
const worker = resolve("build/workers/marked-text-worker.js");

/** Characters that are converted on the event loop: they take 5 ms at most, as long as handing them to a thread. */
const mostOnLoop = 4_000;

/** A text of the largest size takes 0.3 s on an idle machine. */
const runInPool = createWorkerPool<MarkedTextTask, string>({ filename: worker });

/** `toMarkedText` off the event loop; without markup where converting costs too much. Throws a 503 `Response` when it is not done in time. */
export const htmlToMarkedText = async (html: string): Promise<string> => (await run({ kind: "to", text: html })) ?? withoutMarkup(html);

export const withoutMarkup = (html: string): string => html.replace(/<[^<>]*>/g, " ");

/** `fromMarkedText` off the event loop; `undefined` where it costs too much. Throws as `htmlToMarkedText`. */
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
