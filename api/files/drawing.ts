import { fork } from "node:child_process";
import { createSlots } from "../slots";
import type { LogoAnswer, LogoOrder } from "./logo-worker";
import { type HarmlessSvg, SvgRefused } from "./svg";

/** Milliseconds for cleaning and drawing, the start of the process included: a logo takes 0.5 s on an idle machine. */
const timeLimitMs = 5_000;
/** Threads that draw cannot be stopped, and argon2 needs them to check passwords: drawing has a process, one at a time, that is killed. */
const oneAtATime = createSlots(1, { mostWaiting: 2, busy: () => new LogosBusy() });

/** Too many logos wait already. */
export class LogosBusy extends Error {}

/**
 * The drawing without anything that could harm people who look at it, and as a PNG for mails. Throws `SvgRefused`, also when it takes too
 * much time or memory, and `LogosBusy`.
 */
export const readLogo = (order: LogoOrder, workerPath: string): Promise<{ drawing: HarmlessSvg; png: Uint8Array }> =>
  oneAtATime(async () => {
    const child = fork(workerPath, [], {
      // None of the configuration.
      env: { NODE_ENV: "production", UV_THREADPOOL_SIZE: "1" },
      execArgv: ["--max-old-space-size=256"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const timer = setTimeout(() => child.kill("SIGKILL"), timeLimitMs);
    try {
      const answer = await new Promise<LogoAnswer>((resolve, reject) => {
        child.once("message", (message: LogoAnswer) => resolve(message));
        // More than one is possible, such as from `send` after a failed start: an error without a listener would end the server.
        child.on("error", reject);
        child.once("exit", () => reject(new SvgRefused("logoTooComplex")));
        child.send(order);
      });
      if ("refused" in answer) throw new SvgRefused(answer.refused);
      return answer;
    } finally {
      clearTimeout(timer);
      child.kill("SIGKILL");
      // A process that could not be started never exits.
      if (child.pid !== undefined) await ended;
    }
  });
