import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

const count = 10;

/** Playwright reporter: lists the flows that took longest, at the end of the run. */
export default class SlowestFlows implements Reporter {
  private readonly durations: { flow: string; seconds: number }[] = [];

  onTestEnd({ title, location }: TestCase, { duration }: TestResult): void {
    this.durations.push({ flow: `${location.file.split("/").at(-1)}: ${title}`, seconds: duration / 1000 });
  }

  onEnd(): void {
    const slowest = this.durations.sort((one, other) => other.seconds - one.seconds).slice(0, count);
    const rows = slowest.map(({ flow, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${flow}`);
    process.stdout.write(`\nThe ${count} slowest flows:\n${rows.join("\n")}\n`);
  }
}
