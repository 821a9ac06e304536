import type { FetchProblem, PageProblem } from "../../contract/errors";
import type { SourceProblem } from "../../contract/rest/sources";
import type { OutboundError } from "../outbound/outbound-error";

/** Why a feed could not be read. */
export function sourceProblemOf(error: OutboundError): SourceProblem {
  if (error.code === "not_a_feed" || error.code === "unsupported_type") return "not_a_feed";
  // Where redirects lead is judged for pages only.
  return error.code === "status" && error.data.status === 410 ? "gone" : (pageProblemOf(error) as FetchProblem);
}

const unknownHost = new Set<unknown>(["ENOTFOUND", "ENODATA", "EAI_AGAIN"]);
const insecure = /^(?:ERR_SSL|ERR_TLS|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

/** Why a page could not be read, as far as the distinction helps people. */
export function pageProblemOf({ code, data }: OutboundError): PageProblem {
  if (code === "status") return problemOfStatus(Number(data.status));
  if (code === "unsupported_type") return problemOfType(String(data.contentType ?? ""));
  if (code === "not_a_feed") return "not_a_page";
  if (code === "unreadable" && data.reason === "timeout") return "timeout";
  if (code !== "unreachable") return code;
  if (unknownHost.has(data.reason)) return "unknown_host";
  if (data.reason === "ECONNREFUSED") return "connection_refused";
  return insecure.test(String(data.reason)) ? "insecure" : "unreachable";
}

function problemOfStatus(status: number): PageProblem {
  if (status === 404 || status === 410) return "not_found";
  if (status === 401 || status === 402 || status === 403) return "login_required";
  return status >= 500 ? "server_failed" : "refused";
}

function problemOfType(contentType: string): PageProblem {
  if (contentType === "application/pdf") return "pdf";
  if (contentType.startsWith("text/")) return "plain_text";
  return contentType.startsWith("image/") ? "picture" : "not_a_page";
}
