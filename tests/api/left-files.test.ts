import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { sweep } from "../../api/domain/sweep";
import { engines, openWorldIn } from "../support/harness";
import { freshDatabase } from "../support/template";

const twoHoursMs = 2 * 60 * 60 * 1000;

describe.each(engines)("Files that a killed process was writing, on %s", (engine) => {
  it("are removed at the next start, unless another process may be writing them; finished ones stay", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "folda-left-"));
    const { databaseUrl, drop } = await freshDatabase(engine, dataDir);
    const write = (path: string, ageMs = 0) => {
      const at = join(dataDir, path);
      mkdirSync(dirname(at), { recursive: true });
      writeFileSync(at, "x");
      utimesSync(at, new Date(), new Date(Date.now() - ageMs));
      return () => existsSync(at);
    };
    const arriving = write("files/tmp/arriving", 1);
    const forgotten = write("files/tmp/forgotten", twoHoursMs);
    const exported = write("exports/1-abcd/0.json", 1);
    const stored = write("files/ab/cd/abcd-1");

    const environment = {
      SESSION_SECRET: "for tests only, and long enough to be one",
      DEMO: "0",
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    };
    const world = await openWorldIn(dataDir, environment);
    const mayBeShared = engine === "postgres";
    expect([arriving(), forgotten(), exported(), stored()]).toEqual([mayBeShared, mayBeShared, mayBeShared, true]);
    await sweep(world.services);
    expect([arriving(), forgotten(), stored()]).toEqual([mayBeShared, false, true]);

    await world.close();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
