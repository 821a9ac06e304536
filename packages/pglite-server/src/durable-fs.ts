import { fsyncSync } from "node:fs";
import { type Extensions, PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/** Writes do not reach the disk: PGlite has changed in a way that this module does not know. */
export class EngineNotDurable extends Error {
  readonly code = "engine_not_durable";

  constructor(reason: string) {
    super(`The database would lose data at a power cut: ${reason}. Was @electric-sql/pglite updated?`);
    this.name = "EngineNotDurable";
  }
}

/**
 * Opens a PGlite directory such that committed transactions are on the disk; creates a cluster in an empty directory.
 * Throws `EngineNotDurable` if the engine does not call fsync, and an error with the last lines of its output if it does not start.
 */
export async function openDurably(directory: string, extensions: Extensions = {}): Promise<PGlite> {
  const files = new DurableNodeFS(directory);
  const lastLines: string[] = [];
  const options: PGliteOptions = {
    fs: files,
    extensions,
    startParams: [
      // `-F`, one of the defaults of PGlite, turns fsync off.
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
      "-c",
      // fdatasync, the default, is a no-op in PGlite's WebAssembly.
      "wal_sync_method=fsync",
      "-c",
      // Allocated at once. Repeated reads come from the file cache of the operating system.
      "shared_buffers=32MB",
    ],
    onStderr: (line) => {
      lastLines.push(line);
      if (lastLines.length > 20) lastLines.shift();
      return false;
    },
  };

  let engine: PGlite;
  try {
    engine = await PGlite.create(options);
  } catch (cause) {
    throw new Error(`The database in ${directory} does not open: ${lastLines.join(" ") || cause}`, { cause });
  }
  await assertCommitsAreSynced(engine, files);
  return engine;
}

type EmscriptenStream = { nfd?: number };
type NodeFileSystem = {
  stream_ops: { fsync?: (stream: EmscriptenStream) => number };
  tryFSOperation(operation: () => void): void;
};

/** PGlite's file system for Node, with the fsync that it omits. */
class DurableNodeFS extends NodeFS {
  syncs = 0;

  override async init(...parameters: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const prepared = await super.init(...parameters);
    prepared.emscriptenOpts.preRun?.unshift((engine) => {
      const nodeFiles = engine.NODEFS as unknown as NodeFileSystem;
      nodeFiles.stream_ops.fsync = ({ nfd }) => {
        if (nfd === undefined) return 0;
        // A failure becomes an errno, on which PostgreSQL stops instead of going on with lost writes.
        nodeFiles.tryFSOperation(() => fsyncSync(nfd));
        this.syncs += 1;
        return 0;
      };
    });
    return prepared;
  }
}

async function assertCommitsAreSynced(engine: PGlite, files: DurableNodeFS): Promise<void> {
  const { rows } = await engine.query<{ fsync: string; synchronous_commit: string; method: string }>(
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
            current_setting('wal_sync_method') AS method`,
  );
  const settings = rows[0];
  if (settings?.fsync !== "on" || settings.synchronous_commit !== "on" || settings.method !== "fsync") {
    throw new EngineNotDurable(`it runs with ${JSON.stringify(settings)}`);
  }

  const before = files.syncs;
  // The smallest transaction that has to be flushed and changes nothing.
  await engine.query("SELECT pg_logical_emit_message(true, 'pglite-server', 'fsync check')");
  if (files.syncs === before) throw new EngineNotDurable("a commit did not call fsync");
}
