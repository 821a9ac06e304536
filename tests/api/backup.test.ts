import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type Engine, engines } from "../setup/engines";
import { furnishBoth } from "./furnish";
import { type OpenWorld, openWorldIn } from "./harness";
import { freshDatabase } from "./template";

const titles: Record<Engine, string> = { embedded: "The embedded database", postgres: "PostgreSQL" };

/** The commands of docs/operations.md: those that make a backup, and those that restore it. */
function commandsOf(engine: Engine): [backup: string, restore: string] {
  const [, section = ""] = readFileSync("docs/operations.md", "utf8").split(`\n### ${titles[engine]}\n`);
  const [backup, restore] = [...(section.split(/\n##/)[0] ?? "").matchAll(/```sh\n([^`]+)```/g)].map(([, commands = ""]) => commands);
  if (!backup || !restore) throw new Error(`docs/operations.md does not say how to back up ${titles[engine]}`);
  return [backup, restore];
}

/** Every row of every table as text, and every file by its hash; without what reading writes down. */
async function readAll({ services }: OpenWorld, dataDir: string): Promise<Record<string, string[]>> {
  const { pool } = services.database;
  const { rows } = await pool.query(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_schema in ('public', 'drizzle') and table_type = 'BASE TABLE'`,
  );
  const all: Record<string, string[]> = {};
  for (const { schema, name } of rows)
    all[name] = (await pool.query(`select to_jsonb(t)::text as row from "${schema}"."${name}" t order by 1`)).rows.map(({ row }) => row);
  const files = readdirSync(join(dataDir, "files"), { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(dataDir, "files", path)).isFile(),
  );
  const hashOf = (path: string) =>
    createHash("sha256")
      .update(readFileSync(join(dataDir, "files", path)))
      .digest("hex");
  all.files = files.map((path) => `${path} ${hashOf(path)}`).sort();
  return all;
}

describe.each(engines)("What docs/operations.md says of backups (%s)", (engine) => {
  const tidyUps: (() => unknown)[] = [];
  afterEach(async () => {
    for (const tidyUp of tidyUps.splice(0).reverse()) await tidyUp();
  });

  test("brings back every row and every file", async () => {
    const root = mkdtempSync(join(tmpdir(), "folda-backup-"));
    tidyUps.push(() => rmSync(root, { recursive: true, force: true }));
    const dataDir = join(root, "data");
    const { databaseUrl, drop } = await freshDatabase(engine, dataDir);
    tidyUps.push(drop);
    const given = {
      SESSION_SECRET: "for tests only, and long enough to be one",
      DEMO: "0",
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    };
    const [backup, restore] = commandsOf(engine);
    const run = (commands: string) =>
      execFileSync("sh", ["-euc", commands], {
        cwd: root,
        env: { NODE_ENV: "test", PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "" },
        stdio: ["ignore", "ignore", "pipe"],
      });

    const before = await openWorldIn(dataDir, given);
    await furnishBoth(before);
    await before.jobsDone();
    if (engine === "embedded") await before.close();
    const kept = engine === "embedded" ? undefined : await readAll(before, dataDir);
    run(backup);
    if (engine === "postgres") await before.close();

    // What came after the backup, and what would be lost without it.
    const later = await openWorldIn(dataDir, given);
    const whole = kept ?? (await readAll(later, dataDir));
    expect(whole.files?.length).toBeGreaterThan(0);
    expect(whole.articles?.length).toBeGreaterThan(1);
    await later.services.database.pool.query("delete from comments; update articles set title = 'verloren'");
    await later.close();
    rmSync(join(dataDir, "files"), { recursive: true });

    run(restore);
    const after = await openWorldIn(dataDir, given);
    expect(await readAll(after, dataDir)).toEqual(whole);
    const { body } = await after.as("anna").get("/contents");
    expect(body.entries.length).toBeGreaterThan(0);
    await after.close();
  }, 120_000);
});
