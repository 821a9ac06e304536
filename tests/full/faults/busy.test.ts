import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServedProduct, startProduct } from "../../support/served-product";
import { freshDatabase } from "../../support/template";

// Limits that depend on the machine, each with three attempts: rejections are faster than responses, and a page takes 2.5 s at most.

let dataDir: string;
let product: ServedProduct;
let jana: string;
let anna: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "folda-busy-"));
  await freshDatabase("embedded", dataDir);
  product = await startProduct({ dataDir, environment: { LOG_LEVEL: "info", DEMO: "0", PAGES_AT_ONCE: "1" } });
  jana = await product.signIn("jana");
  anna = await product.signIn("anna");
});
afterAll(async () => {
  await product.end("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

interface Answered {
  answer: Response;
  text: string;
  ms: number;
}

async function ask(...asked: Parameters<ServedProduct["ask"]>): Promise<Answered> {
  const begin = performance.now();
  const answer = await product.ask(...asked);
  return { answer, text: await answer.text(), ms: performance.now() - begin };
}

/** Cheap, but needs a permit like every page. */
const ofMembers = "/stream/news?after=2999-01-01T00:00:00.000Z";
const ofVisitors = "/robots.txt";

/** The response to a request target that is no valid URL. */
function askRaw(hostname: string, port: number, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, hostname).on("error", reject);
    let text = "";
    socket.on("data", (bytes) => (text += bytes)).on("close", () => resolve(text));
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`);
  });
}

type Init = Omit<NonNullable<Parameters<ServedProduct["ask"]>[1]>, "cookie"> & { cookie?: string | (() => string) | undefined };

/** Sends many concurrent requests for a page; returns the rejected ones and the others. */
async function rush(path: string, { cookie, ...init }: Init, meanwhile: () => Promise<void> = async () => {}) {
  const cookieOf = () => (typeof cookie === "function" ? cookie() : cookie);
  const asked = Array.from({ length: 200 }, () => ask(path, { ...init, cookie: cookieOf() }));
  // The first rejection shows that all permits are in use.
  const begun = Promise.race(asked.map(async (one) => ((await one).answer.status === 503 ? undefined : new Promise<void>(() => {}))));
  await Promise.all([begun.then(meanwhile), ...asked]);
  const all = await Promise.all(asked);
  return { turnedAway: all.filter(({ answer }) => answer.status === 503), answered: all.filter(({ answer }) => answer.status !== 503) };
}

describe("Who comes when the queue is full", () => {
  test("is turned away at once, in their language, and told when to come back; other people are answered", { retry: 2 }, async () => {
    let others: number[] = [];
    const { turnedAway, answered } = await rush(ofMembers, { cookie: `${jana}; currentLocale=de` }, async () => {
      others = [(await ask("/stream", { cookie: anna })).answer.status];
    });
    expect(others).toEqual([200]);
    // One request has the permit and sixty wait, of which Anna's may have replaced the last one.
    expect(answered.length).toBeGreaterThanOrEqual(60);
    expect(turnedAway.length).toBeGreaterThan(0);
    for (const { answer } of answered) expect(answer.status).toBe(204);
    for (const { answer, text } of turnedAway) {
      const header = (name: string) => answer.headers.get(name);
      expect([header("Retry-After"), header("Cache-Control"), header("Content-Language")]).toEqual(["5", "no-store", "de"]);
      expect(header("Content-Security-Policy")).toContain("default-src 'none'");
      expect(text).toContain("Gerade ist viel los");
      expect(text).not.toContain("<script");
    }
    const slowest = (list: Answered[]) => Math.max(...list.map(({ ms }) => ms));
    expect(slowest(turnedAway)).toBeLessThan(slowest(answered));
    expect((await ask("/stream", { cookie: jana })).answer.status).toBe(200);
  });

  test("is a visitor or a member: neither keeps the other out, nor files or questions about the process", async () => {
    let statuses: number[] = [];
    const { turnedAway } = await rush(`${ofVisitors}?from=a.data`, {}, async () => {
      const paths = ["/stream", "/healthz", "/readyz", "/favicon.svg"];
      statuses = (await Promise.all(paths.map((path) => ask(path, { cookie: jana })))).map(({ answer }) => answer.status);
    });
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(turnedAway[0]?.text).toContain("Busy right now");
  });

  test("with an invented session waits as a visitor, and no address ends the process", async () => {
    let others: number[] = [];
    const { turnedAway } = await rush("/robots.txt", { cookie: () => `authToken=${crypto.randomUUID()}` }, async () => {
      const { hostname, port } = new URL(product.url);
      const targets = ["//", "//u:p@h/", "/assets/../robots.txt", "/assets/nothing.js"];
      const strange = Promise.all(targets.map((target) => askRaw(hostname, Number(port), target)));
      others = [(await ask("/stream", { cookie: anna })).answer.status];
      // Rejections are sent without Remix, which does not see them.
      for (const answer of await strange) expect(answer).toMatch(/^HTTP\/1\.1 (?:200|404|503) /);
    });
    expect(others).toEqual([200]);
    expect(turnedAway.length).toBeGreaterThan(0);
    expect((await ask("/healthz")).answer.status).toBe(200);
  });

  test("gets a form back that script shows again; nothing was done", async () => {
    const cookie = `${jana}; currentLocale=de`;
    const send = () => ask("/locale.data", { method: "POST", body: new URLSearchParams({ locale: "en" }), cookie });
    const readers = Array.from({ length: 150 }, () => ask(ofMembers, { cookie }));
    const forms = await Promise.all(Array.from({ length: 30 }, send));
    await Promise.all(readers);
    const turnedAway = forms.filter(({ answer }) => answer.status === 503);
    expect(turnedAway.length).toBeGreaterThan(0);
    for (const { answer, text } of turnedAway) {
      expect([answer.headers.get("X-Busy"), answer.headers.getSetCookie()]).toEqual(["1", []]);
      expect(text).toContain("gespeichert wurde nichts");
      expect(JSON.parse(text)[2]).toEqual(["ErrorResponse", 3, 14, 15]);
    }
  });
});

test("Files that come when the queue is full are taken in, so that the browser reads why they were not", async () => {
  const form = new FormData();
  form.append("files", new File([Buffer.alloc(16_000_000, "Plan ")], "Plan.pdf"));
  let isAnswered = false;
  let isFull: () => void = () => {};
  const full = new Promise<void>((resolve) => {
    isFull = resolve;
  });
  const crowd = Array.from({ length: 90 }, async () => {
    while (!isAnswered) {
      if ((await ask("/stream", { cookie: jana })).answer.status === 503) isFull();
      // Sleeps: the queue stays full, and the upload gets some processor time.
      await sleep(50);
    }
  });
  await full;
  const sent = await ask("/stream/contents/new", { method: "POST", body: form, cookie: jana });
  isAnswered = true;
  await Promise.all(crowd);
  expect([sent.answer.status, sent.answer.headers.get("X-Busy")]).toEqual([503, "1"]);
});

test("Forms that come slowly have no slot meanwhile", { retry: 2 }, async () => {
  const { hostname, port } = new URL(product.url);
  const slow = Array.from({ length: 3 }, () => {
    const socket = connect(Number(port), hostname).on("error", () => {});
    const type = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\nExpect: 100-continue";
    socket.write(`POST /sign-in HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${type}\r\n\r\n`);
    return socket;
  });
  // The server has received them, and waits for the rest.
  for (const [continued] of await Promise.all(slow.map((socket) => once(socket, "data")))) expect(String(continued)).toContain(" 100 ");
  for (const socket of slow) socket.write("workspace=");
  // If each kept its permit for the maximum of three seconds, these would take nine.
  const { ms } = await ask("/sign-in");
  expect(ms).toBeLessThan(2_500);
  for (const socket of slow) socket.destroy();
});

test.each([
  ["a form of another site", "/", { method: "POST", headers: { "Sec-Fetch-Site": "cross-site" } }, 403],
  ["a form that nothing is there for", "/de/funktion", { method: "POST" }, 405],
  ["what is no form", "/sign-in", { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } }, 415],
] as const)("The page that answers %s waits for a slot like any other", async (_, path, init, status) => {
  const { answered, turnedAway } = await rush(path, init);
  expect(turnedAway.length).toBeGreaterThan(0);
  expect(new Set(answered.map(({ answer }) => answer.status))).toEqual(new Set([status]));
});

test("What was asked for on a connection that is cut is not worked on, and does not hold up the end of the process", async () => {
  const { hostname, port } = new URL(product.url);
  const asked = 30;
  const socket = connect(Number(port), hostname).on("error", () => {});
  const before = product.lines.length;
  socket.write(`GET /de/funktion HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`.repeat(asked));
  await once(socket, "data");
  socket.destroy();
  expect((await ask("/sign-in")).answer.status).toBe(200);
  const logged = product.lines.slice(before).filter((line) => line.includes("/de/funktion"));
  const worked = logged.filter((line) => JSON.parse(line).status === 200);
  expect(logged).toHaveLength(asked);
  expect(worked.length).toBeGreaterThan(0);
  expect(worked.length).toBeLessThan(asked);
  // Sleeps: a process waits 25 seconds for requests that never get a response, and has to be killed.
  const ended = await Promise.race([product.end("SIGTERM"), sleep(20_000).then(() => product.end("SIGKILL"))]);
  expect(ended).toEqual([0, null]);
});
