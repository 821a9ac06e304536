import { closeSync, cpSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

// A cluster is a PostgreSQL data directory.

export const POSTGRES_MAJOR = "18";

/** The directory was written by another major version of PostgreSQL. */
export class DataDirectoryOfOtherVersion extends Error {
  readonly code = "data_directory_of_other_version";

  constructor(
    readonly directory: string,
    readonly found: string,
  ) {
    super(
      `The database in ${directory} was written by PostgreSQL ${found}, and this version of the program reads only ${POSTGRES_MAJOR}. ` +
        "Start the version that wrote it, dump its data, and load them here.",
    );
    this.name = "DataDirectoryOfOtherVersion";
  }
}

/** The directory holds files, but no database. */
export class NotADataDirectory extends Error {
  readonly code = "not_a_data_directory";

  constructor(readonly directory: string) {
    super(`${directory} is not empty and holds no database (no PG_VERSION in it). Move its files away, or use another directory.`);
    this.name = "NotADataDirectory";
  }
}

/** Whether the directory holds a cluster that can be opened; throws `DataDirectoryOfOtherVersion` or `NotADataDirectory`. */
export function holdsCluster(directory: string): boolean {
  const versionFile = join(directory, "PG_VERSION");
  if (existsSync(versionFile)) {
    const found = readFileSync(versionFile, "utf8").trim();
    if (found !== POSTGRES_MAJOR) throw new DataDirectoryOfOtherVersion(directory, found);
    return true;
  }
  if (existsSync(directory) && readdirSync(directory).length > 0) throw new NotADataDirectory(directory);
  return false;
}

/** Copies a closed cluster. For tests: does not wait for the disk. */
export async function copyCluster(template: string, directory: string): Promise<void> {
  if (!holdsCluster(template)) throw new NotADataDirectory(template);
  await buildAndRename(directory, async (unfinished) => cpSync(template, unfinished, { recursive: true }));
}

/** Builds in `<directory>.unfinished` and renames, so that an interrupted start leaves no incomplete cluster. */
export async function buildAndRename(directory: string, fill: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = `${resolve(directory)}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  await fill(unfinished);
  rmSync(directory, { recursive: true, force: true });
  renameSync(unfinished, directory);
  sync(dirname(resolve(directory)));
}

/** Flushes every file and directory below the path to disk. */
export function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) syncTree(inside);
    else if (entry.isFile()) sync(inside);
  }
  sync(path);
}

function sync(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
