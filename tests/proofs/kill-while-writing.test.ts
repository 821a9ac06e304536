import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { bundleForNode } from "../../scripts/bundle.js";
import { openWorldIn } from "../support/harness";
import { freshDatabase } from "../support/template";

test("kill -9 in the middle of a transaction loses nothing that was committed, and its jobs run after the restart", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-proof-kill-"));
  await freshDatabase("embedded", dataDir);
  const environment = { DATA_DIR: dataDir, DEMO: "0", SESSION_SECRET: "for tests only, and long enough to be one" };
  const writer = await bundleForNode("tests/support/crash/gated-writer.ts", ".cache/tests/crash-gated-writer.js");
  const child = spawn(process.execPath, [writer, "10"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, NODE_ENV: "test", ...environment },
  });
  const closed = once(child, "close");
  const committed: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    if (line === "half") child.kill("SIGKILL");
    else committed.push(line);
  }
  expect(await closed).toEqual([null, "SIGKILL"]);
  expect(committed).toHaveLength(10);

  const world = await openWorldIn(dataDir, environment, { pollMs: 100 });
  try {
    const { rows } = await world.services.database.pool.query("select name from tags where name = 'halb' or name like 'bestaetigt-%'");
    expect(rows.map(({ name }) => name).sort()).toEqual(committed.toSorted());
    for (const name of committed) expect(await world.mailsTo(`${name}@demo.example`), name).toHaveLength(1);
    expect(await world.mailsTo("halb@demo.example")).toEqual([]);
  } finally {
    await world.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
