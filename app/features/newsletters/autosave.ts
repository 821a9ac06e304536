/** The result of a save. */
export type SaveAnswer =
  | {
      kind: "saved";
      savedAt: string;
      /** The version that the form shows, which may lack changes by others. */
      lockVersion: number;
      savedVersion: number;
      newsletterId: string;
      base: string;
      isWhole: boolean;
      wrong: string[];
    }
  /** Someone else saved a newer version, or the newsletter is no longer a draft. */
  | { kind: "conflict"; conflict: Conflict }
  /** Retrying would not help. */
  | { kind: "refused" }
  /** Nothing was saved, or the response was lost. `retryAfterMs` is the minimum wait requested by the server. */
  | { kind: "failed"; retryAfterMs?: number };

/** The version that is stored instead. */
export interface Conflict {
  /** A draft can be overwritten; a newsletter that was published or scheduled meanwhile cannot. */
  isDraft: boolean;
  /** Where the stored version can be opened. */
  href: string;
  by: string | null;
  at: string;
  /** The form's `base` with which it overwrites the stored version. */
  base: string;
  /** The fields that both people changed. */
  differences: Difference[];
}

/** Both versions of a field, in words. */
export interface Difference {
  label: string;
  mine: string;
  stored: string;
}

export type SaveState =
  | { kind: "idle" }
  | { kind: "pending" }
  /** `wrong` lists the fields that still prevent the next step. */
  | { kind: "saved"; savedAt: string; isWhole: boolean; wrong: string[] }
  | { kind: "failed" }
  | { kind: "refused" }
  | { kind: "conflict"; conflict: Conflict };

const settleMs = 700;
const retryMs = 4_000;
const longestRetryMs = 60_000;

/**
 * Saves a form a short time after its last change. Saves never overlap, and each one sends the complete current form, so they arrive in
 * order and the last one wins. Failed saves are retried.
 */
export class Autosave {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private changes = 0;
  private savedChanges = 0;
  private running: Promise<void> | undefined;
  private failures = 0;
  private isBlocked = false;
  private isWaiting = false;

  constructor(
    private readonly send: () => Promise<SaveAnswer>,
    private readonly tell: (state: SaveState) => void,
  ) {}

  /** Whether there are unsaved changes. */
  get isDirty(): boolean {
    return this.changes > this.savedChanges;
  }

  /** Whether a save is in progress. */
  get isSaving(): boolean {
    return this.running !== undefined;
  }

  /** Whether the form itself is being submitted. */
  get isHeld(): boolean {
    return this.isWaiting;
  }

  /** Whether there are unsaved changes that may be saved, with no decision by the user pending. */
  get isDue(): boolean {
    return this.isDirty && !this.isBlocked;
  }

  changed(): void {
    this.changes += 1;
    if (this.isBlocked) return;
    this.tell({ kind: "pending" });
    this.schedule(settleMs);
  }

  /** Saves pending changes now. Resolves to whether everything is saved. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    while (this.running) await this.running;
    if (this.isDue && !this.isHeld) await this.run();
    return !this.isDirty;
  }

  /** Suspends saving until `release`: the form itself is being submitted, and a concurrent save would start from the same version. */
  hold(): void {
    clearTimeout(this.timer);
    this.isWaiting = true;
  }

  /** Resumes after a submission that left the form open, and saves the changes made in the meantime. */
  release(): void {
    if (!this.isHeld) return;
    this.isWaiting = false;
    if (this.isDue) this.schedule(settleMs);
  }

  /** After a conflict: continues, and saves the current form. */
  resume(): Promise<boolean> {
    this.isBlocked = false;
    this.changes += 1;
    return this.flush();
  }

  /** Discards the unsaved changes. */
  forget(): void {
    clearTimeout(this.timer);
    this.savedChanges = this.changes;
  }

  /** Suspends automatic saving until `resume`, because the user has to decide first. */
  pause(): void {
    clearTimeout(this.timer);
    this.isBlocked = true;
  }

  private schedule(wait: number): void {
    clearTimeout(this.timer);
    if (this.isHeld) return;
    // A save in progress schedules the next one itself.
    this.timer = setTimeout(() => {
      if (!this.running) void this.flush();
    }, wait);
  }

  private run(): Promise<void> {
    this.running = this.saveOnce().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async saveOnce(): Promise<void> {
    const sent = this.changes;
    const answer = await this.send().catch((): SaveAnswer => ({ kind: "failed" }));
    if (answer.kind === "saved") {
      this.savedChanges = Math.max(this.savedChanges, sent);
      this.failures = 0;
      if (!this.isDirty) this.tell({ kind: "saved", savedAt: answer.savedAt, isWhole: answer.isWhole, wrong: answer.wrong });
      else this.schedule(settleMs);
      return;
    }
    if (answer.kind === "failed") {
      this.failures += 1;
      this.schedule(Math.min(Math.max(retryMs * 2 ** (this.failures - 1), answer.retryAfterMs ?? 0), longestRetryMs));
    } else this.isBlocked = answer.kind === "conflict";
    this.tell(answer);
    // Changes made after a refused save may correct it.
    if (answer.kind === "refused" && this.changes > sent) this.schedule(settleMs);
  }
}
