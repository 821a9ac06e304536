import { resolve } from "node:path";
import { cleanText } from "../../contract/rest/shared";
import { createWorkerPool, PoolBusy, ShareUsedUp, TaskTooLarge } from "../../contract/worker-pool.server";
import { joiner } from "./inline-marks";
import { convert, type MarkupTask } from "./lightweight-markup-worker.server";

/** Relative to the working directory, because the bundler moves this module. */
const worker = resolve("build/workers/lightweight-markup-worker.js");

/** Texts up to this many characters are converted on the event loop: that takes at most 5 ms, as long as passing them to a thread. */
const mostOnLoop = 4_000;

/** The largest allowed text takes 0.3 s on an idle machine. */
const runInPool = createWorkerPool<MarkupTask, string>({ filename: worker });

/**
 * `toLightweightMarkup` off the event loop; plain text if converting is too expensive. Throws a `Response`: 503 if it takes too
 * long, 429 if too many of this person's texts wait. */
export const htmlToLightweightMarkup = async (html: string): Promise<string> =>
  (await run({ kind: "to", text: html })) ?? withoutMarkup(html);

export const withoutMarkup = (html: string): string => html.replace(/<[^<>]*>/g, " ");

/** `fromLightweightMarkup` off the event loop; `undefined` if it is too expensive. Throws like `htmlToLightweightMarkup`. */
export const lightweightMarkupToHtml = (text: string): Promise<string | undefined> => run({ kind: "from", text });

/** `cleanText` that keeps joiners, because formatting would be lost without them. Empty if there is nothing else. */
export const cleanLightweightMarkup = (text: string): string => cleanText(text) && cleanText(text, joiner);

async function run(task: MarkupTask): Promise<string | undefined> {
  if (task.text.length <= mostOnLoop) return convert(task);
  try {
    return await runInPool(task);
  } catch (error) {
    if (error instanceof TaskTooLarge) return undefined;
    // Do not fall back to plain text, because the form would save it.
    const status = error instanceof PoolBusy ? 503 : error instanceof ShareUsedUp ? 429 : undefined;
    if (status) throw new Response(null, { status, headers: { "Retry-After": "5" } });
    throw error;
  }
}
