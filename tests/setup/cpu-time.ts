/** Milliseconds of processor time that the work takes: unlike the clock's, the same on a machine that does other things besides. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
