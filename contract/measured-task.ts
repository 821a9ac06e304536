import { readFileSync, readlinkSync } from "node:fs";

// Linux tells for each thread how long it has been on a processor; elsewhere every task appears to have used none.

/** A task, and memory shared with the pool in which its thread writes the thread's id and its processor time when the task began. */
export interface Measured<Task> {
  task: Task;
  clock: Float64Array;
}

/** The function that a worker's file has to export by default for `createWorkerPool`. */
export const measuredTask =
  <Task, Result>(work: (task: Task) => Result) =>
  ({ task, clock }: Measured<Task>): Result => {
    const thread = ownThread();
    clock[1] = processorMsOf(thread);
    clock[0] = thread;
    return work(task);
  };

export const createClock = (): Float64Array => new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT));

/** Milliseconds of processor time that a task has used so far, its thread's start not included. */
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
