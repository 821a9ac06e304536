import { dropDatabases, hasPostgres } from "./engines";

// Each project loads this module again.
const run = globalThis as { foldaProjects?: number };

/** Vitest's global setup: the last project to end drops the databases of all. */
export default function setUp(): () => Promise<void> {
  run.foldaProjects = (run.foldaProjects ?? 0) + 1;
  return async () => {
    run.foldaProjects = (run.foldaProjects ?? 0) - 1;
    if (run.foldaProjects === 0 && hasPostgres) await dropDatabases();
  };
}
