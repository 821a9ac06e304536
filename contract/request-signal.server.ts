import { AsyncLocalStorage } from "node:async_hooks";

// The server build may contain this module twice (remix-serve loads it under two URLs); both instances share the store.
const key = Symbol.for("folda.request-signals");
const shared = globalThis as { [key]?: AsyncLocalStorage<AbortSignal | undefined> };
shared[key] ??= new AsyncLocalStorage();
const signals = shared[key];

/** Runs `fn` as part of a request whose signal is aborted when the client disconnects; `undefined` for work outside of requests. */
export const withRequestSignal = <Result>(signal: AbortSignal | undefined, fn: () => Result): Result => signals.run(signal, fn);

/** The signal of the current request. */
export const requestSignal = (): AbortSignal | undefined => signals.getStore();
