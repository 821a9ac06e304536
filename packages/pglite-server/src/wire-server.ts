import { createServer, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";
import {
  BackendMessages,
  closeStatementMessage,
  endsBatch,
  FrontendMessages,
  fatalMessage,
  frontend,
  MalformedMessage,
  queryMessage,
  startup,
  startupMessage,
  syncMessage,
  withOwnNames,
  withoutCopyFromClient,
} from "./frames";

// Many connections share one engine with one session. The messages of a client up to the next point at which the backend responds are a batch
// and run together. A connection that is inside a transaction afterwards owns the engine until the backend is idle again.

export type WireServer = {
  /** Runs one statement while no connection is in a transaction. */
  run<Row>(sql: string): Promise<Row[]>;
  isIdle(): boolean;
  close(): Promise<void>;
};

export type WireServerOptions = {
  socketPath: string;
  /** A transaction that is idle for longer is rolled back, and its connection closed. */
  idleTransactionMs: number;
  /** Called before and after everything that blocks this thread. */
  onBusy(busy: boolean): void;
  /** The engine has failed, and the server has stopped. */
  onFailure(error: Error): void;
};

type Connection = {
  socket: Socket;
  incoming: FrontendMessages;
  batch: Buffer[];
  namePrefix: string;
  statements: Set<string>;
  started: boolean;
  leaving: boolean;
  gone: boolean;
  idleTransaction: NodeJS.Timeout | undefined;
};

type Job = { connection: Connection | undefined; run(): Promise<void> };

const LONGEST_MESSAGE = 512 * 1024 * 1024;

/** Serves the PostgreSQL protocol on a local socket from one PGlite engine, which must not be used otherwise. */
export async function serveWire(engine: PGlite, options: WireServerOptions): Promise<WireServer> {
  // The greeting is the same for every connection. Cached, so that clients can connect while the engine is busy.
  const greeting = Buffer.from(await engine.execProtocolRaw(startupMessage("postgres", "postgres")));

  const connections = new Set<Connection>();
  const jobs: Job[] = [];
  let owner: Connection | undefined;
  let working = false;
  let failed = false;
  let connectionsMade = 0;

  const server = createServer((socket) => {
    connectionsMade += 1;
    const connection: Connection = {
      socket,
      incoming: new FrontendMessages(LONGEST_MESSAGE),
      batch: [],
      namePrefix: `c${connectionsMade}_`,
      statements: new Set(),
      started: false,
      leaving: false,
      gone: false,
      idleTransaction: undefined,
    };
    connections.add(connection);
    socket.on("data", (piece) => receive(connection, piece));
    socket.on("error", () => {});
    socket.on("close", () => forget(connection));
  });

  function receive(connection: Connection, piece: Buffer): void {
    connection.incoming.add(piece);
    try {
      if (!connection.started && !greet(connection)) return;
      for (let message = connection.incoming.take(); message; message = connection.incoming.take()) {
        if (connection.leaving) return;
        if (message[0] === frontend.terminate) leave(connection);
        else collect(connection, message);
      }
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      connection.socket.end(fatalMessage("08P01", `Protocol violation: ${error.message}`));
    }
  }

  function greet(connection: Connection): boolean {
    for (let message = connection.incoming.takeUntyped(); message; message = connection.incoming.takeUntyped()) {
      const code = message.readInt32BE(4);
      if (code === startup.ssl || code === startup.gssEncryption) {
        connection.socket.write("N");
        continue;
      }
      if (code === startup.cancel) {
        // A statement blocks this thread, so the request is only read after it has ended.
        connection.socket.end();
        return false;
      }
      connection.started = true;
      connection.socket.write(greeting);
      return true;
    }
    return false;
  }

  function collect(connection: Connection, message: Buffer): void {
    const renamed = withOwnNames(message, connection.namePrefix, (name) => connection.statements.add(name));
    connection.batch.push(withoutCopyFromClient(renamed));
    if (!endsBatch(message)) return;
    const batch = Buffer.concat(connection.batch);
    const expectsReady = message[0] === frontend.sync || message[0] === frontend.query;
    connection.batch = [];
    enqueue({ connection, run: () => answer(connection, batch, expectsReady) });
  }

  function leave(connection: Connection): void {
    connection.leaving = true;
    enqueue({
      connection,
      run: async () => {
        connection.socket.end();
      },
    });
  }

  function forget(connection: Connection): void {
    connection.gone = true;
    connections.delete(connection);
    clearTimeout(connection.idleTransaction);
    const others = jobs.filter((job) => job.connection !== connection);
    jobs.splice(0, jobs.length, ...others);
    if (owner === connection || connection.statements.size > 0) {
      enqueue({ connection, run: () => cleanUpAfter(connection) });
    }
  }

  function enqueue(job: Job): void {
    jobs.push(job);
    void work();
  }

  function nextJob(): Job | undefined {
    if (owner === undefined) return jobs.shift();
    const index = jobs.findIndex((job) => job.connection === owner);
    return index < 0 ? undefined : jobs.splice(index, 1)[0];
  }

  async function work(): Promise<void> {
    if (working || failed) return;
    working = true;
    try {
      for (let job = nextJob(); job; job = nextJob()) {
        await job.run();
        // Sockets are only read and written between two jobs, because the engine blocks this thread.
        await nextTurn();
      }
    } catch (error) {
      failed = true;
      for (const connection of connections) connection.socket.destroy();
      server.close();
      options.onFailure(error instanceof Error ? error : new Error(String(error)));
    } finally {
      working = false;
    }
  }

  async function answer(connection: Connection, batch: Buffer, expectsReady: boolean): Promise<void> {
    clearTimeout(connection.idleTransaction);
    connection.socket.cork();
    const status = await execute(batch, (piece) => connection.socket.write(piece));
    connection.socket.uncork();

    if (status === undefined && expectsReady) throw new Error("The database did not respond");
    if (status === "I") {
      owner = undefined;
      return;
    }
    owner = connection;
    // The connection was closed before it became the owner.
    if (connection.gone) await cleanUpAfter(connection);
    else connection.idleTransaction = setTimeout(() => endSilentTransaction(connection), options.idleTransactionMs);
  }

  async function execute(batch: Buffer, onPiece: (piece: Buffer) => void): Promise<string | undefined> {
    const sent = new BackendMessages();
    options.onBusy(true);
    try {
      await engine.execProtocolRawStream(batch, {
        onRawData: (piece) => {
          sent.add(piece);
          // Copied: the engine reuses this memory for the next piece.
          onPiece(Buffer.from(piece));
        },
      });
    } finally {
      options.onBusy(false);
    }
    return sent.readyStatus;
  }

  function endSilentTransaction(connection: Connection): void {
    const notice = fatalMessage("25P03", "terminating connection due to idle-in-transaction timeout");
    connection.socket.end(notice, () => connection.socket.destroy());
  }

  async function cleanUpAfter(connection: Connection): Promise<void> {
    const ignore = () => {};
    if (owner === connection) {
      // Twice: after an error in a batch without Sync, the backend skips everything up to the next Sync, including the first ROLLBACK.
      const rollback = Buffer.concat([queryMessage("ROLLBACK"), syncMessage(), queryMessage("ROLLBACK")]);
      const status = await execute(rollback, ignore);
      if (status !== "I") throw new Error("The database did not roll back a transaction");
      owner = undefined;
    }
    if (connection.statements.size > 0) {
      const close = [...connection.statements].map(closeStatementMessage);
      connection.statements.clear();
      await execute(Buffer.concat([...close, syncMessage()]), ignore);
    }
  }

  function run<Row>(sql: string): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      enqueue({
        connection: undefined,
        run: async () => {
          options.onBusy(true);
          try {
            resolve((await engine.query<Row>(sql)).rows);
          } catch (error) {
            reject(error);
          } finally {
            options.onBusy(false);
          }
        },
      });
    });
  }

  async function close(): Promise<void> {
    server.close();
    for (const connection of connections) connection.socket.destroy();
    while (!failed && (connections.size > 0 || working || jobs.length > 0)) await nextTurn();
  }

  await new Promise<void>((listening, refused) => {
    server.once("error", refused);
    server.listen(options.socketPath, listening);
  });

  return { run, isIdle: () => jobs.length === 0 && owner === undefined, close };
}
