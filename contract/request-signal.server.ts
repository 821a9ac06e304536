import { AsyncLocalStorage } from "node:async_hooks";

// The server build can hold this module twice (remix-serve loads it under two addresses); both have to share it.
const key = Symbol.for("folda.request-signals");
const shared = globalThis as { [key]?: AsyncLocalStorage<AbortSignal | undefined> };
shared[key] ??= new AsyncLocalStorage();
const signals = shared[key];

/** Runs `fn` as work of a request whose signal is aborted when nobody waits for its response any more; `undefined` for work of no request. */
export const withRequestSignal = <Result>(signal: AbortSignal | undefined, fn: () => Result): Result => signals.run(signal, fn);

/** The signal of the request whose work this is. */
export const requestSignal = (): AbortSignal | undefined => signals.getStore();
