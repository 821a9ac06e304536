import { type ChildProcess, fork } from "node:child_process";
import { createSlots } from "../slots";
import type { Answer, DrawnPicture, Logo, OrderName, OrderOf, ResultOf } from "./drawing-worker";
import { SvgRefused } from "./svg";

// Threads that draw cannot be stopped, and argon2 needs them to check passwords: drawing has a process, for one order at a time, that is killed.

/** Milliseconds for one order. A logo takes 0.5 s on an idle machine, and its cleaning cannot watch its own processor time. */
const timeLimits = { logo: 5_000, picture: 20_000, mail: 20_000 };
const idleMs = 30_000;

/** An order was not finished in time, or too many wait already. */
export class DrawingBusy extends Error {}

const oneAtATime = createSlots(1, { mostWaiting: 60, busy: () => new DrawingBusy() });

/** The drawing without anything that could harm people who look at it, and as a PNG for mails. Throws `SvgRefused`, also when it takes too much time or memory, and `DrawingBusy`. */
export async function readLogo(order: OrderOf<"logo">, workerPath: string): Promise<Logo> {
  const logo = await ask("logo", order, workerPath).catch((error: unknown) => {
    throw error instanceof OutOfTime ? new SvgRefused("logoTooComplex") : error;
  });
  if (!logo) throw new SvgRefused("logoTooComplex");
  return logo;
}

/** A picture that browsers may show, drawn in these widths; `undefined` for what is none, and for one that takes too much to draw. Throws `DrawingBusy`. */
export const readPicture = (order: OrderOf<"picture">, workerPath: string): Promise<DrawnPicture | undefined> =>
  ask("picture", order, workerPath);

/** As `drawForMail` of `picture.ts`. Throws `DrawingBusy`. */
export const readForMail = (order: OrderOf<"mail">, workerPath: string): Promise<ResultOf<"mail">> => ask("mail", order, workerPath);

class OutOfTime extends DrawingBusy {}

/** `undefined` where the process ended itself, which it does above its limits of memory and processor time. */
const ask = <Name extends OrderName>(name: Name, order: OrderOf<Name>, workerPath: string): Promise<ResultOf<Name> | undefined> =>
  oneAtATime(async () => {
    const child = takeProcess(workerPath);
    let timer: NodeJS.Timeout | undefined;
    try {
      const answer = await new Promise<Answer | undefined>((resolve, reject) => {
        timer = setTimeout(() => reject(new OutOfTime()), timeLimits[name]);
        child.once("message", resolve);
        child.once("error", reject);
        child.once("exit", () => resolve(undefined));
        child.send({ name, order });
      });
      if (!answer) return undefined;
      if (!answer.isWorn) keepIdle(child, workerPath);
      if ("refused" in answer) throw new SvgRefused(answer.refused);
      return answer.result as ResultOf<Name>;
    } finally {
      clearTimeout(timer);
      if (idle?.child !== child) await end(child);
    }
  });

let idle: { child: ChildProcess; workerPath: string; timer: NodeJS.Timeout } | undefined;

/** The process that waits for its next order, or a new one. */
function takeProcess(workerPath: string): ChildProcess {
  if (idle?.workerPath === workerPath && idle.child.connected) {
    const { child, timer } = idle;
    idle = undefined;
    clearTimeout(timer);
    child.ref();
    child.channel?.ref();
    return child;
  }
  const child = fork(workerPath, [], {
    // None of the configuration.
    env: { NODE_ENV: "production", UV_THREADPOOL_SIZE: "1", MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" },
    execArgv: ["--max-old-space-size=128"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // More than one is possible, such as from `send` after a failed start: an error without a listener would end the server.
  child.on("error", () => {});
  return child;
}

function keepIdle(child: ChildProcess, workerPath: string): void {
  child.removeAllListeners("message").removeAllListeners("exit");
  // Neither keeps a process running that is about to end; the child ends with it.
  child.unref();
  child.channel?.unref();
  const timer = setTimeout(() => {
    idle = undefined;
    child.kill("SIGKILL");
  }, idleMs).unref();
  idle = { child, workerPath, timer };
}

async function end(child: ChildProcess): Promise<void> {
  const isGone = child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  if (!isGone) await ended;
}
