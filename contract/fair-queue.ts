/** A queue that is served round robin by source (fair queueing, RFC 970), so that nobody waits for all that another source has added. */
export class FairQueue<Waiter> {
  readonly #sources = new Map<string, Set<Waiter>>();

  /** What waits, oldest first, by source. */
  get sources(): ReadonlyMap<string, ReadonlySet<Waiter>> {
    return this.#sources;
  }

  get size(): number {
    return [...this.#sources.values()].reduce((sum, own) => sum + own.size, 0);
  }

  add(source: string, waiter: Waiter): void {
    const own = this.#sources.get(source) ?? new Set();
    this.#sources.set(source, own.add(waiter));
  }

  remove(source: string, waiter: Waiter): void {
    const own = this.#sources.get(source);
    own?.delete(waiter);
    if (own?.size === 0) this.#sources.delete(source);
  }

  /** Takes the oldest of the source whose turn it is, among those that may go on. */
  shift(mayGoOn: (source: string) => boolean = () => true): Waiter | undefined {
    for (const [source, own] of this.#sources) {
      if (!mayGoOn(source)) continue;
      const [next] = own;
      this.#sources.delete(source);
      if (next) own.delete(next);
      if (own.size > 0) this.#sources.set(source, own);
      return next;
    }
    return undefined;
  }
}
