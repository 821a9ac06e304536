// Preloaded into a process and its threads: shifts their clock by the milliseconds in the file that CLOCK_FILE names. Clocks for durations do not
// change, as when somebody sets the system's clock.
import { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";

const RealDate = Date;
let moved = 0;

function look() {
  moved = Number(readFileSync(process.env.CLOCK_FILE ?? "", "utf8"));
}
look();
setInterval(look, 20).unref();

const now = () => RealDate.now() + moved;
globalThis.Date = new Proxy(RealDate, {
  construct: (_, parameters, target) => Reflect.construct(RealDate, parameters.length === 0 ? [now()] : parameters, target),
  apply: () => new RealDate(now()).toString(),
  get: (_, name) => (name === "now" ? now : Reflect.get(RealDate, name)),
});

const RealWorker = threads.Worker;
threads.Worker = class extends RealWorker {
  /**
   * @param {string | URL} path
   * @param {import("node:worker_threads").WorkerOptions} [options]
   */
  constructor(path, options = {}) {
    super(path, { ...options, execArgv: [...(options.execArgv ?? []), "--import", import.meta.url] });
  }
};
syncBuiltinESMExports();
