import { monitorEventLoopDelay } from "node:perf_hooks";

const resolutionMs = 5;

/** The longest time, in milliseconds, for which this process's event loop was held up while `work` ran. */
export async function stallDuring(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  try {
    await work();
    // A stall is recorded when the timer fires after it.
    await new Promise((resolve) => setTimeout(resolve, 2 * resolutionMs));
  } finally {
    delay.disable();
  }
  return delay.max / 1e6;
}
