import { monitorEventLoopDelay } from "node:perf_hooks";

const resolutionMs = 5;

/** The longest time in milliseconds for which `work` blocked the event loop of this process. */
export async function stallDuring(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  try {
    // Delays are measured from the histogram's first tick on. `reset` would begin with another first tick.
    await sleepTicks(4);
    await work();
    // A delay is recorded when the timer fires after it.
    await sleepTicks(2);
  } finally {
    delay.disable();
  }
  return delay.max / 1e6;
}

const sleepTicks = (ticks: number) => new Promise((resolve) => setTimeout(resolve, ticks * resolutionMs));
