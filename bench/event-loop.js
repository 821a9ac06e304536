// Preloaded into the server: on a signal, reports how long its event loop was blocked since the last report.
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

const resolution = 5;
const histogram = monitorEventLoopDelay({ resolution });
histogram.enable();
process.on("SIGUSR2", async () => {
  // A delay is recorded when the timer fires after it.
  await sleep(2 * resolution);
  const milliseconds = (/** @type {number} */ nanoseconds) => Number((nanoseconds / 1e6).toFixed(1));
  const delays = {
    p50: milliseconds(histogram.percentile(50)),
    p99: milliseconds(histogram.percentile(99)),
    max: milliseconds(histogram.max),
  };
  histogram.reset();
  // After a reset nothing is measured until the next tick, so the report, after which its reader goes on, waits for that.
  await sleep(4 * resolution);
  writeFileSync(process.env.BENCH_LOOP_FILE ?? "/dev/null", JSON.stringify(delays));
});
