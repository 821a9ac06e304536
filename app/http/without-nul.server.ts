import { Transform } from "node:stream";

/**
 * Drops NUL bytes from a rendered page, which has none of its own. React 18 writes them where a character of several bytes does not fit into the rest
 * of its buffer; browsers show them as � in attributes. See facebook/react#24985.
 */
export const withoutNul = (): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk);
    },
  });
