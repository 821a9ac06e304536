import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { deleteClient, requireOperatedClient } from "../../api/domain/operator";
import { type Engine, engines } from "../setup/engines";
import { furnishBoth } from "./furnish";
import { type OpenWorld, openWorldIn } from "./harness";
import { sweepAll } from "./old-files";
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

/** What comes after the first backup: a file more, a file less, and rows that are others. */
async function workOn(world: OpenWorld): Promise<void> {
  const anna = world.as("anna");
  const { rows } = await world.services.database.pool.query(
    `select t.id, t.article_id as article from attachments t join clients c on c.id = t.client_id where c.workspace = 'demo'`,
  );
  const [{ id, article }] = rows as [{ id: string; article: string }];
  const upload = new FormData();
  upload.append("content_id", article);
  upload.append("file", new File(["Neu"], "neu.txt"));
  expect((await anna.request("/attachments", { method: "POST", body: upload })).status).toBe(201);
  expect((await anna.delete(`/attachments/${id}`)).status).toBe(204);
  await sweepAll(world);
  await world.services.database.pool.query("update articles set title = 'Umbenannt'");
}

describe.each(engines)("What docs/operations.md says of backups (%s)", (engine) => {
  const tidyUps: (() => unknown)[] = [];
  afterEach(async () => {
    for (const tidyUp of tidyUps.splice(0).reverse()) await tidyUp();
  });

  /** A fresh product that can be opened again and again, and the commands of the document for it. */
  async function openProduct() {
    const root = mkdtempSync(join(tmpdir(), "folda-backup-"));
    tidyUps.push(() => rmSync(root, { recursive: true, force: true }));
    const dataDir = join(root, "data");
    const { databaseUrl, drop } = await freshDatabase(engine, dataDir);
    tidyUps.push(drop);
    const [backup, restore] = commandsOf(engine);
    const run = async (commands: string, environment: Record<string, string> = {}) =>
      void (await promisify(execFile)("sh", ["-euc", commands], {
        cwd: root,
        env: { NODE_ENV: "test", PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "", ...environment },
      }));
    const listBackups = () => (existsSync(join(root, "backup")) ? readdirSync(join(root, "backup")) : []);
    return {
      root,
      dataDir,
      open: () =>
        openWorldIn(dataDir, {
          SESSION_SECRET: "for tests only, and long enough to be one",
          DEMO: "0",
          ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
        }),
      /** Answers the new backup's directory. */
      async backUp(environment?: Record<string, string>) {
        const before = listBackups();
        await run(backup, environment);
        const [made = "", ...others] = listBackups().filter((name) => !before.includes(name));
        expect(others).toEqual([]);
        return join("backup", made);
      },
      restore: (from: string) => run(restore, { from }),
    };
  }

  test("brings back every row and every file of each backup, however often it is done", async () => {
    const product = await openProduct();
    const { dataDir } = product;
    const backups: { from: string; whole: Awaited<ReturnType<typeof readAll>> }[] = [];
    for (const change of [furnishBoth, workOn]) {
      const world = await product.open();
      await change(world);
      await world.jobsDone();
      const whole = await readAll(world, dataDir);
      if (engine === "embedded") await world.close();
      backups.push({ from: await product.backUp(), whole });
      if (engine === "postgres") await world.close();
    }
    const [first, second] = backups;
    expect(first?.whole.files?.length).toBeGreaterThan(0);
    expect(first?.whole.articles?.length).toBeGreaterThan(1);
    expect(second?.whole.files).not.toEqual(first?.whole.files);

    // What would be lost without a backup.
    const later = await product.open();
    await later.services.database.pool.query("delete from comments; update articles set title = 'verloren'");
    await later.close();
    for (const name of readdirSync(join(dataDir, "files"))) rmSync(join(dataDir, "files", name), { recursive: true });

    // A volume cannot be removed and made anew.
    const volume = engine === "embedded" ? dataDir : join(dataDir, "files");
    const { ino } = statSync(volume);
    for (const { from, whole } of backups) {
      await product.restore(from);
      const after = await product.open();
      expect(await readAll(after, dataDir)).toEqual(whole);
      const { body } = await after.as("anna").get("/contents");
      expect(body.entries.length).toBeGreaterThan(0);
      await after.close();
      expect(statSync(volume).ino).toBe(ino);
    }
  }, 180_000);

  test.runIf(engine === "postgres")(
    "brings back files that were deleted after the dump and before the copy",
    async () => {
      const product = await openProduct();
      const { root, dataDir } = product;
      const world = await product.open();
      await furnishBoth(world);
      await world.jobsDone();
      const whole = await readAll(world, dataDir);

      // One that waits for the test when it is done.
      const [dumped, copy] = [join(root, "dumped"), join(root, "copy")];
      execFileSync("mkfifo", [dumped, copy]);
      const dump = execFileSync("sh", ["-c", "command -v pg_dump"], { encoding: "utf8" }).trim();
      mkdirSync(join(root, "bin"));
      writeFileSync(join(root, "bin/pg_dump"), `#!/bin/sh\n${dump} "$@" && echo >${dumped} && read -r _ <${copy}\n`, { mode: 0o755 });
      const backup = product.backUp({ PATH: `${join(root, "bin")}:${process.env.PATH}` });
      await Promise.race([readFile(dumped), backup]);
      await workOn(world);
      const deletion = deleteClient(world.services, await requireOperatedClient(world.services, "nachbar"));
      await expect.poll(() => requireOperatedClient(world.services, "nachbar").catch(() => undefined)).toBeUndefined();
      await writeFile(copy, "\n");
      const from = await backup;
      await deletion;
      await sweepAll(world);
      const { files: left = [] } = await readAll(world, dataDir);
      expect(whole.files?.filter((file) => !left.includes(file)).length).toBeGreaterThan(1);
      await world.close();

      await product.restore(from);
      const after = await product.open();
      // Files that came meanwhile are there, too: no row names them.
      expect(await readAll(after, dataDir)).toEqual({ ...whole, files: expect.arrayContaining(whole.files ?? []) });
      await after.close();
    },
    120_000,
  );

  test("leaves what is there as it is when the backup is not whole", async () => {
    const product = await openProduct();
    const world = await product.open();
    await furnishBoth(world);
    await world.jobsDone();
    const whole = await readAll(world, product.dataDir);
    await world.close();
    mkdirSync(join(product.root, "backup/half/files"), { recursive: true });
    await expect(product.restore("backup/half")).rejects.toThrow();
    const after = await product.open();
    expect(await readAll(after, product.dataDir)).toEqual(whole);
    await after.close();
  }, 120_000);
});
