import type { Client } from "./fair-semaphore";

/** Maximum bytes of the forms in progress per queue: 25 of the largest. */
const maxBytes = 64_000_000;

/** Maximum of these bytes per source. */
const maxOfSource = maxBytes / 2;

interface Form {
  bytes: number;
  isArriving(): boolean;
  /** Closes the connection. */
  cancel(): void;
}

/** The forms of one queue, by source. */
class Forms {
  readonly #sources = new Map<string, { bytes: number; forms: Set<Form> }>();
  bytes = 0;

  bytesOf(source: string): number {
    return this.#sources.get(source)?.bytes ?? 0;
  }

  add(source: string, form: Form): void {
    const { bytes, forms } = this.#sources.get(source) ?? { bytes: 0, forms: new Set() };
    this.#sources.set(source, { bytes: bytes + form.bytes, forms: forms.add(form) });
    this.bytes += form.bytes;
  }

  remove(source: string, form: Form): void {
    const own = this.#sources.get(source);
    if (!own?.forms.delete(form)) return;
    own.bytes -= form.bytes;
    this.bytes -= form.bytes;
    if (own.forms.size === 0) this.#sources.delete(source);
  }

  /** Cancels the newest arriving form of the largest source if that source holds more than `needed` bytes. Returns whether it did. */
  cancelForSmaller(needed: number): boolean {
    const [source, { bytes, forms }] = [...this.#sources].reduce((one, other) => (other[1].bytes > one[1].bytes ? other : one));
    const newest = [...forms].findLast((form) => form.isArriving());
    if (bytes <= needed || !newest) return false;
    this.remove(source, newest);
    newest.cancel();
    return true;
  }
}

/** Bounds the memory of forms from their arrival to their response: a client that stalls many uploads exhausts only its own share. */
export function createFormMemory() {
  const queues = { members: new Forms(), visitors: new Forms() };
  return {
    /** Returns a function that releases the memory, or `undefined` if the form has to be rejected. */
    reserve({ queue, source }: Client, form: Form): (() => void) | undefined {
      const forms = queues[queue];
      const needed = forms.bytesOf(source) + form.bytes;
      if (needed > maxOfSource) return undefined;
      while (forms.bytes + form.bytes > maxBytes) if (!forms.cancelForSmaller(needed)) return undefined;
      forms.add(source, form);
      return () => forms.remove(source, form);
    },
  };
}
