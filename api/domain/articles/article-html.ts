import { createWorkerPool, PoolBusy, TaskTooLarge } from "../../../contract/worker-pool.server";
import { articleHtmlWorker } from "../../config";
import { type ArticleHtml, type ArticleHtmlTask, runArticleHtmlTask } from "../../html/article-html-tasks";
import { Busy } from "../errors";

/** Up to this many characters are processed on the event loop: that takes at most 5 ms, as long as passing them to a thread. */
const mostOnLoop = 4_000;

/** A body of the largest size takes 0.3 s on an idle machine. */
const runInPool = createWorkerPool<ArticleHtmlTask, ArticleHtml>({ filename: articleHtmlWorker });

/**
 * Clean HTML may be this many times as long as the limit for written text: cleaning adds paragraph tags, and a text of exactly the permitted length
 * must not be rejected for them.
 */
const growth = 2;

/**
 * Cleans HTML of at most `longest` characters and derives its teaser. `undefined` if the result is longer than `growth` times `longest`, or
 * cleaning costs too much. Throws `Busy`.
 */
export async function readArticleHtml(html: string, longest: number): Promise<ArticleHtml | undefined> {
  const read = await run({ kind: "clean", html });
  return read && read.html.length <= growth * longest ? read : undefined;
}

/**
 * Stored HTML of bounded length. Versions without these limits stored up to 300 times the length of the written text: such HTML is laid out again.
 * Throws `Busy`.
 */
export async function boundedArticleHtml(cleaned: string, longest: number): Promise<string> {
  if (cleaned.length <= growth * longest) return cleaned;
  return layOutAgain(cleaned);
}

/** Stored HTML, or any prefix of it, as complete blocks. Throws `Busy`, also if that costs too much. */
export async function layOutAgain(cleaned: string): Promise<string> {
  const read = await run({ kind: "tidy", html: cleaned });
  // Never return an empty text instead: a form would save it, and a newsletter would be sent without its introduction.
  if (!read) throw new Busy();
  return read.html;
}

async function run(task: ArticleHtmlTask): Promise<ArticleHtml | undefined> {
  if (task.html.length <= mostOnLoop) return runArticleHtmlTask(task);
  try {
    return await runInPool(task);
  } catch (error) {
    if (error instanceof TaskTooLarge) return undefined;
    throw error instanceof PoolBusy ? new Busy() : error;
  }
}
