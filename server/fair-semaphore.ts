import { FairQueue } from "../contract/fair-queue";

/** The source of a request. Members and visitors have separate queues, so neither group can lock out the other. */
export interface Client {
  queue: "members" | "visitors";
  /** A member's id, or a visitor's address. */
  source: string;
}

/** Maximum of waiting requests per queue; all of them are answered within seconds. */
const maxQueued = 60;

/** Milliseconds after which a slot is released. Longer requests wait for something outside this process, such as a page being imported. */
const maxHoldMs = 3_000;

interface Waiter {
  start(): void;
  /** Missing if the request must no longer be rejected. */
  shed?: (() => void) | undefined;
}

/** The waiting requests of members or of visitors. */
class RequestQueue extends FairQueue<Waiter> {
  override add(source: string, waiter: Waiter): void {
    super.add(source, waiter);
    this.#shedExcess();
  }

  /** Whether the queue is full and one more request would make this source its largest. */
  isFullFor(source: string): boolean {
    const sizes = [...this.sources.values()].map(({ size }) => size);
    const own = this.sources.get(source)?.size ?? 0;
    return this.size >= maxQueued && own + 1 >= Math.max(...sizes);
  }

  /** When the queue is full, drops the newest request of the source with the most waiting requests. */
  #shedExcess(): void {
    const sheddable = [...this.sources.values()].map((own) => [...own].filter(({ shed }) => shed));
    if (sheddable.reduce((sum, { length }) => sum + length, 0) <= maxQueued) return;
    const [most] = sheddable.sort((one, other) => other.length - one.length);
    most?.at(-1)?.shed?.();
  }
}

/** Semaphore: at most `limit` requests at once, alternating between members and visitors, and between the sources of each. */
export function createFairSemaphore(limit: number) {
  const queues = { members: new RequestQueue(), visitors: new RequestQueue() };
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
    /** Whether another request of this client has to be rejected. */
    isFull: ({ queue, source }: Client): boolean => queues[queue].isFullFor(source),

    /**
     * Waits for a slot. `acquired` resolves to false if the request is shed in favour of another source, which only happens to sheddable requests.
     * `release` gives up the slot or the place in the queue; it is idempotent.
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
        // The caller may still be waiting although its client has disconnected.
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
