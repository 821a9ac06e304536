import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { createSemaphore } from "../../contract/semaphore.server";
import type { Answer, DrawnPicture, Logo, OrderName, OrderOf, ResultOf } from "./drawing-worker";
import { SvgRefused } from "./svg-refused";

// Threads that draw cannot be stopped, and argon2 needs the thread pool to check passwords. So drawing has its own process, which handles one task
// at a time and can be killed.

/** Milliseconds. */
export const drawingLimits = {
  time: 20_000,
  /** Cleaning a logo cannot measure its own processor time. On an idle machine it takes 500. */
  logoProcessor: 5_000,
  /** Of waiting for other tasks; less than a request may take. */
  wait: 15_000,
};
const checkMs = 250;
const idleMs = 30_000;
/** Exit code of a process that exceeded its memory or processor time. */
const tooMuch = 1;

/** A task was not finished in time, or too many are waiting. */
export class DrawingBusy extends Error {
  override name = "DrawingBusy";
}

// An article may get 50 pictures at once.
const oneAtATime = createSemaphore(1, { maxWaiting: 120, share: { running: 1, waiting: 60 }, busy: () => new DrawingBusy() });

/** The sanitised logo, and a PNG of it for mails. Throws `SvgRefused`, also for exceeded memory or processor time, and `DrawingBusy`. */
export async function readLogo(order: OrderOf<"logo">, workerPath: string): Promise<Logo> {
  const logo = await ask("logo", order, workerPath).catch((error: unknown) => {
    throw error instanceof OutOfTime ? new SvgRefused("logoTooComplex") : error;
  });
  if (!logo) throw new SvgRefused("logoTooComplex");
  return logo;
}

/** A displayable picture in these widths; `undefined` if the file is not a picture or too expensive to draw. Throws `DrawingBusy`. */
export const readPicture = (order: OrderOf<"picture">, workerPath: string): Promise<DrawnPicture | undefined> =>
  ask("picture", order, workerPath);

/** `drawForMail` of `picture.ts`. Throws `DrawingBusy`. */
export const readForMail = (order: OrderOf<"mail">, workerPath: string): Promise<ResultOf<"mail">> => ask("mail", order, workerPath);

class OutOfTime extends Error {}

/** `undefined` if this task made the process exit. If it ended for another reason, such as a kill, the task is retried once in a new one. */
const ask = <Name extends OrderName>(name: Name, order: OrderOf<Name>, workerPath: string): Promise<ResultOf<Name> | undefined> =>
  oneAtATime(
    async () => {
      let outcome = await askOnce(name, order, workerPath);
      if (outcome === "lost") outcome = await askOnce(name, order, workerPath);
      if (outcome === "lost") throw new DrawingBusy();
      if (outcome === "too much") return undefined;
      if ("refused" in outcome) throw new SvgRefused(outcome.refused);
      return outcome.result as ResultOf<Name>;
    },
    { maxWaitMs: drawingLimits.wait },
  );

/** `lost`: the process ended, but not because of its limits. Throws `OutOfTime` for a logo, and `DrawingBusy`. */
async function askOnce<Name extends OrderName>(
  name: Name,
  order: OrderOf<Name>,
  workerPath: string,
): Promise<Answer | "lost" | "too much"> {
  const child = takeProcess(workerPath);
  const [begun, spent] = [performance.now(), processorMs(child)];
  let timer: NodeJS.Timeout | undefined;
  let isKept = false;
  try {
    const outcome = await new Promise<Answer | "lost" | "too much">((settle, reject) => {
      timer = setInterval(() => {
        const elapsed = performance.now() - begun;
        const now = processorMs(child);
        const used = spent === undefined || now === undefined ? elapsed : now - spent;
        if (name === "logo" && used > drawingLimits.logoProcessor) reject(new OutOfTime());
        else if (elapsed > drawingLimits.time) reject(new DrawingBusy());
      }, checkMs);
      child.once("message", (answer) => settle(answer as Answer));
      child.once("exit", (code) => settle(code === tooMuch ? "too much" : "lost"));
      // A process that has already ended emits no further event.
      child.send({ name, order }, (error) => error && settle("lost"));
    });
    isKept = typeof outcome === "object" && !outcome.isWorn;
    return outcome;
  } finally {
    clearInterval(timer);
    child.removeAllListeners("message").removeAllListeners("exit");
    if (isKept) keepIdle(child, workerPath);
    else await end(child);
  }
}

/** The processor time of a process in milliseconds; `undefined` where the system does not tell. */
function processorMs({ pid }: ChildProcess): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // After the name, which may contain spaces. Linux counts in hundredths of a second.
    const [user, system] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13);
    return (Number(user) + Number(system)) * 10;
  } catch {
    return undefined;
  }
}

let idle: { child: ChildProcess; workerPath: string; timer: NodeJS.Timeout } | undefined;

/** An idle process, or a new one. */
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
    // The process must not see the configuration.
    env: { NODE_ENV: "production", UV_THREADPOOL_SIZE: "1", MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" },
    execArgv: ["--max-old-space-size=128"],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // Errors can be emitted more than once, such as by `send` after a failed start; without a listener they would end the server.
  child.on("error", () => {});
  return child;
}

function keepIdle(child: ChildProcess, workerPath: string): void {
  // Neither may keep a stopping server alive. The child exits when the server disconnects.
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
