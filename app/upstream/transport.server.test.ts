import diagnosticsChannel from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import type { Upstream } from "./client.server";

/** An upstream that begins to answer, and never ends. */
const upstream = createServer((_, response) => void response.writeHead(200, { "Content-Type": "application/json" }).write('{"tag_name": '));

beforeAll(async () => {
  await once(upstream.listen(0, "127.0.0.1"), "listening");
  vi.stubEnv("UPSTREAM_API_URL", `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`);
  vi.stubEnv("LOG_LEVEL", "silent");
  vi.resetModules();
});
afterEach(() => vi.useRealTimers());
afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
  vi.unstubAllEnvs();
});

it("An upstream that stops in the middle of its answer is given up after 25 seconds: reading", async () => {
  const response = await afterSilence((jana) => jana.get("/tags", z.unknown())).catch((thrown: Response) => thrown);
  if (!(response instanceof Response)) expect.fail("answered");
  expect([response.status, response.headers.get("Retry-After"), await response.text()]).toEqual([503, "10", "request-of-jana"]);
});

it("An upstream that stops in the middle of its answer is given up after 25 seconds: writing", async () => {
  const result = await afterSilence((jana) => jana.write("POST", "/tags", z.unknown(), {}));
  expect(result).toEqual({ ok: false, status: 503, errors: {}, retryAfterSeconds: 10 });
});

/** What becomes of a call whose answer has begun. */
async function afterSilence(call: (jana: Upstream) => Promise<unknown>): Promise<unknown> {
  const { Upstream } = await import("./client.server");
  const jana = new Upstream({ locale: "de", requestId: "request-of-jana", onSignedOut: () => expect.fail("signed out") });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const begun = new Promise((resolve) => diagnosticsChannel.subscribe("undici:request:headers", resolve));
  const [answer] = await Promise.allSettled([call(jana), begun.then(() => vi.advanceTimersByTimeAsync(25_000))]);
  if (answer.status === "rejected") throw answer.reason;
  return answer.value;
}
