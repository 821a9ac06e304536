import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DataDirectoryInUse } from "@folda/pglite-server";
import { hash } from "@node-rs/argon2";
import { databaseWorker, migrationsFolder } from "../../api/config";
import { applyMigrations } from "../../api/db/migrate";
import { type Database, inTransaction, openDatabase } from "../../api/db/pool";
import { folders, memberships, teams } from "../../api/db/schema";
import { fillPersonas } from "../../api/demo/fill-personas";
import { createClient, createPerson } from "../../api/domain/people/people";
import { type Engine, freshPostgres, onServer, postgresUrl } from "./engines";

/** The password of all people. */
export const password = "Lokschuppen-7-Weichen";

/** The owner of the other workspace, `nachbar`. */
export const olga = { workspace: "nachbar", email: "olga@nachbar.example", team: "Nachbarschaft", folder: "Fremde Mappe" } as const;

/** A fresh database with the personas in it: a copy of a template that the first caller makes. */
export async function freshDatabase(engine: Engine, dataDir: string): Promise<{ databaseUrl?: string }> {
  if (engine === "embedded") {
    const template = await embeddedTemplate();
    mkdirSync(dataDir, { recursive: true });
    cpSync(template, join(dataDir, "database"), { recursive: true });
    return {};
  }
  return { databaseUrl: await freshPostgres(await postgresTemplate()) };
}

/** Other migrations, personas or fillers make another template. */
function fingerprint(): string {
  const fillers = ["demo/personas", "demo/fill-personas", "db/people/people", "domain/people/people", "domain/auth/passwords"];
  const sources = [import.meta.filename, ...fillers.map((name) => resolve(`api/${name}.ts`))];
  const migrations = [migrationsFolder, join(migrationsFolder, "../functions")].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".sql"))
      .sort()
      .map((name) => join(folder, name)),
  );
  const hash = createHash("sha256");
  for (const path of [...sources, ...migrations]) hash.update(readFileSync(path));
  return hash.digest("hex").slice(0, 12);
}

async function embeddedTemplate(): Promise<string> {
  const template = resolve(`.cache/tests/personas-${fingerprint()}`);
  while (!existsSync(template)) {
    const dataDir = `${template}.preparing`;
    try {
      const database = await openDatabase({ dataDir, workerPath: databaseWorker });
      await fill(database);
      await database.close();
      if (!existsSync(template)) renameSync(join(dataDir, "database"), template);
    } catch (error) {
      // Another test process is creating it.
      if (!(error instanceof DataDirectoryInUse)) throw error;
      await sleep(200);
    }
  }
  return template;
}

async function postgresTemplate(): Promise<string> {
  const name = `folda_cast_${fingerprint()}`;
  await onServer(async (client) => {
    await client.query("select pg_advisory_lock(hashtext('folda test template'))");
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (rowCount === 1) return;
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    const database = await openDatabase({ databaseUrl: postgresUrl(unfinished), dataDir: "", workerPath: "" });
    await fill(database);
    await database.close();
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

async function fill(database: Database): Promise<void> {
  await applyMigrations(database, migrationsFolder);
  const { rowCount } = await database.pool.query("select 1 from clients");
  if (rowCount !== 0) return;
  const passwordHash = await hash(password, { memoryCost: 64, timeCost: 1 });
  await inTransaction(database, async (transaction) => {
    await fillPersonas(transaction, passwordHash);
    const clientId = await createClient(transaction, { workspace: olga.workspace, name: "Nachbar" });
    const person = { email: olga.email, role: "owner", firstName: "Olga", lastName: "Fremd", locale: "de" } as const;
    const { userId } = await createPerson(transaction, { clientId, passwordHash, ...person });
    const [team] = await transaction.insert(teams).values({ clientId, name: olga.team, slug: "nachbarschaft" }).returning({ id: teams.id });
    if (!team) throw new Error("no team");
    await transaction.insert(memberships).values({ clientId, teamId: team.id, userId, role: "owner" });
    await transaction.insert(folders).values({ clientId, teamId: team.id, name: olga.folder });
  });
}
