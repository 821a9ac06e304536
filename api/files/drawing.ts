import { type ChildProcess, fork } from "node:child_process";
import { createSemaphore } from "../../contract/semaphore.server";
import type { Answer, DrawnPicture, Logo, OrderName, OrderOf, ResultOf } from "./drawing-worker";
import { SvgRefused } from "./svg";

// Threads that draw cannot be stopped, and argon2 needs them to check passwords: drawing has a process, for one order at a time, that is killed.

/** Milliseconds for one order. A logo takes 0.5 s on an idle machine, and its cleaning cannot watch its own processor time. */
const timeLimits = { logo: 5_000, picture: 20_000, mail: 20_000 };
/** Milliseconds for which an order may wait: less than a request may take. */
const waitLimitMs = 15_000;
const idleMs = 30_000;
/** With this code the process ends above its limits of memory and processor time. */
const tooMuch = 1;

/** An order was not finished in time, or too many wait already. */
export class DrawingBusy extends Error {}

const oneAtATime = createSemaphore(1, { maxWaiting: 60, busy: () => new DrawingBusy() });

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

/** `undefined` where the process ended because of this order. A process that ended for another reason, such as a kill, is replaced once. */
const ask = <Name extends OrderName>(name: Name, order: OrderOf<Name>, workerPath: string): Promise<ResultOf<Name> | undefined> =>
  oneAtATime(async () => {
    let outcome = await askOnce(name, order, workerPath);
    if (outcome === "lost") outcome = await askOnce(name, order, workerPath);
    if (outcome === "lost") throw new DrawingBusy();
    if (outcome === "too much") return undefined;
    if ("refused" in outcome) throw new SvgRefused(outcome.refused);
    return outcome.result as ResultOf<Name>;
  }, waitLimitMs);

/** `lost`: the process ended, and not by its own limits. Throws `OutOfTime`. */
async function askOnce<Name extends OrderName>(
  name: Name,
  order: OrderOf<Name>,
  workerPath: string,
): Promise<Answer | "lost" | "too much"> {
  const child = takeProcess(workerPath);
  let timer: NodeJS.Timeout | undefined;
  let isKept = false;
  try {
    const outcome = await new Promise<Answer | "lost" | "too much">((settle, reject) => {
      timer = setTimeout(() => reject(new OutOfTime()), timeLimits[name]);
      child.once("message", (answer) => settle(answer as Answer));
      child.once("exit", (code) => settle(code === tooMuch ? "too much" : "lost"));
      // One that has ended already has no other event.
      child.send({ name, order }, (error) => error && settle("lost"));
    });
    isKept = typeof outcome === "object" && !outcome.isWorn;
    return outcome;
  } finally {
    clearTimeout(timer);
    child.removeAllListeners("message").removeAllListeners("exit");
    if (isKept) keepIdle(child, workerPath);
    else await end(child);
  }
}

let idle: { child: ChildProcess; workerPath: string; timer: NodeJS.Timeout } | undefined;

/** The process that waits for its next order, or a new one. */
function takeProcess(workerPath: string): ChildProcess {
  const waiting = idle;
  idle = undefined;
  clearTimeout(waiting?.timer);
  if (waiting?.workerPath === workerPath && waiting.child.connected) {
    waiting.child.ref();
    waiting.child.channel?.ref();
    return waiting.child;
  }
  waiting?.child.kill("SIGKILL");
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
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}
