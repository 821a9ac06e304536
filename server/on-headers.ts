import type { ServerResponse } from "node:http";

type Listener = (status: number) => void;

const listenersOf = new WeakMap<ServerResponse, Listener[]>();

/** Calls the listener once, before the headers are written; it may still change them. This is the only hook on `writeHead`. */
export function onHeaders(response: ServerResponse, listener: Listener): void {
  const known = listenersOf.get(response);
  if (known) return void known.push(listener);
  const listeners = [listener];
  listenersOf.set(response, listeners);
  const { writeHead } = response;
  response.writeHead = (...head: unknown[]) => {
    for (const one of listeners.splice(0)) one(Number(head[0]));
    return Reflect.apply(writeHead, response, head);
  };
}
