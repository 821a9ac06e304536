import { NotFound } from "./errors";

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether it can be the id of something. Only as it was given out: PostgreSQL takes other spellings for the same, a hash over it does not. */
export const isId = (text: string) => uuidPattern.test(text);

/** The id; `NotFound` when nothing can have it. */
export function requireId(text: string): string {
  if (!isId(text)) throw new NotFound();
  return text;
}
