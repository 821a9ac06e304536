/** Whom a request comes from. Members and visitors have a queue each, so that neither keeps the other out. */
export interface Client {
  queue: "members" | "visitors";
  /** Of a member the id, of a visitor the address. */
  source: string;
}

/** How many requests of a queue may wait. All of them are answered within seconds. */
const maxQueued = 60;

/** Milliseconds after which a slot is released: what takes longer waits for something outside of this process, such as a page that is imported. */
const maxHoldMs = 3_000;

interface Waiter {
  start(): void;
  /** Missing if the request must not be rejected any more. */
  shed?: (() => void) | undefined;
}

/** Requests that wait, by their source: sources take turns (fair queueing, RFC 970). */
class FairQueue {
  readonly #sources = new Map<string, Set<Waiter>>();

  add(source: string, waiter: Waiter): void {
    const own = this.#sources.get(source) ?? new Set();
    this.#sources.set(source, own.add(waiter));
    this.#shedExcess();
  }

  remove(source: string, waiter: Waiter): void {
    const own = this.#sources.get(source);
    own?.delete(waiter);
    if (own?.size === 0) this.#sources.delete(source);
  }

  /** Removes and returns the first request of the source whose turn it is. */
  shift(): Waiter | undefined {
    for (const [source, own] of this.#sources) {
      const [next] = own;
      this.#sources.delete(source);
      if (next) own.delete(next);
      if (own.size > 0) this.#sources.set(source, own);
      return next;
    }
    return undefined;
  }

  /** Whether the queue is full, and this source would have the most in it with another request. */
  isFullFor(source: string): boolean {
    const sizes = [...this.#sources.values()].map(({ size }) => size);
    const own = this.#sources.get(source)?.size ?? 0;
    return sizes.reduce((sum, size) => sum + size, 0) >= maxQueued && own + 1 >= Math.max(...sizes);
  }

  /** When the queue is too long, rejects the newest request of the source with the most. */
  #shedExcess(): void {
    const sheddable = [...this.#sources.values()].map((own) => [...own].filter(({ shed }) => shed));
    if (sheddable.reduce((sum, { length }) => sum + length, 0) <= maxQueued) return;
    const [most] = sheddable.sort((one, other) => other.length - one.length);
    most?.at(-1)?.shed?.();
  }
}

/** A semaphore of `limit` slots, given in turn to members and visitors, and among each to its sources. */
export function createSemaphore(limit: number) {
  const queues = { members: new FairQueue(), visitors: new FairQueue() };
  let last: Client["queue"] = "visitors";
  let inUse = 0;

  function startWaiters(): void {
    while (inUse < limit) {
      const other = last === "members" ? "visitors" : "members";
      const next = queues[other].shift();
      if (next) last = other;
      const waiter = next ?? queues[last].shift();
      if (!waiter) return;
      waiter.start();
    }
  }

  return {
    /** Whether a further request of this client is to be rejected. */
    isFull: ({ queue, source }: Client): boolean => queues[queue].isFullFor(source),

    /**
     * Waits for a slot. `acquired` resolves to false if the request is shed for another source's, which happens only to those that are sheddable.
     * `release` gives the slot or the wait up; it may be called again.
     */
    acquire({ queue, source }: Client, { isSheddable }: { isSheddable: boolean }): { acquired: Promise<boolean>; release(): void } {
      let hasSlot = false;
      let timer: NodeJS.Timeout | undefined;
      let settle: (hasSlot: boolean) => void = () => {};
      const acquired = new Promise<boolean>((resolve) => {
        settle = resolve;
      });
      const release = () => {
        clearTimeout(timer);
        queues[queue].remove(source, waiter);
        if (hasSlot) inUse--;
        hasSlot = false;
        // A caller may still wait for the slot of a request whose client has gone.
        settle(true);
        startWaiters();
      };
      const start = () => {
        hasSlot = true;
        inUse++;
        timer = setTimeout(release, maxHoldMs).unref();
        settle(true);
      };
      const shed = () => {
        queues[queue].remove(source, waiter);
        settle(false);
      };
      const waiter: Waiter = { start, shed: isSheddable ? shed : undefined };
      queues[queue].add(source, waiter);
      startWaiters();
      return { acquired, release };
    },
  };
}
