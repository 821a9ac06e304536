import { closeSync, cpSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

// A "cluster" is PostgreSQL's word for the directory that it keeps its databases in.

export const EMBEDDED_MAJOR = "18";

/** The directory was written by another major version of PostgreSQL, which this one cannot read. */
export class DataDirectoryOfOtherVersion extends Error {
  readonly code = "data_directory_of_other_version";

  constructor(
    readonly directory: string,
    readonly found: string,
  ) {
    super(
      `The database in ${directory} was written by PostgreSQL ${found}, and this version of the program reads only ${EMBEDDED_MAJOR}. ` +
        "Start the version that wrote it, dump its data, and load them here.",
    );
    this.name = "DataDirectoryOfOtherVersion";
  }
}

/** The directory holds files, but no database. */
export class NotADataDirectory extends Error {
  readonly code = "not_a_data_directory";

  constructor(readonly directory: string) {
    super(`${directory} is not empty and holds no database (no PG_VERSION in it). Move its files away, or use another DATA_DIR.`);
    this.name = "NotADataDirectory";
  }
}

/** Whether the directory holds a cluster that can be opened; throws `DataDirectoryOfOtherVersion` or `NotADataDirectory`. */
export function holdsCluster(directory: string): boolean {
  const versionFile = join(directory, "PG_VERSION");
  if (existsSync(versionFile)) {
    const found = readFileSync(versionFile, "utf8").trim();
    if (found !== EMBEDDED_MAJOR) throw new DataDirectoryOfOtherVersion(directory, found);
    return true;
  }
  if (existsSync(directory) && readdirSync(directory).length > 0) throw new NotADataDirectory(directory);
  return false;
}

/** Makes a new cluster as a copy of one that is closed; meant for tests, so it does not wait for the disk. */
export async function copyCluster(template: string, directory: string): Promise<void> {
  if (!holdsCluster(template)) throw new NotADataDirectory(template);
  await buildAside(directory, async (aside) => cpSync(template, aside, { recursive: true }));
}

/** Builds beside the directory and renames, so that a start that was cut off leaves nothing half made under its name. */
export async function buildAside(directory: string, fill: (aside: string) => Promise<void>): Promise<void> {
  const aside = `${resolve(directory)}.unfinished`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  await fill(aside);
  rmSync(directory, { recursive: true, force: true });
  renameSync(aside, directory);
  sync(dirname(resolve(directory)));
}

/** Puts every file and name below the path on the disk. */
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
