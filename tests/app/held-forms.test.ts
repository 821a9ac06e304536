import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDemoProduct, type Product } from "../support/built-product";
import { demoPassword } from "../support/serve-for-tests.js";

let product: Product;
beforeAll(async () => {
  product = await openDemoProduct({ TRUST_PROXY: "1" });
});
afterAll(() => product.close());

const length = 2_400_000;
const almostAll = Buffer.alloc(length - 100_000, "a=b&");
/** The number of largest forms that one source may send at once. */
const mostOfSource = 13;

/** Sends almost all of a form, from an IP address that the proxy reports. */
function hold(forwardedFor: string) {
  const held = { socket: connect(Number(new URL(product.url).port), "127.0.0.1"), answer: "", isClosed: false };
  held.socket
    .on("data", (bytes) => (held.answer += bytes))
    .on("error", () => undefined)
    .on("close", () => (held.isClosed = true));
  const type = "Content-Type: application/x-www-form-urlencoded";
  held.socket.write(
    `POST /sign-in HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${forwardedFor}\r\n${type}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  held.socket.write(almostAll);
  // The server gives up on senders that are silent for a minute.
  const trickle = setInterval(() => held.socket.write("a"), 1_000);
  held.socket.once("close", () => clearInterval(trickle));
  return held;
}

async function signIn(forwardedFor: string): Promise<number> {
  const fields = { workspace: "demo", email: "jana@demo.example", password: demoPassword, padding: "x".repeat(2_000_000) };
  const headers = { "X-Forwarded-For": forwardedFor };
  return (await product.ask("/sign-in", { method: "POST", body: new URLSearchParams(fields), headers })).status;
}

test("Forms whose end is held back take no more memory than is theirs, and keep nobody else out", async () => {
  const floods = ["203.0.113.50", "203.0.113.51"].map((from) => Array.from({ length: mostOfSource + 5 }, () => hold(from)));
  const all = floods.flat();
  const isRefused = ({ answer }: { answer: string }) => answer.startsWith("HTTP/1.1 503 ") && /^x-busy: 1$/im.test(answer);
  for (const flood of floods) await expect.poll(() => flood.filter(isRefused).length).toBe(flood.length - mostOfSource);
  expect(all.filter(({ isClosed }) => isClosed)).toEqual([]);

  expect(await signIn("203.0.113.52")).toBe(302);
  await expect.poll(() => all.filter(({ isClosed }) => isClosed).map(({ answer }) => answer)).toEqual([""]);
  for (const { socket } of all) socket.destroy();
  // The held forms no longer take up permits.
  await expect.poll(() => signIn("203.0.113.50")).toBe(302);
});
