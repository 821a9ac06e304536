import { NotFound } from "./errors";

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the text is an id in canonical form. PostgreSQL accepts other spellings as equal, but a hash over them differs. */
export const isId = (text: string) => uuidPattern.test(text);

/** Returns the id; throws `NotFound` if it is malformed. */
export function requireId(text: string): string {
  if (!isId(text)) throw new NotFound();
  return text;
}
