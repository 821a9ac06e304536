import { readFileSync, readlinkSync } from "node:fs";

// Only Linux reports the processor time of each thread; elsewhere, tasks appear to use none.

/** A task, and memory shared with the pool, to which the thread writes its id and its processor time when it starts the task. */
export interface Measured<Task> {
  task: Task;
  clock: Float64Array;
}

/** The default export of a worker file for `createWorkerPool`. */
export const measuredTask =
  <Task, Result>(work: (task: Task) => Result) =>
  ({ task, clock }: Measured<Task>): Result => {
    const thread = ownThread();
    clock[1] = processorMsOf(thread);
    clock[0] = thread;
    return work(task);
  };

export const createClock = (): Float64Array => new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT));

/** The processor time that a task has used so far, in milliseconds, without the start of its thread. */
export function processorMs([thread = 0, begun = 0]: Float64Array): number {
  return thread === 0 ? 0 : processorMsOf(thread) - begun;
}

function ownThread(): number {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").at(-1));
  } catch {
    return 0;
  }
}

function processorMsOf(thread: number): number {
  try {
    return Number(readFileSync(`/proc/self/task/${thread}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return 0;
  }
}
