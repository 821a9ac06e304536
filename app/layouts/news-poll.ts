import { href } from "~/paths";

/** Time between two polls. */
const intervalMs = 30_000;
/** The longest wait while the server does not answer. */
const longestMs = 10 * 60_000;
const answerMs = 20_000;

type Outcome = "asked" | "failed" | "over";

interface News {
  /** When the newest article was filed that the stream shows in this window; elsewhere the server knows it. */
  shown(): string | undefined;
  tell(count: number): void;
}

/** Asks for new articles again and again. Answers how to stop. */
export function pollNews(news: News): () => void {
  return repeat(() => askForNews(news));
}

async function askForNews({ shown, tell }: News): Promise<Outcome> {
  const after = shown();
  const query = after === undefined ? "" : `?${new URLSearchParams({ after })}`;
  const response = await window.fetch(href("streamNews", {}) + query, { priority: "low", signal: AbortSignal.timeout(answerMs) });
  if (response.status === 401) return "over";
  if (!response.ok) return "failed";
  const count = Number(await response.text());
  // The stream may show more by now than it did when it asked.
  if (after === shown()) tell(count);
  return "asked";
}

/**
 * Every 30 seconds, after failures twice as long each time. Not while the window is hidden: once it is seen again, at once what was due
 * meanwhile. Never again when the session is over.
 */
export function repeat(ask: () => Promise<Outcome>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askedAt = Date.now();
  let failures = 0;
  let isOver = false;

  const schedule = () => {
    clearTimeout(timer);
    if (isOver || document.hidden) return;
    const wait = Math.min(intervalMs * 2 ** failures, longestMs);
    timer = setTimeout(run, Math.max(askedAt + wait - Date.now(), 0));
  };
  const run = async () => {
    askedAt = Date.now();
    const outcome = await ask().catch(() => "failed");
    failures = outcome === "failed" ? failures + 1 : 0;
    isOver ||= outcome === "over";
    schedule();
  };

  document.addEventListener("visibilitychange", schedule);
  schedule();
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", schedule);
  };
}
