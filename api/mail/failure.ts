/** Why a mail was not accepted: the class of the mail server's reply, or the stage at which the connection failed. */
export type MailFailureClass =
  | "smtp_4xx"
  | "smtp_5xx"
  | "connection_refused"
  | "timeout"
  | "dns"
  | "tls"
  | "connection"
  | "invalid_address"
  | "other";

export interface MailFailure {
  class: MailFailureClass;
  /** Reply code and enhanced status code (RFC 3463), such as `550 5.1.1`. A server's words can name people and are left out. */
  reply?: string;
}

/** The mail was not accepted; it may be retried. */
export class MailUnsent extends Error {
  override readonly name: string = "MailUnsent";

  constructor(
    readonly failure: MailFailure,
    options?: ErrorOptions,
  ) {
    super(["mail not accepted:", failure.class, failure.reply].filter(Boolean).join(" "), options);
  }
}

/** The mail server rejects this mail permanently: the address does not exist, or the content is unwanted. */
export class MailRefused extends MailUnsent {
  override readonly name = "MailRefused";
}

/**
 * The connection failed after content was sent, so it is unknown whether the mail was accepted. It is not retried: the recipient could get it
 * twice, the first time with a link that the second mail invalidated. People can request another one.
 */
export class MailUncertain extends MailUnsent {
  override readonly name = "MailUncertain";
}

interface SmtpError {
  message?: string;
  code?: string;
  originalCode?: string;
  responseCode?: number;
  response?: string;
}

const tlsCode = /^(?:ETLS|EREQUIRETLS|ERR_SSL|ERR_TLS|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;
const timeoutCode = /^(?:ETIMEDOUT|CONNECTION_TIMEOUT|GREETING_TIMEOUT|SOCKET_TIMEOUT|ESOCKETTIMEDOUT)$/;
const dnsCode = /^(?:EDNS|ENOTFOUND|ENODATA|EAI_AGAIN)$/;

/** Classifies an error of the mail transport for logs and metrics. */
export function classifyMailFailure(error: unknown): MailFailure {
  const { code = "", originalCode = "", responseCode, response = "", name } = error as SmtpError & { name?: string };
  if (responseCode !== undefined && responseCode >= 400) {
    const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
    return { class: responseCode >= 500 ? "smtp_5xx" : "smtp_4xx", reply: [responseCode, enhanced].filter(Boolean).join(" ") };
  }
  const codes = [originalCode, code];
  if (codes.includes("ECONNREFUSED")) return { class: "connection_refused" };
  if (codes.some((one) => tlsCode.test(one))) return { class: "tls" };
  if (codes.some((one) => timeoutCode.test(one)) || name === "TimeoutError" || name === "AbortError") return { class: "timeout" };
  if (codes.some((one) => dnsCode.test(one))) return { class: "dns" };
  return { class: codes.some((one) => /^(?:ECONN|ESOCKET|EPIPE|EHOSTUNREACH|ENETUNREACH)/.test(one)) ? "connection" : "other" };
}
