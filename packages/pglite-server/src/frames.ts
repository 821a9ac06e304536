// Messages of the PostgreSQL protocol: one byte of type, four bytes of length (including themselves), then the content. The first message of a
// client has no type. https://www.postgresql.org/docs/current/protocol-message-formats.html

export const frontend = {
  bind: 0x42,
  close: 0x43,
  copyDone: 0x63,
  copyFail: 0x66,
  describe: 0x44,
  execute: 0x45,
  flush: 0x48,
  functionCall: 0x46,
  parse: 0x50,
  query: 0x51,
  sync: 0x53,
  terminate: 0x58,
} as const;

const STATEMENT = 0x53;
const ERROR_RESPONSE = 0x45;
const READY_FOR_QUERY = 0x5a;
const HEADER_BYTES = 5;

export class MalformedMessage extends Error {}

// Code, not type, of the untyped messages.
export const startup = { version3: 196_608, cancel: 80_877_102, ssl: 80_877_103, gssEncryption: 80_877_104 } as const;

/** Splits the byte stream of a client into messages. Each byte of a large message is copied once, however many pieces it arrives in. */
export class FrontendMessages {
  #pieces: Buffer[] = [];
  #available = 0;

  constructor(readonly longest: number) {}

  add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#available += piece.length;
  }

  /** The next message without type (startup, SSL request, cancel request), or undefined while it is incomplete. */
  takeUntyped(): Buffer | undefined {
    if (this.#available < 8) return undefined;
    return this.#take(this.#length(0, 8));
  }

  /** The next message with its type and length, or undefined while it is incomplete. */
  take(): Buffer | undefined {
    if (this.#available < HEADER_BYTES) return undefined;
    return this.#take(1 + this.#length(1, 4));
  }

  #length(offset: number, shortest: number): number {
    const length = this.#joinedFirst(offset + 4).readInt32BE(offset);
    if (length < shortest || length > this.longest) throw new MalformedMessage(`a message of ${length} bytes`);
    return length;
  }

  #take(length: number): Buffer | undefined {
    if (this.#available < length) return undefined;
    const first = this.#joinedFirst(length);
    const message = first.subarray(0, length);
    if (first.length === length) this.#pieces.shift();
    else this.#pieces[0] = first.subarray(length);
    this.#available -= length;
    return message;
  }

  #joinedFirst(length: number): Buffer {
    let first = this.#pieces[0] ?? Buffer.alloc(0);
    if (first.length < length) {
      first = Buffer.concat(this.#pieces);
      this.#pieces = [first];
    }
    return first;
  }
}

/** Tracks the output of the backend, in pieces of any size, and whether its last whole message was ReadyForQuery. */
export class BackendMessages {
  #header = Buffer.alloc(HEADER_BYTES);
  #headerBytes = 0;
  #contentLeft = 0;
  #lastByte = 0;
  #readyStatus: string | undefined;

  add(piece: Uint8Array): void {
    let at = 0;
    while (at < piece.length) {
      if (this.#headerBytes < HEADER_BYTES) {
        this.#header[this.#headerBytes] = piece[at] ?? 0;
        this.#headerBytes += 1;
        at += 1;
        if (this.#headerBytes === HEADER_BYTES) this.#contentLeft = this.#header.readInt32BE(1) - 4;
      } else {
        const taken = Math.min(this.#contentLeft, piece.length - at);
        at += taken;
        this.#contentLeft -= taken;
        this.#lastByte = piece[at - 1] ?? 0;
      }
      if (this.#headerBytes === HEADER_BYTES && this.#contentLeft === 0) this.#finishMessage();
    }
  }

  /** "I" idle, "T" in a transaction, "E" in a failed one; undefined if the last message was not ReadyForQuery. */
  get readyStatus(): string | undefined {
    return this.#headerBytes === 0 ? this.#readyStatus : undefined;
  }

  #finishMessage(): void {
    this.#readyStatus = this.#header[0] === READY_FOR_QUERY ? String.fromCharCode(this.#lastByte) : undefined;
    this.#headerBytes = 0;
  }
}

/** Whether the backend responds to this message, so that the batch has to run. */
export function endsBatch(message: Buffer): boolean {
  const type = message[0];
  return (
    type === frontend.sync ||
    type === frontend.query ||
    type === frontend.flush ||
    type === frontend.functionCall ||
    type === frontend.copyDone ||
    type === frontend.copyFail
  );
}

/**
 * Prefixes the names of the statement and portal of a message, because all connections share one session. `onStatement` is called with the new
 * name of every statement that is prepared.
 */
export function withOwnNames(message: Buffer, prefix: string, onStatement: (name: string) => void): Buffer {
  switch (message[0]) {
    case frontend.parse: {
      const renamed = prefixed(message, HEADER_BYTES, prefix);
      if (renamed !== message) onStatement(textAt(renamed, HEADER_BYTES));
      return renamed;
    }
    case frontend.bind: {
      const portalRenamed = prefixed(message, HEADER_BYTES, prefix);
      return prefixed(portalRenamed, portalRenamed.indexOf(0, HEADER_BYTES) + 1, prefix);
    }
    case frontend.describe:
    case frontend.close:
      return prefixed(message, HEADER_BYTES + 1, prefix);
    case frontend.execute:
      return prefixed(message, HEADER_BYTES, prefix);
    default:
      return message;
  }
}

function prefixed(message: Buffer, at: number, prefix: string): Buffer {
  const unnamed = message[at] === 0;
  if (unnamed) return message;
  const renamed = Buffer.concat([message.subarray(0, at), Buffer.from(prefix), message.subarray(at)]);
  renamed.writeInt32BE(renamed.length - 1, 1);
  return renamed;
}

function textAt(message: Buffer, at: number): string {
  return message.toString("utf8", at, message.indexOf(0, at));
}

const COPY_FROM_STDIN = /\bcopy\b[^;]*\bfrom\s+stdin\b/i;
const REFUSAL = "DO $$ BEGIN RAISE feature_not_supported USING MESSAGE = 'COPY FROM STDIN does not work on the embedded database'; END $$";

/** Replaces COPY FROM STDIN, at which the engine exits, by a statement that fails; returns other messages unchanged. */
export function withoutCopyFromClient(message: Buffer): Buffer {
  if (message[0] !== frontend.query && message[0] !== frontend.parse) return message;
  if (!COPY_FROM_STDIN.test(message.toString("latin1", HEADER_BYTES))) return message;
  if (message[0] === frontend.query) return queryMessage(REFUSAL);
  const name = message.subarray(HEADER_BYTES, message.indexOf(0, HEADER_BYTES) + 1);
  return typed(frontend.parse, Buffer.concat([name, Buffer.from(`${REFUSAL}\0`), Buffer.alloc(2)]));
}

export function queryMessage(sql: string): Buffer {
  return typed(frontend.query, Buffer.from(`${sql}\0`));
}

export function closeStatementMessage(name: string): Buffer {
  return typed(frontend.close, Buffer.concat([Buffer.from([STATEMENT]), Buffer.from(`${name}\0`)]));
}

export function syncMessage(): Buffer {
  return typed(frontend.sync, Buffer.alloc(0));
}

export function startupMessage(user: string, database: string): Buffer {
  const parameters = Buffer.from(`user\0${user}\0database\0${database}\0\0`);
  const message = Buffer.alloc(8 + parameters.length);
  message.writeInt32BE(message.length, 0);
  message.writeInt32BE(startup.version3, 4);
  parameters.copy(message, 8);
  return message;
}

export function fatalMessage(code: string, text: string): Buffer {
  return typed(ERROR_RESPONSE, Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`));
}

function typed(type: number, content: Buffer): Buffer {
  const message = Buffer.alloc(HEADER_BYTES + content.length);
  message[0] = type;
  message.writeInt32BE(4 + content.length, 1);
  content.copy(message, HEADER_BYTES);
  return message;
}
