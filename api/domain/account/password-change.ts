import { replacePassword } from "../../db/auth/accounts";
import { endLinks } from "../../db/auth/links";
import { endOtherSessions } from "../../db/auth/session";
import { inTransaction, type Transaction } from "../../db/pool";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { type ChosenPassword, findPasswordProblems, hashPassword, knownBy } from "../auth/passwords";
import { openSession } from "../auth/session-token";
import { InvalidFields, NotAllowed, refuseProblems } from "../errors";
import { requireUser, type User } from "../people/users";
import { record } from "../workspace/audit";
import { findOwnPassword, wrongPassword } from "./own-password";

export interface PasswordChange extends ChosenPassword {
  currentPassword: string;
  /** Also replaces the current session by a new one. */
  renewSession: boolean;
}

/**
 * Changes the viewer's password; with `renewSession`, also returns the token of a new session. Throws `NotFound` and `NotAllowed` for other accounts,
 * `RateLimitReached`, and `InvalidFields`. If another tab changes the password meanwhile, the current password counts as wrong.
 */
export async function changePassword(
  services: Services,
  viewer: Viewer,
  id: string,
  change: PasswordChange,
  userAgent: string | undefined,
): Promise<{ user: User; token: string | undefined }> {
  const user = await requireUser(services, viewer, id);
  if (user.id !== viewer.userId) throw new NotAllowed();
  const before = await findOwnPassword(services, viewer, change.currentPassword);
  const problems = await findPasswordProblems(change, knownBy(user), before);
  if (before === undefined) throw new InvalidFields({ ...wrongPassword, ...problems });
  refuseProblems(problems);
  const after = await hashPassword(change.password);
  const keptSessionId = change.renewSession ? undefined : viewer.sessionId;
  const changed = await inTransaction(services.database, async (tx) => {
    if (!(await setPassword(services, tx, { kind: "passwordChanged", ...viewer, before, after, keptSessionId }))) return undefined;
    return { token: change.renewSession ? await openSession(services, tx, { userId: id, passwordHash: after, userAgent }) : undefined };
  });
  if (!changed) throw new InvalidFields(wrongPassword);
  return { user: await requireUser(services, viewer, id), token: changed.token };
}

interface NewPassword {
  kind: "passwordChanged" | "passwordReset";
  clientId: string;
  userId: string;
  /** The hash to replace; if it is no longer stored, nothing changes. */
  before: string;
  after: string;
  /** Undefined ends every session. */
  keptSessionId: string | undefined;
}

/**
 * Replaces a password, ends the other sessions, invalidates the links of mails and enqueues a mail about the change. Returns false if `before` is
 * no longer stored.
 */
export async function setPassword(
  { jobs }: Services,
  tx: Transaction,
  { kind, clientId, userId, before, after, keptSessionId }: NewPassword,
) {
  if (!(await replacePassword(tx, userId, { before, after }))) return false;
  await endOtherSessions(tx, userId, keptSessionId);
  await endLinks(tx, userId);
  await jobs.enqueue(tx, "password-changed-mail", { userId });
  await record(tx, { clientId, userId }, { kind });
  return true;
}
