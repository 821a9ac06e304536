import { lockAccount } from "../../db/auth/accounts";
import { deletePendingEmail, findPendingEmail } from "../../db/auth/links";
import { inTransaction } from "../../db/pool";
import { findClient } from "../../db/workspace/clients";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { type FieldProblems, InvalidFields, refuseProblems, SignedOut } from "../errors";
import { isEmailAllowed } from "../people/email-lists";
import { createRateLimit } from "../rate-limit";
import { openEmailChange } from "./account-mails";
import { findOwnPassword, wrongPassword } from "./own-password";

const minute = 60;
const allowances = { account: { calls: 10, seconds: 15 * minute }, address: { calls: 100, seconds: 15 * minute } };

export interface EmailChange {
  currentPassword: string;
  email: string;
  emailConfirmation: string;
}

/**
 * Asks for another address. It counts once the link of the mail to it is confirmed; the old one is told as well. An address
 * that somebody else has gets the same answer. Throws `InvalidFields` and `TooManyAttempts`.
 */
export function createEmailChange(services: Services) {
  const { database, jobs } = services;
  const limit = createRateLimit(services, "email-change", allowances);

  return async function changeEmail(viewer: Viewer, change: EmailChange, { address }: { address: string | undefined }) {
    const { currentPassword, email, emailConfirmation } = change;
    await limit({ account: viewer.userId, address });
    const isOwn = (await findOwnPassword(services, viewer, currentPassword)) !== undefined;
    const client = await findClient(database.db, viewer.clientId);
    const problems: FieldProblems = isOwn ? {} : { ...wrongPassword };
    if (!client || !isEmailAllowed(email, client)) problems.email = [{ key: "emailNotAllowed" }];
    if (email.toLowerCase() !== emailConfirmation.toLowerCase()) problems.email_confirmation = [{ key: "notSameEmail" }];
    refuseProblems(problems);
    await inTransaction(database, async (tx) => {
      const account = await lockAccount(tx, viewer.userId);
      if (!account) throw new SignedOut();
      if (account.email.toLowerCase() === email.toLowerCase()) throw new InvalidFields({ email: [{ key: "emailTaken" }] });
      await openEmailChange(tx, { userId: viewer.userId, email });
      await jobs.enqueue(tx, "email-change-mails", { userId: viewer.userId, email });
    });
  };
}

/** The address that waits to be confirmed. */
export const findEmailChange = ({ database }: Services, viewer: Viewer) => findPendingEmail(database.db, viewer.userId);

/** Gives the change up: its link is void from here on. */
export async function cancelEmailChange({ database }: Services, viewer: Viewer): Promise<void> {
  await deletePendingEmail(database.db, viewer.userId);
}
