import { Transform } from "node:stream";

/**
 * Drops NUL bytes. React 18 leaves them at the end of a buffer that a multi-byte character does not fit into (facebook/react#24985); in attributes,
 * browsers turn them into U+FFFD. A page contains no other NUL bytes.
 */
export const withoutNul = (): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk);
    },
  });
