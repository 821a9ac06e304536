import { StoreFull } from "../files/errors";
import { findDeadLinks as find } from "./dead-links";
import { fetchFile as fetch, fetchPicture as look } from "./fetch-file";
import { OutboundError, type OutboundErrorCode, type OutboundErrorData } from "./outbound-error";
import { timeLimit } from "./within-time";

/** Errors lose their class and fields between threads, so expected ones are returned. */
export type Answer<T> = { value: T } | { failure: { code: OutboundErrorCode; data: OutboundErrorData } } | { storeFull: string };

const answering =
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

// The page reader is large; load it only in threads that need it.
export const importPage = answering(async (page: { url: string; allowHosts: readonly string[] }) => {
  const { importPage: importIt } = await import("./import-page");
  return importIt(page.url, page);
});
export const fetchFile = answering(fetch);
export const fetchPicture = answering(look);
export const findDeadLinks = answering(find);
