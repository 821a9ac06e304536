export interface Lane {
  /** Starts a run, or another one after the current run. */
  wake(): void;
  /** Starts nothing new, and resolves once the current run has ended. */
  stop(): Promise<void>;
}

/** Calls `work` immediately and whenever woken, one call at a time, until it returns `false`. */
export function startLane(work: () => Promise<boolean>): Lane {
  let due = true;
  let stopping = false;
  let endPause = () => {};

  const pause = () =>
    new Promise<void>((resolve) => {
      endPause = resolve;
    });

  async function loop(): Promise<void> {
    while (!stopping) {
      if (!due) await pause();
      due = false;
      while (!stopping && (await work()));
    }
  }

  const ended = loop();
  return {
    wake() {
      due = true;
      endPause();
    },
    stop() {
      stopping = true;
      endPause();
      return ended;
    },
  };
}
