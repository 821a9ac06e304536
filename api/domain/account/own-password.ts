import { createAttempts } from "../../db/attempts";
import { findOwnPasswordHash } from "../../db/people/users";
import type { Database } from "../../db/pool";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { isPassword } from "../auth/passwords";
import { type FieldProblems, InvalidFields, SignedOut, TooManyAttempts } from "../errors";

const minute = 60;
const day = 24 * 60 * minute;
const rules = { name: "own-password", free: 5, firstWaitSeconds: 30, longestWaitSeconds: 15 * minute, forgetAfterSeconds: day };

const attemptsOf = new WeakMap<Database, ReturnType<typeof createAttempts>>();

/** What is wrong with a password that is not one's own. */
export const wrongPassword = { current_password: [{ key: "wrongPassword" }] } satisfies FieldProblems;

/**
 * The hash of one's own password, when it is this one: the person at the browser is who signed in there. Counted for each session, so
 * that whoever has got hold of one keeps its owner out of nothing. Throws `TooManyAttempts` after guessing, and `SignedOut` once
 * the account is removed.
 */
export async function findOwnPassword({ database }: Services, viewer: Viewer, password: string): Promise<string | undefined> {
  const attempts = requireAttempts(database);
  const wait = await attempts.begin(viewer.sessionId);
  if (wait) throw new TooManyAttempts(wait);
  const passwordHash = await findOwnPasswordHash(database.db, viewer);
  // Closed by another call, a moment ago.
  if (passwordHash === undefined) throw new SignedOut();
  if (!(await isPassword(password, passwordHash))) return undefined;
  await attempts.succeed(viewer.sessionId);
  return passwordHash;
}

/** As `findOwnPassword`, where nothing else is asked; throws `InvalidFields` at `current_password`. */
export async function requireOwnPassword(services: Services, viewer: Viewer, password: string): Promise<string> {
  const passwordHash = await findOwnPassword(services, viewer, password);
  if (passwordHash === undefined) throw new InvalidFields(wrongPassword);
  return passwordHash;
}

function requireAttempts(database: Database): ReturnType<typeof createAttempts> {
  const kept = attemptsOf.get(database);
  if (kept) return kept;
  const attempts = createAttempts(database, rules);
  attemptsOf.set(database, attempts);
  return attempts;
}
