/** Work that takes less says nothing about how it grows. In milliseconds of processor time. */
const leastMs = 5;
const attempts = 4;

/**
 * How many times as much processor time `work` takes for an input eight times as long, the least of a few attempts: about 8 where
 * it takes time in proportion, 64 where it takes its square. A ratio, because a time would only tell how busy the machine is.
 * @param work is given the length of its input: `length`, or an eighth of it.
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

/** Between the 8 of work in proportion to its input and the 64 of its square, nearer to the square in steps. */
export const proportional = 24;

function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
