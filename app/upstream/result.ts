import type { FieldErrors } from "../../contract/errors";
/** A result that a form can show: the data, or what to correct. */
export type Result<T> = { ok: true; data: T } | Refusal;

/** Errors by field, or of the whole request. Empty if the API failed (500 and above) or a proxy rejected the call. */
export interface Refusal {
  ok: false;
  status: number;
  errors: FieldErrors;
  message?: string;
  /** Identifies the problem, for callers that treat it differently. */
  code?: string;
  retryAfterSeconds?: number;
}

/** Why something is refused to everybody, in the language of the request. */
export interface RefusalReason {
  title: string;
  text: string;
}
