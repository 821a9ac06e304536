import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sweep } from "../../../api/domain/sweep";
import { startProgram } from "../../support/crash/kills";
import { availableEngines } from "../../support/engines";
import { openWorldIn } from "../../support/harness";
import { freshDatabase } from "../../support/template";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe.each(availableEngines)("Files that a killed process was writing (%s)", (engine) => {
  const isShared = engine === "postgres";
  let dataDir: string;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "folda-left-"));
    database = await freshDatabase(engine, dataDir);
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const open = () =>
    openWorldIn(dataDir, {
      SESSION_SECRET: "for tests only, and long enough to be one",
      DEMO: "0",
      ...(database.databaseUrl ? { DATABASE_URL: database.databaseUrl } : {}),
    });
  /** Writes a file and returns whether it is there. */
  const write = (path: string, ageMs = 1) => {
    const at = join(dataDir, path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, "x");
    utimesSync(at, new Date(), new Date(Date.now() - ageMs));
    return () => existsSync(at);
  };
  /** Starts a process with its own work directory, in which it has a file. */
  const startOther = async () => {
    const { lines, kill } = await startProgram("file-writer", {}, join(dataDir, "files/tmp"));
    const [path = ""] = lines;
    const isThere = () => existsSync(path);
    expect(isThere()).toBe(true);
    return { isThere, directory: dirname(path), kill };
  };

  it("are removed at the next start; finished ones stay", async () => {
    const { isThere, directory, kill } = await startOther();
    await kill();
    const exported = write("exports/1-abcd/0.json");
    const mail = write("outbox/.2026-03-01T08-00-00.000Z-abcd.eml", 2 * minuteMs);
    const sent = write("outbox/2026-03-01T08-00-00.000Z-abcd.eml", 2 * minuteMs);
    const stored = write("files/ab/cd/abcd-1");
    const world = await open();
    expect([isThere(), exported(), mail(), sent(), stored()]).toEqual([false, false, false, true, true]);
    expect([directory, `${directory}.lock`].filter(existsSync)).toEqual([]);
    await world.close();
  });

  it.runIf(isShared)("stay while the process lives", async () => {
    const { isThere, kill } = await startOther();
    const world = await open();
    expect(isThere()).toBe(true);
    await sweep(world.services);
    expect(isThere()).toBe(true);
    await kill();
    await sweep(world.services);
    expect(isThere()).toBe(false);
    await world.close();
  });

  it("are removed after an hour if their process may be on another machine", async () => {
    const arriving = write("files/tmp/0123456789ab-0123abcd/arriving");
    const forgotten = write("files/tmp/0123456789ab-0123abcd/forgotten", 2 * hourMs);
    const formerly = write("files/tmp/formerly", 2 * hourMs);
    const world = await open();
    expect([arriving(), forgotten(), formerly()]).toEqual([isShared, false, false]);
    await world.close();
  });

  it("leave nothing of a process that ends", async () => {
    const world = await open();
    const { path } = await world.services.files.receive((async function* () {})());
    expect(basename(dirname(path))).toMatch(new RegExp(`^${bootId().slice(0, 8)}`));
    await world.close();
    expect([path, dirname(path), `${dirname(path)}.lock`].filter(existsSync)).toEqual([]);
  });
});

const bootId = () => readFileSync("/proc/sys/kernel/random/boot_id", "utf8");
