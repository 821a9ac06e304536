import { StoreFull } from "../files/errors";
import { OutboundError, type OutboundErrorCode, type OutboundErrorData } from "./outbound-error";
import { timeLimit } from "./within-time";

/** Errors lose their class and fields between threads, so expected ones are returned. */
export type Answer<T> = { value: T } | { failure: { code: OutboundErrorCode; data: OutboundErrorData } } | { storeFull: string };

/** A task for a worker thread. */
export const answering =
  <Task, Value>(work: (task: Task) => Promise<Value>) =>
  async (task: Task & { insteadMs?: number | undefined }): Promise<Answer<Value>> => {
    timeLimit.insteadMs = task.insteadMs;
    try {
      return { value: await work(task) };
    } catch (error) {
      if (error instanceof OutboundError) return { failure: { code: error.code, data: error.data } };
      if (error instanceof StoreFull) return { storeFull: error.message };
      throw error;
    }
  };
