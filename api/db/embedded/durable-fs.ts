import { fsyncSync } from "node:fs";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/** Writes do not reach the disk: the engine was not changed as this file expects. */
export class EngineNotDurable extends Error {
  readonly code = "engine_not_durable";

  constructor(reason: string) {
    super(`The embedded database would lose data at a power cut: ${reason}. Was @electric-sql/pglite updated?`);
    this.name = "EngineNotDurable";
  }
}

/**
 * Opens a PGlite directory so that a committed transaction is on the disk, creating the directory when it is empty.
 * Throws `EngineNotDurable` when the engine does not ask for fsync, and with the engine's last words when it does not start.
 */
export async function openDurably(directory: string): Promise<PGlite> {
  const files = new DurableNodeFS(directory);
  const lastWords: string[] = [];
  const options: PGliteOptions = {
    fs: files,
    extensions: { pg_trgm, unaccent, btree_gin },
    startParams: [
      // `-F` turns fsync off; PGlite has it among its defaults.
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
      "-c",
      // The usual fdatasync is an empty function in PGlite's WebAssembly.
      "wal_sync_method=fsync",
      "-c",
      // All of it is taken at once. What is read again comes from the system's cache of files.
      "shared_buffers=32MB",
    ],
    onStderr: (line) => {
      lastWords.push(line);
      if (lastWords.length > 20) lastWords.shift();
      return false;
    },
  };

  let engine: PGlite;
  try {
    engine = await PGlite.create(options);
  } catch (cause) {
    throw new Error(`The embedded database in ${directory} does not open: ${lastWords.join(" ") || cause}`, { cause });
  }
  await assertCommitsAreSynced(engine, files);
  return engine;
}

type EmscriptenStream = { nfd?: number };
type NodeFileSystem = {
  stream_ops: { fsync?: (stream: EmscriptenStream) => number };
  tryFSOperation(operation: () => void): void;
};

/** PGlite's file system on Node's, with the fsync that it leaves out. */
class DurableNodeFS extends NodeFS {
  syncs = 0;

  override async init(...parameters: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const prepared = await super.init(...parameters);
    prepared.emscriptenOpts.preRun?.unshift((engine) => {
      const nodeFiles = engine.NODEFS as unknown as NodeFileSystem;
      nodeFiles.stream_ops.fsync = ({ nfd }) => {
        if (nfd === undefined) return 0;
        // Turns a failure into the errno that makes PostgreSQL stop instead of going on with lost writes.
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
  // The smallest transaction that has to be flushed and leaves nothing behind.
  await engine.query("SELECT pg_logical_emit_message(true, 'folda', 'does a commit reach the disk?')");
  if (files.syncs === before) throw new EngineNotDurable("a commit did not call fsync");
}
