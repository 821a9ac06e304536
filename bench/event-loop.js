// Loaded before the server: says how long its event loop was held up, whenever it is asked by a signal.
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

const histogram = monitorEventLoopDelay({ resolution: 5 });
histogram.enable();
process.on("SIGUSR2", () => {
  const milliseconds = (/** @type {number} */ nanoseconds) => Number((nanoseconds / 1e6).toFixed(1));
  const delays = {
    p50: milliseconds(histogram.percentile(50)),
    p99: milliseconds(histogram.percentile(99)),
    max: milliseconds(histogram.max),
  };
  writeFileSync(process.env.BENCH_LOOP_FILE ?? "/dev/null", JSON.stringify(delays));
  histogram.reset();
});
