import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(path, "utf8");
const numberIn = (path: string, pattern: RegExp) => Number(pattern.exec(read(path))?.[1]);

/** The rows of the table in `docs/operations.md`, "Memory", with their MB. */
const rows = [
  ...(read("docs/operations.md").split("### Memory")[1]?.split("\n\n")[2] ?? "").matchAll(/^\| (.+) \| \**(\d+)\** \|.*$/gm),
].map(([, what = "", mb]) => ({ what, mb: Number(mb) }));
const mbOf = (what: string) => rows.find((row) => row.what.includes(what))?.mb;

/** MB of a thread with these limits. */
const perThread = ([, old, young, stack]: RegExpMatchArray) => Number(old) + Number(young) + Number(stack);
const threadLimits = (path: string) =>
  [...read(path).matchAll(/maxOldGenerationSizeMb: (\d+), maxYoungGenerationSizeMb: (\d+), stackSizeMb: (\d+)/g)].map(perThread);

test("the maximum memory of a process follows from its limits, and fits into what it gets", () => {
  const [texts = 0] = threadLimits("contract/worker-pool.server.ts");
  expect(mbOf("for texts")).toBe(texts * numberIn("contract/worker-pool.server.ts", /const threads = (\d+)/));
  const outbound = "api/outbound/in-worker.ts";
  const [reader = 0, fetcher = 0] = threadLimits(outbound);
  expect(mbOf("imported pages")).toBe(reader * numberIn(outbound, /readers = createThreads\((\d+)/));
  expect(mbOf("fetched files")).toBe(fetcher * numberIn(outbound, /fetchers = createThreads\((\d+)/));
  expect(mbOf("heap of the process")).toBe(numberIn("deploy/folda.service", /--max-old-space-size=(\d+)/));
  expect(mbOf("that draws")).toBe(numberIn("api/files/drawing-worker.ts", /mostMemory = (\d+) \* 1024 \* 1024/));

  const sum = mbOf("sum");
  expect(rows.filter(({ what }) => !what.includes("sum")).reduce((total, { mb }) => total + mb, 0)).toBe(sum);
  expect(sum).toBe(numberIn("compose.yaml", /"Memory", has the sum\.\n\s+mem_limit: (\d+)m/));
  expect(sum).toBe(numberIn("deploy/folda.service", /MemoryMax=(\d+)M/) - 256);
});
