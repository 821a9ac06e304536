export type OutboundErrorCode =
  | "address_forbidden"
  | "timeout"
  | "too_large"
  | "too_many_redirects"
  | "unsupported_type"
  | "unreachable"
  | "status"
  | "login_required"
  | "consent_required"
  | "home_page"
  | "empty"
  | "unreadable"
  | "not_a_feed"
  | "busy";

export type OutboundErrorData = Readonly<Record<string, string | number | null>>;

/** Something outside could not be fetched or read. `code` is stable, `data` has details; the message for people comes from `locales/`. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly code: OutboundErrorCode;
  readonly data: OutboundErrorData;

  constructor(code: OutboundErrorCode, data: OutboundErrorData = {}, options?: ErrorOptions) {
    super(`${code} ${JSON.stringify(data)}`, options);
    this.code = code;
    this.data = data;
  }
}
