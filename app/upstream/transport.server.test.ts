import diagnosticsChannel from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { Upstream } from "./client.server";

/** Whether the upstream stops responding entirely. */
let isDead = false;

/** An upstream whose responses never end, or never start. */
const upstream = createServer(({ url }, response) => {
  if (url !== "/silence" && !isDead) response.writeHead(200, { "Content-Type": "application/json" }).write('{"tag_name": ');
});

beforeAll(async () => {
  await once(upstream.listen(0, "127.0.0.1"), "listening");
  vi.stubEnv("UPSTREAM_API_URL", `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`);
  vi.stubEnv("LOG_LEVEL", "silent");
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  isDead = false;
});
afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
  vi.unstubAllEnvs();
  vi.resetModules();
});

it("An upstream that stops in the middle of a response fails after 20 seconds: reading", async () => {
  const response = await afterSilence((jana) => jana.get("/tags", z.unknown())).catch((thrown: Response) => thrown);
  if (!(response instanceof Response)) expect.fail("answered");
  expect([response.status, response.headers.get("Retry-After"), await response.text()]).toEqual([503, "10", "request-of-jana"]);
});

it("An upstream that stops in the middle of a response fails after 24 seconds: writing", async () => {
  const result = await afterSilence((jana) => jana.write("POST", "/tags", z.unknown(), {}), 24_000);
  expect(result).toEqual({ ok: false, status: 503, errors: {}, retryAfterSeconds: 10 });
});

describe("All calls of one browser request share 24.5 seconds, which leaves half a second to render the response", () => {
  /** How long each of these consecutive calls waits for a response that never ends, in seconds. */
  async function waits(calls: ((jana: Upstream) => Promise<unknown>)[]): Promise<number[]> {
    const { Upstream } = await import("./client.server");
    const { withDeadline } = await import("./transport.server");
    const jana = new Upstream({ locale: "de", requestId: "request-of-jana", onSignedOut: () => expect.fail("signed out") });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
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

  it("so that a dead upstream delays it once", async () => {
    expect(await waits([read, write, read])).toEqual([20, 5, 0]);
  });

  it("and a call with its own limit does not use them up", async () => {
    expect(await waits([read, upload, read, read])).toEqual([20, 60, 5, 0]);
  });

  it("but it ends, with all others, if the upstream does not respond at all", async () => {
    isDead = true;
    expect(await waits([upload, upload, read, write])).toEqual([20, 0, 0, 0]);
  });
});

async function afterSilence(call: (jana: Upstream) => Promise<unknown>, ms = 20_000): Promise<unknown> {
  const { Upstream } = await import("./client.server");
  const jana = new Upstream({ locale: "de", requestId: "request-of-jana", onSignedOut: () => expect.fail("signed out") });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const begun = new Promise((resolve) => diagnosticsChannel.subscribe("http.client.response.finish", resolve));
  const [answer] = await Promise.allSettled([call(jana), begun.then(() => vi.advanceTimersByTimeAsync(ms))]);
  if (answer.status === "rejected") throw answer.reason;
  return answer.value;
}
