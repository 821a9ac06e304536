import { href } from "../../contract/paths";

const intervalMs = 30_000;
/** Maximum interval while the server fails. */
const longestMs = 10 * 60_000;
const answerMs = 20_000;

type Outcome = "asked" | "failed" | "over";

interface News {
  /** When the newest article shown in this window's stream was filed; undefined on other pages, for which the server knows. */
  shown(): string | undefined;
  tell(count: number, unread: boolean): void;
}

/** Polls for new articles and notifications. Returns a function that stops polling. */
export function pollNews(news: News): () => void {
  return repeat(() => askForNews(news));
}

async function askForNews({ shown, tell }: News): Promise<Outcome> {
  const after = shown();
  const query = after === undefined ? "" : `?${new URLSearchParams({ after })}`;
  const response = await window.fetch(href("streamNews") + query, { priority: "low", signal: AbortSignal.timeout(answerMs) });
  if (response.status === 401) return "over";
  if (!response.ok) return "failed";
  const text = await response.text();
  // Ignore the response if the stream has been updated meanwhile.
  if (after === shown()) tell(Number.parseInt(text, 10) || 0, text.endsWith("!"));
  return "asked";
}

/**
 * Calls `ask` every 30 seconds, doubling the interval after each failure. Pauses while the window is hidden; when it becomes visible, calls
 * immediately if a call is overdue. Stops when the session has ended.
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
