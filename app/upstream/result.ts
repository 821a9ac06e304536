import type { FieldErrors } from "../../contract/errors";
/** What a form can show: what was written, or what to mend. */
export type Result<T> = { ok: true; data: T } | Refusal;

/** What to mend, by field or as a whole; nothing of both where the API failed (500 and above) or a proxy refused. */
export interface Refusal {
  ok: false;
  status: number;
  errors: FieldErrors;
  message?: string;
  /** A name for what happened, where that makes a difference. */
  code?: string;
  retryAfterSeconds?: number;
}
