import { createSemaphore, type Semaphore } from "../../../contract/semaphore.server";
import type { DueSource } from "../../db/sources/polling";
import type { Permitted } from "../../permissions/permissions";

export type PermittedSource = Permitted<DueSource, "source:manage">;

/** The state of one run, shared by its sources. */
export interface Polling {
  /** Runs requests to the same host one after the other. */
  politely: <Result>(url: string, request: () => Promise<Result>) => Promise<Result>;
  /** One page at a time, so that those that people import do not have to wait. */
  withPage: Semaphore;
  signal: AbortSignal;
}

export const startPolling = (signal: AbortSignal): Polling => ({ politely: onePerHost(), withPage: createSemaphore(1), signal });

function onePerHost(): Polling["politely"] {
  const hosts = new Map<string, Semaphore>();
  return (url, request) => {
    const { host } = new URL(url);
    const withPermit = hosts.get(host) ?? createSemaphore(1);
    hosts.set(host, withPermit);
    return withPermit(request);
  };
}
