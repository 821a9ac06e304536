import diagnosticsChannel from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { Upstream } from "./client.server";

/** An upstream that begins its answers and never ends them, or does not even begin. */
const upstream = createServer(({ url }, response) => {
  if (url !== "/silence") response.writeHead(200, { "Content-Type": "application/json" }).write('{"tag_name": ');
});

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

it("An upstream that stops in the middle of its answer is given up after 20 seconds: reading", async () => {
  const response = await afterSilence((jana) => jana.get("/tags", z.unknown())).catch((thrown: Response) => thrown);
  if (!(response instanceof Response)) expect.fail("answered");
  expect([response.status, response.headers.get("Retry-After"), await response.text()]).toEqual([503, "10", "request-of-jana"]);
});

it("An upstream that stops in the middle of its answer is given up after 24 seconds: writing", async () => {
  const result = await afterSilence((jana) => jana.write("POST", "/tags", z.unknown(), {}), 24_000);
  expect(result).toEqual({ ok: false, status: 503, errors: {}, retryAfterSeconds: 10 });
});

describe("All calls of one request of a browser share 25 seconds", () => {
  /** How long each of these calls waited for an upstream that never ends its answer, one after the other. */
  async function waits(calls: ((jana: Upstream) => Promise<unknown>)[]): Promise<number[]> {
    const { Upstream } = await import("./client.server");
    const { withDeadline } = await import("./transport.server");
    const jana = new Upstream({ locale: "de", requestId: "request-of-jana", onSignedOut: () => expect.fail("signed out") });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const seconds: number[] = [];
    let isOver = false;
    const answered = withDeadline(new AbortController().signal, async () => {
      for (const call of calls) {
        const begun = performance.now();
        const result = await call(jana).catch((thrown: Response) => thrown);
        expect(result).toMatchObject({ status: 503 });
        seconds.push(Math.round((performance.now() - begun) / 1000));
      }
    }).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await vi.advanceTimersByTimeAsync(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await answered;
    return seconds;
  }

  const read = (jana: Upstream) => jana.get("/tags", z.unknown());
  const write = (jana: Upstream) => jana.write("POST", "/tags", z.unknown(), {});
  const upload = (jana: Upstream) => jana.write("POST", "/silence", z.unknown(), {}, { timeoutMs: 60_000 });

  it("so that a dead one is waited for once", async () => {
    expect(await waits([read, write, read])).toEqual([20, 5, 0]);
  });

  it("and one with a limit of its own leaves the others their time", async () => {
    expect(await waits([read, upload, read, read])).toEqual([20, 60, 5, 0]);
  });
});

/** What becomes of a call whose answer has begun. */
async function afterSilence(call: (jana: Upstream) => Promise<unknown>, ms = 20_000): Promise<unknown> {
  const { Upstream } = await import("./client.server");
  const jana = new Upstream({ locale: "de", requestId: "request-of-jana", onSignedOut: () => expect.fail("signed out") });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const begun = new Promise((resolve) => diagnosticsChannel.subscribe("http.client.response.finish", resolve));
  const [answer] = await Promise.allSettled([call(jana), begun.then(() => vi.advanceTimersByTimeAsync(ms))]);
  if (answer.status === "rejected") throw answer.reason;
  return answer.value;
}
