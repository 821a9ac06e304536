export interface Lane {
  /** Works now; once more after what is under way. */
  wake(): void;
  /** Begins nothing new, and resolves once what is under way has ended. */
  stop(): Promise<void>;
}

/** Calls `work` at once and whenever woken, one call at a time, until it finds nothing more to do. */
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
