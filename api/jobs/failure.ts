import { describeError } from "../log";

/** What went wrong, for the log: mail servers write addresses into their answers, and those are blotted out. */
export function describeFailure(error: unknown): unknown {
  const described = JSON.stringify(describeError(error));
  return JSON.parse(described.replace(/[^\s<>"'\\/:,;]+@[^\s<>"'\\/:,;]+/g, "[hidden]"));
}
