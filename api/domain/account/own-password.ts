import { findOwnPasswordHash } from "../../db/people/users";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { isPassword } from "../auth/passwords";
import { type FieldProblems, InvalidFields, SignedOut } from "../errors";

/** The error of a current password that is wrong. */
export const wrongPassword = { currentPassword: [{ key: "wrongPassword" }] } satisfies FieldProblems;

/**
 * The hash of the viewer's password if it is `password`, otherwise `undefined`. Attempts are counted by session, so that guesses in a stolen session
 * do not lock its owner out. Throws `RateLimitReached` after too many, and `SignedOut` once the account is removed.
 */
export async function findOwnPassword({ database, rateLimits }: Services, viewer: Viewer, password: string): Promise<string | undefined> {
  await rateLimits.consume({ "own-password": viewer.sessionId });
  const passwordHash = await findOwnPasswordHash(database.db, viewer);
  if (passwordHash === undefined) throw new SignedOut();
  if (!(await isPassword(password, passwordHash))) return undefined;
  await rateLimits.reset("own-password", viewer.sessionId);
  return passwordHash;
}

/** As `findOwnPassword`; throws `InvalidFields` at `currentPassword` when it is wrong. */
export async function requireOwnPassword(services: Services, viewer: Viewer, password: string): Promise<string> {
  const passwordHash = await findOwnPassword(services, viewer, password);
  if (passwordHash === undefined) throw new InvalidFields(wrongPassword);
  return passwordHash;
}
