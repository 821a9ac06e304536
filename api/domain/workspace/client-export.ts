import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, open, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { inTransaction } from "../../db/pool";
import { readClientData, type TableRows } from "../../db/workspace/client-data";
import type { Services } from "../../services";
import { record } from "./audit";
import type { OperatedClient } from "./operator";

/** The target directory of an export is not empty. */
class DirectoryNotEmpty extends Error {
  readonly code = "directory_not_empty";

  constructor(readonly directory: string) {
    super(`${directory} exists and is not empty. Choose a directory that does not exist yet.`);
    this.name = "DirectoryNotEmpty";
  }
}

export interface ClientExport {
  format: "folda-client-export";
  version: 1;
  workspace: string;
  name: string;
  exported_at: string;
  /** Rows by table. */
  tables: Record<string, number>;
  files: { count: number; bytes: number /** Referenced by a row, but not in the store. */; missing: string[] };
}

/**
 * Exports a workspace to a directory: a consistent snapshot with one file of JSON lines per table, and the files that it refers to (the format is in
 * docs/operations.md). The manifest is written last: an export without it is incomplete. Throws `DirectoryNotEmpty`.
 */
export async function exportClient(services: Services, client: OperatedClient, directory: string): Promise<ClientExport> {
  await makeDirectory(directory);
  await inTransaction(services.database, (tx) => record(tx, { clientId: client.id, by: "operator" }, { kind: "clientExported" }));
  const exportedAt = new Date().toISOString();
  const tables: Record<string, number> = {};
  const files = await readClientData(services.database, client.id, {
    read: async ({ table, rows }) => {
      tables[table] = await writeRows(fileOf(directory, table), rows);
    },
    after: () => copyFiles(services, directory),
  });
  const { workspace, name } = client;
  const manifest: ClientExport = { format: "folda-client-export", version: 1, workspace, name, exported_at: exportedAt, tables, files };
  const unfinished = join(directory, ".manifest.json");
  await writeFile(unfinished, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, join(directory, "manifest.json"));
  return manifest;
}

async function makeDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if ((await readdir(directory)).length > 0) throw new DirectoryNotEmpty(directory);
  for (const part of ["data", "files"]) await mkdir(join(directory, part), { mode: 0o700 });
}

const fileOf = (directory: string, table: string) => join(directory, "data", `${table}.ndjson`);

async function writeRows(path: string, rows: TableRows["rows"]): Promise<number> {
  const file = await open(path, "wx", 0o600);
  let count = 0;
  try {
    for await (const batch of rows) {
      await file.write(`${batch.join("\n")}\n`);
      count += batch.length;
    }
  } finally {
    await file.close();
  }
  return count;
}

/** Copies the files that the exported rows refer to, each once. */
async function copyFiles({ files }: Services, directory: string): Promise<ClientExport["files"]> {
  const done = { count: 0, bytes: 0 };
  const missing = new Set<string>();
  for await (const key of namedKeys(directory)) {
    const path = join(directory, "files", key);
    if (existsSync(path) || missing.has(key)) continue;
    const file = await files.open(key);
    if (!file) {
      missing.add(key);
      continue;
    }
    await pipeline(Readable.fromWeb(file.stream), createWriteStream(path, { mode: 0o600, flags: "wx" }));
    done.count += 1;
    done.bytes += file.size;
  }
  return { ...done, missing: [...missing] };
}

async function* namedKeys(directory: string): AsyncIterable<string> {
  for (const table of ["attachments", "mailing_pictures", "clients"]) {
    for await (const line of createInterface({ input: createReadStream(fileOf(directory, table)) })) {
      const row: { storage_key?: string; logo_key?: string | null } = JSON.parse(line);
      if (row.storage_key) yield row.storage_key;
      // The PNG for mails, and the drawing.
      if (row.logo_key) yield* [row.logo_key, `${row.logo_key}.svg`];
    }
  }
}
