// Lets as many requests be answered at once as one process is good for. The others wait in two short queues, and who finds a queue full is
// told to come back: work that nobody waits for any more would keep a process busy that is overrun. Forms hold memory while they come, which is
// bounded in the same way.
import { AsyncLocalStorage } from "node:async_hooks";

/** Who has a queue of their own: neither keeps the other out. @typedef {"members" | "visitors"} QueueName */

/** How many of a queue may wait. All of them are answered within seconds. */
const maxQueued = 60;

/** Milliseconds after which a slot is somebody else's: who takes longer waits for something outside of this process, as for a page that is imported. */
const longestMs = 3_000;

/**
 * One that waits: `begin` gives it a slot, `shed` turns it away, which nobody does to a form that has come in.
 * @typedef {{ begin(): void, shed?: (() => void) | undefined }} Waiting
 */

/** What waits of one queue, by the source that it comes from: the sources have their turn one after the other (fair queueing, RFC 970). */
class FairQueue {
  /** @type {Map<string, Set<Waiting>>} */
  sources = new Map();

  /** @param {string} source @param {Waiting} waiting */
  add(source, waiting) {
    const own = this.sources.get(source) ?? new Set();
    this.sources.set(source, own.add(waiting));
    this.shed();
  }

  /** @param {string} source @param {Waiting} waiting */
  remove(source, waiting) {
    const own = this.sources.get(source);
    own?.delete(waiting);
    if (own?.size === 0) this.sources.delete(source);
  }

  /** Takes out whose turn it is. @returns {Waiting | undefined} */
  shift() {
    for (const [source, own] of this.sources) {
      const [next] = own;
      this.sources.delete(source);
      if (next) own.delete(next);
      if (own.size > 0) this.sources.set(source, own);
      return next;
    }
    return undefined;
  }

  /** Whether nobody else of this source is taken in: the queue is as long as it may be, and with one more this source would have most in it. @param {string} source */
  isFullFor(source) {
    const sizes = [...this.sources.values()].map(({ size }) => size);
    const own = this.sources.get(source)?.size ?? 0;
    return sizes.reduce((sum, size) => sum + size, 0) >= maxQueued && own + 1 >= Math.max(...sizes);
  }

  /** Whoever has most in a queue that is too long gives up what came last: a source that asks without end keeps only itself out. */
  shed() {
    const sheddable = [...this.sources.values()].map((own) => [...own].filter(({ shed }) => shed));
    if (sheddable.reduce((sum, { length }) => sum + length, 0) <= maxQueued) return;
    sheddable
      .sort((one, other) => other.length - one.length)[0]
      ?.at(-1)
      ?.shed?.();
  }
}

/** @param {number} atOnce how many are answered at once */
export function createLimiter(atOnce) {
  const queues = { members: new FairQueue(), visitors: new FairQueue() };
  /** @type {QueueName} */
  let last = "visitors";
  let inUse = 0;

  function giveSlots() {
    while (inUse < atOnce) {
      /** @type {QueueName} */
      const other = last === "members" ? "visitors" : "members";
      const next = queues[other].shift();
      if (next) last = other;
      const waiting = next ?? queues[last].shift();
      if (!waiting) return;
      waiting.begin();
    }
  }

  return {
    /** Whether nobody else of this source is taken in. @param {QueueName} queue @param {string} source */
    isFull: (queue, source) => queues[queue].isFullFor(source),

    /**
     * Waits for a slot; `release` gives it up, or the wait for it. `turn` says whether there is one: `false` where this one was turned away for
     * another source, which happens to none that `isKept`, as a form is that has been taken in.
     * @param {QueueName} queue
     * @param {string} source
     * @param {{ isKept?: boolean }} [options]
     * @returns {{ turn: Promise<boolean>, release(): void }}
     */
    acquire(queue, source, { isKept = false } = {}) {
      let hasSlot = false;
      let settle = (/** @type {boolean} */ _isIn) => {};
      const turn = new Promise((/** @type {(isIn: boolean) => void} */ resolve) => {
        settle = resolve;
      });
      /** @type {NodeJS.Timeout | undefined} */
      let timer;
      const release = () => {
        clearTimeout(timer);
        queues[queue].remove(source, waiting);
        if (hasSlot) inUse--;
        hasSlot = false;
        // Nobody answers whoever has gone: what waits for a turn would wait for ever.
        settle(true);
        giveSlots();
      };
      const begin = () => {
        hasSlot = true;
        inUse++;
        timer = setTimeout(release, longestMs).unref();
        settle(true);
      };
      const shed = () => {
        queues[queue].remove(source, waiting);
        settle(false);
      };
      /** @type {Waiting} */
      const waiting = { begin, shed: isKept ? undefined : shed };
      queues[queue].add(source, waiting);
      giveSlots();
      return { turn, release };
    },
  };
}

/** Bytes of forms that may be under way in each queue: twenty-five of the longest. */
const maxUnderWay = 64_000_000;

/** Bytes of them that may come from one source. */
const maxOfSource = maxUnderWay / 2;

/**
 * A form that is under way: `cut` ends its connection.
 * @typedef {{ bytes: number, isComing(): boolean, cut(): void }} Form
 */

/** The forms of one queue that come, wait or are read, by the source that they come from. */
class FormsUnderWay {
  bytes = 0;
  /** @type {Map<string, { bytes: number, forms: Set<Form> }>} */
  sources = new Map();

  /** @param {string} source */
  bytesOf = (source) => this.sources.get(source)?.bytes ?? 0;

  /** @param {string} source @param {Form} form */
  add(source, form) {
    const own = this.sources.get(source) ?? { bytes: 0, forms: new Set() };
    own.forms.add(form);
    own.bytes += form.bytes;
    this.bytes += form.bytes;
    this.sources.set(source, own);
  }

  /** @param {string} source @param {Form} form */
  remove(source, form) {
    const own = this.sources.get(source);
    if (!own?.forms.delete(form)) return;
    own.bytes -= form.bytes;
    this.bytes -= form.bytes;
    if (own.forms.size === 0) this.sources.delete(source);
  }

  /**
   * Whoever has most under way gives up what came last and is not there yet, for a source that has less with this form. Answers whether somebody did.
   * @param {string} source
   * @param {Form} form
   */
  makeRoom(source, form) {
    const [most, { bytes, forms }] = [...this.sources].reduce((one, other) => (other[1].bytes > one[1].bytes ? other : one));
    if (bytes <= this.bytesOf(source) + form.bytes) return false;
    const last = [...forms].findLast((one) => one.isComing());
    if (!last) return false;
    this.remove(most, last);
    last.cut();
    return true;
  }
}

/** Bounds the memory of forms that come, in all and of each source: whoever holds the end of many back keeps only themselves out. */
export function createIntake() {
  const queues = { members: new FormsUnderWay(), visitors: new FormsUnderWay() };
  return {
    /**
     * Takes a form in; answers what is to be called once it is answered or gone, or nothing where there is no room for it.
     * @param {QueueName} queue
     * @param {string} source
     * @param {Form} form
     * @returns {(() => void) | undefined}
     */
    take(queue, source, form) {
      const forms = queues[queue];
      if (forms.bytesOf(source) + form.bytes > maxOfSource) return undefined;
      while (forms.bytes + form.bytes > maxUnderWay) if (!forms.makeRoom(source, form)) return undefined;
      forms.add(source, form);
      return () => forms.remove(source, form);
    },
  };
}

/** What waits for the slot of the request that is being answered. @type {AsyncLocalStorage<() => Promise<unknown>>} */
const slots = new AsyncLocalStorage();

/**
 * Runs `answer` so that the first `acquireSlot` waits for a slot with `acquire`, and all others for the same one.
 * @param {() => Promise<unknown>} acquire
 * @param {() => void} answer
 */
export function withSlot(acquire, answer) {
  /** @type {Promise<unknown> | undefined} */
  let acquired;
  slots.run(() => {
    acquired ??= acquire();
    return acquired;
  }, answer);
}

/** Waits for the slot of a form that has come in: while it comes, on whatever slow line, it has none. */
export const acquireSlot = async () => void (await slots.getStore()?.());

/** What is cheap to answer, or says how the process is, beside the files that were built; a browser asks for many at once. */
const cheap = /^\/(?:healthz|readyz|exports\/[^/]+\/file|files\/[^/]+\/[^/]+|logos\/[^/]+|newsletter-pictures\/[^/]+|theme\/[^/]+)$/;

/**
 * Whether a request needs a slot.
 * @param {string} url its path and query
 * @param {ReadonlySet<string>} files paths of those that are built
 */
export function needsSlot(url, files) {
  // As Remix reads it: without `..`, and whatever it begins with is a path.
  const address = `http://localhost${url}`;
  if (!URL.canParse(address)) return true;
  const { pathname } = new URL(address);
  return !cheap.test(pathname) && !files.has(pathname);
}

/**
 * Which queue a request waits in, and what it comes from: the person of a session that is known, or an address. What nobody has confirmed yet
 * may be invented.
 * @param {import("node:http").IncomingHttpHeaders} headers
 * @param {{ findMember(token: string): string | undefined, findAddress(): string }} of
 * @returns {{ queue: QueueName, source: string }}
 */
export function queueOf({ cookie = "" }, { findMember, findAddress }) {
  const token = /(?:^|;\s*)authToken=([^;]+)/.exec(cookie)?.[1];
  const userId = token && findMember(token);
  return userId ? { queue: "members", source: userId } : { queue: "visitors", source: findAddress() };
}
