import { execFile, execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { deleteClient, requireOperatedClient } from "../../../api/domain/workspace/operator";
import { availableEngines, type Engine } from "../../support/engines";
import { type OpenWorld, openWorldIn } from "../../support/harness";
import { sweepAll } from "../../support/old-files";
import { openS3Server } from "../../support/s3-server";
import { seedBoth } from "../../support/seed";
import { freshDatabase } from "../../support/template";

const missing = ["psql", "pg_dump", "pg_restore", "rclone"].filter((name) => spawnSync(name, ["--version"]).status !== 0);
const why = missing.length > 0 ? ` (skipped: ${missing.join(", ")} missing; Debian: apt-get install postgresql-client rclone)` : "";

const titles: Record<Engine, string> = { embedded: "The embedded database", postgres: "PostgreSQL" };

/** The commands of docs/operations.md: those that make a backup, and those that restore it. */
function commandsOf(engine: Engine): [backup: string, restore: string] {
  const [, section = ""] = readFileSync("docs/operations.md", "utf8").split(`\n### ${titles[engine]}\n`);
  const [backup, restore] = [...(section.split(/\n##/)[0] ?? "").matchAll(/```sh\n([^`]+)```/g)].map(([, commands = ""]) => commands);
  if (!backup || !restore) throw new Error(`docs/operations.md does not say how to back up ${titles[engine]}`);
  return [backup, restore];
}

const password = "p@ss\\word%41";

/** The server of the tests trusts everybody, so a password changes nothing for it. */
function withPassword(databaseUrl = ""): string {
  if (!databaseUrl) return "";
  const url = new URL(databaseUrl);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** Every row of every table as text, and every file by its hash, without rows that change by reading. */
async function readAll({ services }: OpenWorld): Promise<Record<string, string[]>> {
  const { pool } = services.database;
  const { rows } = await pool.query(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_schema in ('public', 'drizzle') and table_type = 'BASE TABLE'`,
  );
  const all: Record<string, string[]> = {};
  for (const { schema, name } of rows)
    all[name] = (await pool.query(`select to_jsonb(t)::text as row from "${schema}"."${name}" t order by 1`)).rows.map(({ row }) => row);
  all.files = [];
  for await (const key of services.files.list(new Date(Date.now() + 1000))) {
    const file = await services.files.open(key);
    const hash =
      file &&
      createHash("sha256")
        .update(await buffer(file.stream))
        .digest("hex");
    all.files.push(`${key} ${hash}`);
  }
  all.files.sort();
  return all;
}

/** Changes after the first backup: a file more, a file less, and different rows. */
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

describe.each(availableEngines)("What docs/operations.md says of backups (%s)", (engine) => {
  const tidyUps: (() => unknown)[] = [];
  afterEach(async () => {
    for (const tidyUp of tidyUps.splice(0).reverse()) await tidyUp();
  });

  /** A fresh product that can be reopened, and the document's commands for it. */
  async function openProduct({ s3Url }: { s3Url?: string } = {}) {
    const root = mkdtempSync(join(tmpdir(), "folda-backup-"));
    tidyUps.push(() => rmSync(root, { recursive: true, force: true }));
    const dataDir = join(root, "data");
    const { databaseUrl } = await freshDatabase(engine, dataDir);
    const settings = { DATABASE_URL: withPassword(databaseUrl), ...(s3Url ? { S3_URL: s3Url } : { DATA_DIR: dataDir }) };
    symlinkSync(resolve("deploy"), join(root, "deploy"));
    const [backup, restore] = commandsOf(engine);
    const run = async (commands: string, environment: Record<string, string> = {}) =>
      void (await promisify(execFile)("sh", ["-euc", commands], {
        cwd: root,
        env: { NODE_ENV: "test", PATH: process.env.PATH, ...settings, ...environment },
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
          ...(s3Url ? { S3_URL: s3Url } : {}),
        }),
      /** Returns the directory of the new backup. */
      async backUp(environment?: Record<string, string>) {
        const before = listBackups();
        await run(backup, environment);
        const [made = "", ...others] = listBackups().filter((name) => !before.includes(name));
        expect(others).toEqual([]);
        return join("backup", made);
      },
      restore: (from: string, environment?: Record<string, string>) => run(restore, { from, ...environment }),
    };
  }

  test("brings back every row and every file of each backup, however often it is done", async () => {
    const product = await openProduct();
    const { dataDir } = product;
    const backups: { from: string; whole: Awaited<ReturnType<typeof readAll>> }[] = [];
    for (const change of [seedBoth, workOn]) {
      const world = await product.open();
      await change(world);
      await world.jobsDone();
      const whole = await readAll(world);
      if (engine === "embedded") await world.close();
      backups.push({ from: await product.backUp(), whole });
      if (engine === "postgres") await world.close();
    }
    const [first, second] = backups;
    expect(first?.whole.files?.length).toBeGreaterThan(0);
    expect(first?.whole.articles?.length).toBeGreaterThan(1);
    expect(second?.whole.files).not.toEqual(first?.whole.files);

    // Would be lost without a backup.
    const later = await product.open();
    await later.services.database.pool.query("delete from comments; update articles set title = 'verloren'");
    await later.close();
    for (const name of readdirSync(join(dataDir, "files"))) rmSync(join(dataDir, "files", name), { recursive: true });

    // A volume cannot be removed and recreated.
    const volume = engine === "embedded" ? dataDir : join(dataDir, "files");
    const { ino } = statSync(volume);
    for (const { from, whole } of backups) {
      await product.restore(from);
      const after = await product.open();
      expect(await readAll(after)).toEqual(whole);
      const { body } = await after.as("anna").get("/contents");
      expect(body.entries.length).toBeGreaterThan(0);
      await after.close();
      expect(statSync(volume).ino).toBe(ino);
    }
  });

  test.runIf(engine === "postgres" && missing.length === 0)(
    "brings back files that were deleted after the dump and before the copy",
    async () => {
      const product = await openProduct();
      const { root } = product;
      const world = await product.open();
      await seedBoth(world);
      await world.jobsDone();
      const whole = await readAll(world);

      // A pg_dump that waits for the test when it is done.
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
      const { files: left = [] } = await readAll(world);
      expect(whole.files?.filter((file) => !left.includes(file)).length).toBeGreaterThan(1);
      await world.close();

      await product.restore(from);
      const after = await product.open();
      // Files that were stored meanwhile are also there; no row refers to them.
      expect(await readAll(after)).toEqual({ ...whole, files: expect.arrayContaining(whole.files ?? []) });
      await after.close();
    },
  );

  test.runIf(engine === "postgres" && missing.length === 0)(
    `copies a bucket too, and shows no password among the arguments of a program${why}`,
    async () => {
      const s3 = await openS3Server();
      tidyUps.push(() => s3.close());
      const product = await openProduct({ s3Url: s3.url });
      const { root } = product;
      mkdirSync(join(root, "bin"));
      const seen = join(root, "seen");
      for (const program of ["psql", "pg_dump", "pg_restore", "rclone"]) {
        const path = execFileSync("sh", ["-c", `command -v ${program}`], { encoding: "utf8" }).trim();
        const script = `#!/bin/sh\nprintf '%s\\n' "${program} $* PGPASSWORD=$PGPASSWORD" >>${seen}\nexec ${path} "$@"\n`;
        writeFileSync(join(root, "bin", program), script, { mode: 0o755 });
      }
      // Given as a file, as in a container.
      const secret = join(root, "s3_url");
      writeFileSync(secret, `${s3.url}\n`);
      const environment = { PATH: `${join(root, "bin")}:${process.env.PATH}`, S3_URL: "", S3_URL_FILE: secret };

      const world = await product.open();
      await seedBoth(world);
      await world.jobsDone();
      const whole = await readAll(world);
      expect(whole.files).not.toEqual([]);
      const from = await product.backUp(environment);
      for await (const key of world.services.files.list(new Date(Date.now() + 1000))) await world.services.files.delete(key);
      await world.services.files.put("later.txt", Buffer.from("Später"));
      await world.close();

      await product.restore(from, environment);
      const after = await product.open();
      expect(await readAll(after)).toEqual(whole);
      await after.close();

      const calls = readFileSync(seen, "utf8").trim().split("\n");
      expect(new Set(calls.map((call) => call.split(" ")[0]))).toEqual(new Set(["psql", "pg_dump", "pg_restore", "rclone"]));
      for (const call of calls) {
        const [args = "", given] = call.split(" PGPASSWORD=");
        expect(given).toBe(password);
        for (const hidden of [password, encodeURIComponent(password), "S3RVER"]) expect(args).not.toContain(hidden);
      }
    },
  );

  test("leaves what is there as it is when the backup is not whole", async () => {
    const product = await openProduct();
    const world = await product.open();
    await seedBoth(world);
    await world.jobsDone();
    const whole = await readAll(world);
    await world.close();
    mkdirSync(join(product.root, "backup/half/files"), { recursive: true });
    await expect(product.restore("backup/half")).rejects.toThrow();
    if (engine === "postgres") {
      mkdirSync(join(product.root, "bin"));
      writeFileSync(join(product.root, "bin/pg_dump"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
      await expect(product.backUp({ PATH: `${join(product.root, "bin")}:${process.env.PATH}` })).rejects.toThrow("is not complete");
    }
    const after = await product.open();
    expect(await readAll(after)).toEqual(whole);
    await after.close();
  });
});
