import type { Reporter, TestModule } from "vitest/node";

const count = 10;

/** Vitest reporter: lists the files that took longest, at the end of the run. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules
      .map((module) => ({ file: `${module.project.name}: ${module.relativeModuleId}`, seconds: module.diagnostic().duration / 1000 }))
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, count)
      .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
    process.stdout.write(`\nThe ${count} slowest test files:\n${rows.join("\n")}\n`);
  }
}
