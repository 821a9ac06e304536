/** What the server said to a save. */
export type SaveAnswer =
  | { kind: "saved"; savedAt: string; lockVersion: number; mailingId: string; isWhole: boolean; wrong: string[] }
  /** Somebody else saved a newer one, or it is no draft any more. */
  | { kind: "conflict"; conflict: Conflict }
  /** Nothing that trying again would mend. */
  | { kind: "refused" }
  /** Nothing was saved, or the answer was lost; the server may say after how many milliseconds to try again. */
  | { kind: "failed"; retryAfterMs?: number };

/** Whose version stands there now. */
export interface Conflict {
  /** A draft can be saved over; one that was published or scheduled meanwhile cannot. */
  isDraft: boolean;
  /** Where what is stored can be taken over. */
  href: string;
  by: string | null;
  at: string;
  lockVersion: number;
}

export type SaveState =
  | { kind: "idle" }
  | { kind: "pending" }
  /** `wrong` are the fields that still keep the next step from coming. */
  | { kind: "saved"; savedAt: string; isWhole: boolean; wrong: string[] }
  | { kind: "failed" }
  | { kind: "refused" }
  | { kind: "conflict"; conflict: Conflict };

const settleMs = 700;
const retryMs = 4_000;
const longestRetryMs = 60_000;

/**
 * Saves a form some time after its last change, one save after the other, each with all that stands there then: so they arrive in
 * order, and the last one has everything. What cannot be sent is sent again.
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

  /** Whether something is not saved yet. */
  get isDirty(): boolean {
    return this.changes > this.savedChanges;
  }

  /** Whether an answer is awaited. */
  get isSaving(): boolean {
    return this.running !== undefined;
  }

  /** Whether its form is on its way by its own button. */
  get isHeld(): boolean {
    return this.isWaiting;
  }

  /** Whether something is not saved yet that may be: nobody has to decide first. */
  get isDue(): boolean {
    return this.isDirty && !this.isBlocked;
  }

  changed(): void {
    this.changes += 1;
    if (this.isBlocked) return;
    this.tell({ kind: "pending" });
    this.schedule(settleMs);
  }

  /** Saves now what is not saved; answers whether everything is. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    while (this.running) await this.running;
    if (this.isDue && !this.isHeld) await this.run();
    return !this.isDirty;
  }

  /** Until `release` nothing is saved: the form itself is being sent, and a save beside it would start from the same version. */
  hold(): void {
    clearTimeout(this.timer);
    this.isWaiting = true;
  }

  /** The form was answered and is still there: what was typed meanwhile is saved. */
  release(): void {
    if (!this.isHeld) return;
    this.isWaiting = false;
    if (this.isDue) this.schedule(settleMs);
  }

  /** After a conflict: goes on, and saves what stands in the form. */
  resume(): Promise<boolean> {
    this.isBlocked = false;
    this.changes += 1;
    return this.flush();
  }

  /** What is not saved now is given up. */
  forget(): void {
    clearTimeout(this.timer);
    this.savedChanges = this.changes;
  }

  /** Saves nothing more by itself until `resume`: somebody has to decide first. */
  pause(): void {
    clearTimeout(this.timer);
    this.isBlocked = true;
  }

  private schedule(wait: number): void {
    clearTimeout(this.timer);
    if (this.isHeld) return;
    // A save under way sees to what came after it.
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
    // What came after a refused one may be what mends it.
    if (answer.kind === "refused" && this.changes > sent) this.schedule(settleMs);
  }
}
