/** Does so much at once and no more; the rest waits its turn. `busy` is what is thrown when too many wait already. */
export function createSlots(most: number, { mostWaiting = Number.POSITIVE_INFINITY, busy = () => new Error("busy") } = {}) {
  let working = 0;
  const waiting: (() => void)[] = [];

  return async function inSlot<T>(work: () => Promise<T>): Promise<T> {
    if (working >= most) {
      if (waiting.length >= mostWaiting) throw busy();
      // Whoever leaves hands the slot over, so the count stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      working += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else working -= 1;
    }
  };
}
