import { lockAccount } from "../../db/auth/accounts";
import { deletePendingEmail, findPendingEmail } from "../../db/auth/links";
import { findOwnEmail } from "../../db/people/users";
import { inTransaction } from "../../db/pool";
import { findClient } from "../../db/workspace/clients";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { type FieldProblems, InvalidFields, refuseProblems, SignedOut } from "../errors";
import { isEmailChangeAllowed } from "../people/email-lists";
import { enqueueEmailChangeMails, openEmailChange } from "./account-mails";
import { findOwnPassword, wrongPassword } from "./own-password";

export interface EmailChange {
  currentPassword: string;
  email: string;
  emailConfirmation: string;
}

/**
 * Requests another address. It takes effect when the link of the mail to it is confirmed; the old address is notified. For an address that
 * somebody else has, the response is the same. Throws `InvalidFields` and `RateLimitReached`.
 */
export async function changeEmail(
  services: Services,
  viewer: Viewer,
  change: EmailChange,
  { address }: { address: string | undefined },
): Promise<void> {
  const { database, rateLimits } = services;
  const { currentPassword, email, emailConfirmation } = change;
  await rateLimits.consume({ "email-change-address": address, "email-change": viewer.userId });
  const isOwn = (await findOwnPassword(services, viewer, currentPassword)) !== undefined;
  const client = await findClient(database.db, viewer.clientId);
  const problems: FieldProblems = isOwn ? {} : { ...wrongPassword };
  const current = await findOwnEmail(database.db, viewer);
  if (!client || !isEmailChangeAllowed(email, current ?? "", client)) problems.email = [{ key: "emailChangeNotAllowed" }];
  if (email.toLowerCase() !== emailConfirmation.toLowerCase()) problems.emailConfirmation = [{ key: "notSameEmail" }];
  refuseProblems(problems);
  await inTransaction(database, async (tx) => {
    const account = await lockAccount(tx, viewer.userId);
    if (!account) throw new SignedOut();
    if (account.email.toLowerCase() === email.toLowerCase()) throw new InvalidFields({ email: [{ key: "emailTaken" }] });
    await openEmailChange(tx, { userId: viewer.userId, email });
    await enqueueEmailChangeMails(services, tx, { userId: viewer.userId, email });
  });
}

/** The address that is to be confirmed. */
export const findEmailChange = ({ database }: Services, viewer: Viewer) => findPendingEmail(database.db, viewer.userId);

/** Cancels the change: its link becomes invalid. */
export async function cancelEmailChange({ database }: Services, viewer: Viewer): Promise<void> {
  await inTransaction(database, (tx) => deletePendingEmail(tx, viewer.userId));
}
