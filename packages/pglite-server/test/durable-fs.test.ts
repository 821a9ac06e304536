import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EngineNotDurable, openDurably } from "../src/durable-fs";
import { built } from "./built";

const disk = vi.hoisted(() => ({ syncs: 0 }));

vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  const fsyncSync = (file: number) => {
    disk.syncs += 1;
    fs.fsyncSync(file);
  };
  return { ...fs, fsyncSync };
});

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "pglite-durable-"));
  cpSync(built.template, directory, { recursive: true });
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(directory, { recursive: true, force: true });
});

test("every commit reaches the disk, and reading does not write", async () => {
  const engine = await openDurably(directory);
  await engine.exec("CREATE TABLE kept (n int)");
  for (let n = 0; n < 10; n += 1) {
    const before = disk.syncs;
    await engine.query("INSERT INTO kept VALUES ($1)", [n]);
    expect(disk.syncs).toBeGreaterThan(before);
  }
  const before = disk.syncs;
  await engine.query("SELECT * FROM kept");
  expect(disk.syncs).toBe(before);
  await engine.close();
});

test("an engine that takes no fsync from us does not start", async () => {
  const { NodeFS } = await import("@electric-sql/pglite/nodefs");
  const init = NodeFS.prototype.init;
  vi.spyOn(NodeFS.prototype, "init").mockImplementation(async function (this: InstanceType<typeof NodeFS>, ...parameters) {
    const prepared = await init.apply(this, parameters);
    prepared.emscriptenOpts.preRun?.push((engine) => {
      const { stream_ops } = engine.NODEFS as unknown as { stream_ops: object };
      Object.defineProperty(stream_ops, "fsync", { get: () => undefined, set: () => {} });
    });
    return prepared;
  });
  await expect(openDurably(directory)).rejects.toBeInstanceOf(EngineNotDurable);
});
