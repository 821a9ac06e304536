/** Milliseconds of processor time. Faster work does not tell how it grows. */
const leastMs = 5;
const attempts = 4;

/**
 * How many times as much processor time `work` takes for an input eight times as long, the minimum of a few attempts: about 8 for linear, 64 for
 * quadratic time. A ratio, because absolute times depend on the load of the machine.
 * @param work gets the length of its input: `length`, or an eighth of it.
 */
export function costGrowth(length: number, work: (length: number) => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && least > proportional; attempt += 1) {
    const short = Math.max(
      leastMs,
      cpuMsOf(() => work(Math.ceil(length / 8))),
    );
    least = Math.min(least, cpuMsOf(() => work(length)) / short);
  }
  return least;
}

/** Between the 8 of linear and the 64 of quadratic time. */
export const proportional = 24;

function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
