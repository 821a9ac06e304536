/** The addresses that are filed one after the other. */
export interface AddressQueue {
  /** The place of the current address, from 1. */
  nth: number;
  /** The addresses after it. */
  more: string[];
}

export const oneAddress: AddressQueue = { nth: 1, more: [] };

/** The place of the current address among all; none for a single address. */
export const placeOf = ({ nth, more }: AddressQueue) => (nth === 1 && more.length === 0 ? undefined : { nth, total: nth + more.length });

/** The parameters of an overlay that keep the queue; none for a single address. */
export const queueParams = (queue: AddressQueue): Record<string, string> =>
  placeOf(queue) ? { nth: String(queue.nth), more: queue.more.join(" ") } : {};

/** The parameters that fetch the next address, if there is one. */
export function nextParams({ nth, more: [next, ...more] }: AddressQueue): Record<string, string> | undefined {
  return next === undefined ? undefined : { fetch: "1", url: next, ...queueParams({ nth: nth + 1, more }) };
}
