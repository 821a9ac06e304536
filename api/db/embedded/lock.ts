import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join, relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

// Node has no flock(), so a live listening socket is the sign of life: the kernel refuses connections to it as soon as
// its process is gone, whatever ended it. Every candidate puts a socket of its own name into `<directory>.lock` and only
// then looks for others. Whoever looks last sees everybody, so two can never both find themselves alone, and nobody
// ever has to remove a name that another might be taking at that moment.

export type DirectoryLock = {
  /** Only this user may enter it, and it stays; names in it that begin with a dot are free for whoever holds the lock. */
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
    super(`The database in ${directory} is in use by process ${pid}. Stop it first, or use another DATA_DIR.`);
    this.name = "DataDirectoryInUse";
  }
}

/** The socket's path exceeds what the operating system accepts. */
export class SocketPathTooLong extends Error {
  readonly code = "socket_path_too_long";

  constructor(readonly path: string) {
    super(
      `The path ${path} is too long for a socket (${Buffer.byteLength(path)} bytes, ${LONGEST_SOCKET_PATH} are possible). ` +
        "Use a shorter DATA_DIR, or start the process closer to it.",
    );
    this.name = "SocketPathTooLong";
  }
}

/** In bytes, on the operating system that takes the fewest. */
export const LONGEST_SOCKET_PATH = 103;
const NO_ANSWER_AFTER_MS = 5_000;
const GIVE_UP_AFTER_MS = 30_000;

/**
 * Takes the exclusive right to a database directory until it is released or the process ends in any way.
 * Throws `DataDirectoryInUse` with the owner's pid, or `SocketPathTooLong`.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const sockets = `${resolve(directory)}.lock`;
  mkdirSync(sockets, { recursive: true });
  // Not with mkdir: a copied or restored directory is there already.
  chmodSync(sockets, 0o700);

  const giveUpAt = Date.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    const candidate = await standAsCandidate(sockets);
    try {
      if (await outlastsTheOthers(candidate, sockets, directory)) {
        candidate.holds = true;
        return { directory: sockets, release: () => withdraw(candidate) };
      }
    } catch (error) {
      withdraw(candidate);
      throw error;
    }
    withdraw(candidate);
    if (Date.now() > giveUpAt) throw new Error(`Could not decide who may open the database in ${directory}`);
    await sleep(20 + Math.random() * 60);
  }
}

type Candidate = { server: Server; name: string; path: string; holds: boolean };

async function standAsCandidate(sockets: string): Promise<Candidate> {
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
    throw new Error(`No socket can be made in ${sockets} (${cause.code}); DATA_DIR has to be on a local disk that allows them`, { cause });
  });
  candidate.server.unref();
  // Shown only once it answers: between bind and listen a socket looks like one whose process has died.
  renameSync(unfinished, candidate.path);
  return candidate;
}

async function outlastsTheOthers(own: Candidate, sockets: string, directory: string): Promise<boolean> {
  for (;;) {
    let someoneWaits = false;
    for (const name of readdirSync(sockets)) {
      if (name === own.name || name.startsWith(".")) continue;
      const state = await askCandidate(join(sockets, name));
      if (state === "gone") rmSync(join(sockets, name), { force: true });
      if (state === "holds") throw new DataDirectoryInUse(directory, Number.parseInt(name, 10));
      if (state === "waits") {
        if (name < own.name) return false;
        someoneWaits = true;
      }
    }
    if (!someoneWaits) return true;
    await sleep(5 + Math.random() * 10);
  }
}

async function askCandidate(path: string): Promise<"holds" | "waits" | "gone"> {
  for (let attempts = 1; ; attempts += 1) {
    const answer = await askOnce(path);
    if (answer !== "hung up") return answer;
    // Its process ended between accepting and answering, most likely because it was refused itself.
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
    // The kernel accepts connections for a process that hangs or is stopped: it still has the directory.
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

/** The path as the operating system takes it: from the working directory where that is shorter; throws `SocketPathTooLong`. */
export function reachableSocketPath(path: string): string {
  const absolute = resolve(path);
  const fromHere = relative(process.cwd(), absolute);
  const shortest = fromHere.length < absolute.length ? fromHere : absolute;
  if (Buffer.byteLength(shortest) > LONGEST_SOCKET_PATH) throw new SocketPathTooLong(absolute);
  return shortest;
}
