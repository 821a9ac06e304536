import { createWorkerPool, PoolBusy, TaskTooLarge } from "../../../contract/worker-pool.server";
import { articleHtmlWorker } from "../../config";
import { type ArticleHtml, type ArticleHtmlTask, runArticleHtmlTask } from "../../html/article-html-tasks";
import { Busy } from "../errors";

/** Characters that are processed on the event loop: they take 5 ms at most, as long as handing them to a thread. */
const mostOnLoop = 4_000;

/** A body of the largest size takes 0.3 s on an idle machine. */
const runInPool = createWorkerPool<ArticleHtmlTask, ArticleHtml>({ filename: articleHtmlWorker });

/**
 * Clean HTML may be this many times as long as the limit on what people write: cleaning adds the tags of paragraphs, so a text of exactly
 * the permitted length has to stay below it.
 */
const growth = 2;

/**
 * People's HTML of at most `longest` characters as safe HTML, with its teaser; `undefined` when it grows beyond `growth` times that while it
 * is cleaned, or costs too much to clean. Throws `Busy`.
 */
export async function readArticleHtml(html: string, longest: number): Promise<ArticleHtml | undefined> {
  const read = await run({ kind: "clean", html });
  return read && read.html.length <= growth * longest ? read : undefined;
}

/**
 * Stored HTML as it may be shown. Versions before the limits stored up to 300 times of what was written: that is laid out again.
 * Throws `Busy`.
 */
export async function boundedArticleHtml(cleaned: string, longest: number): Promise<string> {
  if (cleaned.length <= growth * longest) return cleaned;
  return layOutAgain(cleaned);
}

/** Stored HTML, or the beginning of it, cut anywhere, as whole blocks. Throws `Busy`, also when that costs too much. */
export async function layOutAgain(cleaned: string): Promise<string> {
  const read = await run({ kind: "tidy", html: cleaned });
  // Not an empty text: a form would save that, and a newsletter would be sent without it.
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
