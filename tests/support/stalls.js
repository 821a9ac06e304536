// How long the event loop of a process was blocked. Preloaded into the product, it writes this into `STALLS_FILE` on a signal.
import { readFileSync, writeFileSync } from "node:fs";

const interval = 5;

/**
 * Milliseconds for which this thread was ready to run, but waited for a processor. Blocking code is not to blame for them.
 * 0 on systems without `schedstat`.
 */
function waitedForProcessor() {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** Watches until `stop`. `take` gives the longest time in milliseconds for which the event loop was blocked since it was called last. */
function watchStalls() {
  let longest = 0;
  let last = { time: performance.now(), waited: waitedForProcessor() };
  const tick = () => {
    const now = { time: performance.now(), waited: waitedForProcessor() };
    longest = Math.max(longest, now.time - last.time - (now.waited - last.waited));
    last = now;
  };
  const timer = setInterval(tick, interval).unref();
  const take = () => {
    tick();
    const taken = longest;
    longest = 0;
    return taken;
  };
  return { take, stop: () => clearInterval(timer) };
}

/**
 * The longest time in milliseconds for which `work` blocked the event loop of this process.
 * @param {() => Promise<unknown>} work
 */
export async function stallDuring(work) {
  const { take, stop } = watchStalls();
  try {
    await work();
    return take();
  } finally {
    stop();
  }
}

const file = process.env.STALLS_FILE;
if (file) {
  const { take } = watchStalls();
  process.on("SIGUSR2", () => writeFileSync(file, JSON.stringify({ longest: take() })));
}
