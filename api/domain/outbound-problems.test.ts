import { describe, expect, it } from "vitest";
import { OutboundError, type OutboundErrorCode, type OutboundErrorData } from "../outbound/outbound-error";
import { pageProblemOf, sourceProblemOf } from "./outbound-problems";

describe("A failure of another server", () => {
  it.each<[OutboundErrorCode, OutboundErrorData, string, string]>([
    ["status", { status: 410 }, "not_found", "gone"],
    ["status", { status: 404 }, "not_found", "not_found"],
    ["status", { status: 401 }, "login_required", "login_required"],
    ["status", { status: 429, retryAfter: 60 }, "refused", "refused"],
    ["status", { status: 503 }, "server_failed", "server_failed"],
    ["not_a_feed", { contentType: "text/plain" }, "not_a_page", "not_a_feed"],
    ["unsupported_type", { contentEncoding: "zstd" }, "not_a_page", "not_a_feed"],
    ["unsupported_type", { contentType: "application/pdf" }, "pdf", "not_a_feed"],
    ["unreachable", { reason: "ENOTFOUND" }, "unknown_host", "unknown_host"],
    ["unreachable", { reason: "ECONNREFUSED" }, "connection_refused", "connection_refused"],
    ["unreachable", { reason: "CERT_HAS_EXPIRED" }, "insecure", "insecure"],
    ["unreachable", { reason: "ECONNRESET" }, "unreachable", "unreachable"],
    ["too_large", { maxBytes: 1 }, "too_large", "too_large"],
  ])("%s %j is told as %s for a page, %s for a source", (code, data, page, source) => {
    const error = new OutboundError(code, data);
    expect([pageProblemOf(error), sourceProblemOf(error)]).toEqual([page, source]);
  });
});
