import { env } from "node:process";
import { threadId } from "node:worker_threads";
import { measuredTask } from "../../contract/measured-task";

/** A worker for tests of pools: tasks by name, or memory in which to wait for a notification; any other task is returned in capitals. */
export default measuredTask((task: string | SharedArrayBuffer): string => {
  if (typeof task !== "string") return Atomics.wait(new Int32Array(task), 0, 0);
  if (task === "compute") for (;;);
  if (task === "sleep") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
  if (task === "huge") for (const all: unknown[] = []; ; ) all.push(new Array(1e5).fill(all.length));
  if (task === "die later") {
    setTimeout(() => {
      throw new Error("too late");
    }, 100);
    return String(threadId);
  }
  if (task === "fail") throw new RangeError("no");
  if (task === "env") return JSON.stringify(env);
  return task.toUpperCase();
});
