import { AsyncLocalStorage } from "node:async_hooks";
import { ofProcess } from "./of-process.server";

interface RequestScope {
  signal?: AbortSignal | undefined;
  source?: string;
}

const scopes = ofProcess("request-scopes", () => new AsyncLocalStorage<RequestScope>());

/** Runs `fn` as part of a request whose signal is aborted when the client disconnects; `undefined` for work outside of requests. */
export const withRequestSignal = <Result>(signal: AbortSignal | undefined, fn: () => Result): Result =>
  scopes.run({ ...scopes.getStore(), signal }, fn);

/** Runs `fn` on behalf of a person (their id) or a visitor (their address). */
export const withRequestSource = <Result>(source: string, fn: () => Result): Result => scopes.run({ ...scopes.getStore(), source }, fn);

/** The signal of the current request. */
export const requestSignal = (): AbortSignal | undefined => scopes.getStore()?.signal;

/** On whose behalf the current work is done; `undefined` outside of requests. */
export const requestSource = (): string | undefined => scopes.getStore()?.source;
