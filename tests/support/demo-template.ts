import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DataDirectoryInUse } from "@folda/pglite-server";
import { readConfig } from "../../api/config";
import { openDemo } from "../../api/demo/open-demo";
import { DrawingBusy } from "../../api/files/drawing";
import { createLog } from "../../api/log";
import { openServices } from "../../api/open-services";
import { projectRoot } from "../../scripts/project-root.js";
import { type Engine, engine, freshPostgres, onServer, postgresUrl } from "./engines";
import { demoPassword } from "./serve-for-tests.js";

const cache = resolve(".cache/tests");

/** The filled demo workspace, to be copied: a data directory, and a database on the server unless it is embedded. The first caller of the day makes it. */
async function demoTemplate(engine: Engine): Promise<{ directory: string; database?: string }> {
  const name = `folda_demo_${engine}_${today()}_${fingerprint()}`;
  const directory = join(cache, name);
  if (engine === "postgres") await fillPostgres(name, directory);
  else await fillEmbedded(directory);
  return engine === "postgres" ? { directory, database: name } : { directory };
}

/** A copy of the demo workspace. */
export async function freshDemo(engine: Engine, dataDir: string): Promise<{ databaseUrl?: string }> {
  const { directory, database } = await demoTemplate(engine);
  cpSync(directory, dataDir, { recursive: true });
  return database ? { databaseUrl: await freshPostgres(database) } : {};
}

/** Dates in the demo are relative to the day on which it was filled. */
const today = () => daysAgo(0);

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "");

/** Before yesterday: a run that began before midnight still copies yesterday's. */
const isOld = (name: string) => /^folda_demo_[a-z]+_\d{8}_/.test(name) && (name.split("_")[3] ?? "") < daysAgo(1);

/** With the checkout's path: each checkout fills its own database, which belongs to files in its cache. */
function fingerprint(): string {
  const hash = createHash("sha256")
    .update(projectRoot)
    .update(readFileSync(import.meta.filename));
  for (const file of readdirSync("api", { recursive: true, encoding: "utf8" }).sort())
    if (/\.(ts|sql|svg)$/.test(file) && !file.endsWith(".test.ts")) hash.update(file).update(readFileSync(join("api", file)));
  return hash.digest("hex").slice(0, 12);
}

async function fillEmbedded(template: string): Promise<void> {
  while (!existsSync(template)) {
    const preparing = `${template}.preparing`;
    try {
      await fill(preparing);
      if (!existsSync(template)) renameSync(preparing, template);
      removeOldDirectories();
    } catch (error) {
      // Another test process is creating it.
      if (!(error instanceof DataDirectoryInUse)) throw error;
      await sleep(200);
    }
  }
}

async function fillPostgres(name: string, template: string): Promise<void> {
  await onServer(async (client) => {
    await client.query("select pg_advisory_lock(hashtext('folda demo template'))");
    const { rows } = await client.query("select datname as name from pg_database where datname like 'folda\\_demo\\_%'");
    const names: string[] = rows.map((row) => row.name);
    if (names.includes(name) && existsSync(template)) return;
    for (const old of names.filter((one) => isOld(one) || one.startsWith(name)))
      await client.query(`drop database if exists ${old} with (force)`);
    removeOldDirectories();
    rmSync(template, { recursive: true, force: true });
    mkdirSync(template, { recursive: true });
    const unfinished = `${name}_unfinished`;
    await client.query(`create database ${unfinished}`);
    await fill(template, postgresUrl(unfinished));
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
}

async function fill(dataDir: string, databaseUrl?: string): Promise<void> {
  const secrets = { DEMO_PASSWORD: demoPassword, SESSION_SECRET: "for tests only, and long enough to be one" };
  const config = readConfig({ DATA_DIR: dataDir, ...secrets, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) });
  const { services, close } = await openServices(config, createLog("silent"));
  const open = (): Promise<void> =>
    openDemo(services, () => {}).catch((error) => {
      // Its pictures waited for too long to be drawn, on a slow machine.
      if (error instanceof DrawingBusy) return open();
      throw error;
    });
  await open();
  await close();
}

function removeOldDirectories(): void {
  for (const name of existsSync(cache) ? readdirSync(cache) : [])
    if (isOld(name)) rmSync(join(cache, name), { recursive: true, force: true });
}

// Playwright cannot load the API's modules, so its global setup runs this file.
if (process.argv[1] === import.meta.filename) {
  const template = await demoTemplate(engine);
  process.stdout.write(JSON.stringify(template));
}
