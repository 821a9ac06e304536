import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join, relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

// Node has no flock(), so a listening socket shows that the owner is alive: the kernel refuses connections to it as soon as the process has
// ended, however it ended. Every candidate first puts a socket with a unique name into `<directory>.lock` and then looks for others. The last
// one to look sees all others, so two candidates can never both find themselves alone, and no candidate has to remove a name that another
// one may be taking at that moment.

export type DirectoryLock = {
  /** Accessible to this user only, and kept after the release. Names that begin with a dot are free for the owner of the lock. */
  directory: string;
  release(): void;
};

/** Another process, or this one, has the database directory open. */
export class DataDirectoryInUse extends Error {
  readonly code = "data_directory_in_use";

  constructor(
    readonly directory: string,
    readonly pid: number,
  ) {
    super(`The database in ${directory} is in use by process ${pid}. Stop it first, or use another directory.`);
    this.name = "DataDirectoryInUse";
  }
}

/** The socket's path is too long for the operating system. */
export class SocketPathTooLong extends Error {
  readonly code = "socket_path_too_long";

  constructor(readonly path: string) {
    super(
      `The path ${path} is too long for a socket (${Buffer.byteLength(path)} bytes, ${LONGEST_SOCKET_PATH} are possible). ` +
        "Use a shorter path, or start the process in a directory closer to it.",
    );
    this.name = "SocketPathTooLong";
  }
}

/** In bytes, on the operating system with the lowest limit. */
export const LONGEST_SOCKET_PATH = 103;
const NO_ANSWER_AFTER_MS = 5_000;
const GIVE_UP_AFTER_MS = 30_000;

/**
 * Locks a directory, which need not exist, until the lock is released or the process ends.
 * Throws `DataDirectoryInUse` with the pid of the owner, or `SocketPathTooLong`.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const sockets = `${resolve(directory)}.lock`;
  mkdirSync(sockets, { recursive: true });
  // Not by mkdir: a copied or restored directory already exists.
  chmodSync(sockets, 0o700);

  const giveUpAt = Date.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    const candidate = await becomeCandidate(sockets);
    try {
      if (await winsOverOthers(candidate, sockets, directory)) {
        candidate.holds = true;
        return { directory: sockets, release: () => withdraw(candidate) };
      }
    } catch (error) {
      withdraw(candidate);
      throw error;
    }
    withdraw(candidate);
    if (Date.now() > giveUpAt) throw new Error(`Timed out waiting for the lock of the database in ${directory}`);
    await sleep(20 + Math.random() * 60);
  }
}

type Candidate = { server: Server; name: string; path: string; holds: boolean };

async function becomeCandidate(sockets: string): Promise<Candidate> {
  const name = `${process.pid}-${randomBytes(3).toString("hex")}`;
  const candidate: Candidate = {
    server: createServer((connection) => {
      connection.on("error", () => {});
      connection.end(candidate.holds ? "holds" : "waits");
    }),
    name,
    path: join(sockets, name),
    holds: false,
  };

  const unfinished = join(sockets, `.${name}`);
  const path = reachableSocketPath(unfinished);
  await listen(candidate.server, path).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`No socket can be made in ${sockets} (${cause.code}); the directory has to be on a local disk that allows them`, {
      cause,
    });
  });
  candidate.server.unref();
  // Renamed once it listens: between bind and listen a socket looks like one of a dead process.
  renameSync(unfinished, candidate.path);
  return candidate;
}

async function winsOverOthers(own: Candidate, sockets: string, directory: string): Promise<boolean> {
  for (;;) {
    let anotherWaits = false;
    for (const name of readdirSync(sockets)) {
      if (name === own.name || name.startsWith(".")) continue;
      const state = await askCandidate(join(sockets, name));
      if (state === "gone") rmSync(join(sockets, name), { force: true });
      if (state === "holds") throw new DataDirectoryInUse(directory, Number.parseInt(name, 10));
      if (state === "waits") {
        if (name < own.name) return false;
        anotherWaits = true;
      }
    }
    if (!anotherWaits) return true;
    await sleep(5 + Math.random() * 10);
  }
}

async function askCandidate(path: string): Promise<"holds" | "waits" | "gone"> {
  for (let attempts = 1; ; attempts += 1) {
    const answer = await askOnce(path);
    if (answer !== "hung up") return answer;
    // Its process ended between accepting and answering, probably because it lost against another one.
    if (attempts === 5) return "holds";
    await sleep(10 * attempts);
  }
}

function askOnce(path: string): Promise<"holds" | "waits" | "gone" | "hung up"> {
  return new Promise((answer) => {
    let text = "";
    const connection = connect(reachableSocketPath(path));
    connection.setEncoding("utf8");
    connection.on("data", (part: string) => {
      text += part;
    });
    connection.on("end", () => answer(text === "holds" || text === "waits" ? text : "hung up"));
    connection.on("error", (error: NodeJS.ErrnoException) => {
      const nobodyListens = error.code === "ECONNREFUSED" || error.code === "ENOENT";
      const hungUp = error.code === "ECONNRESET" || error.code === "EPIPE";
      answer(nobodyListens ? "gone" : hungUp ? "hung up" : "holds");
    });
    // The kernel accepts connections for a hanging or stopped process, which still owns the directory.
    connection.setTimeout(NO_ANSWER_AFTER_MS, () => {
      connection.destroy();
      answer("holds");
    });
  });
}

function withdraw(candidate: Candidate): void {
  rmSync(candidate.path, { force: true });
  candidate.server.close();
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((listening, failed) => {
    server.once("error", failed);
    server.listen(path, () => {
      server.off("error", failed);
      listening();
    });
  });
}

/** The shorter one of the absolute path and the path relative to the working directory; throws `SocketPathTooLong`. */
export function reachableSocketPath(path: string): string {
  const absolute = resolve(path);
  const fromHere = relative(process.cwd(), absolute);
  const shortest = fromHere.length < absolute.length ? fromHere : absolute;
  if (Buffer.byteLength(shortest) > LONGEST_SOCKET_PATH) throw new SocketPathTooLong(absolute);
  return shortest;
}
