/** Whole seconds of a clock that only goes forward and is the same in all threads. */
export function monotonicSecond(): number {
  return Number(process.hrtime.bigint() / 1_000_000_000n);
}
