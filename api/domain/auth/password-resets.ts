import { lockAccount, updateAccount } from "../../db/auth/accounts";
import { findPasswordResetLink, takeLink } from "../../db/auth/links";
import { inTransaction } from "../../db/pool";
import type { Services } from "../../services";
import { setPassword } from "../account/password-change";
import { NotFound, refuseProblems, TooManyAttempts } from "../errors";
import { createCounter } from "../rate-limit";
import { record } from "../workspace/audit";
import { hashLinkSecret } from "./link-secrets";
import { type ChosenPassword, findPasswordProblems, hashPassword, knownBy } from "./passwords";
import { trustDevice } from "./sign-in-attempts";

const minute = 60;
/** Every one of them sends a mail: nobody's mailbox is filled by it, and the links of those that were sent are good. */
const ofAccount = { calls: 5, seconds: 60 * minute };
/** A whole office can sit behind one address. */
const ofAddress = { calls: 50, seconds: 15 * minute };

/** Whose password is forgotten, as they say. */
export interface PasswordResetRequest {
  workspace: string;
  email: string;
  locale: "de" | "en";
}

/**
 * Has a mail with a link sent to the account, when there is one. It is looked up in the background, so that answer and time are the
 * same for everybody. Throws `TooManyAttempts` by where the call comes from; too many for one account are left out quietly.
 */
export function createPasswordResetRequest(services: Services) {
  const { database, jobs } = services;
  const countAccount = createCounter(services, "password-reset", ofAccount);
  const countAddress = createCounter(services, "password-reset-address", ofAddress);

  return async function requestPasswordReset(
    { workspace, email, locale }: PasswordResetRequest,
    { address }: { address: string | undefined },
  ) {
    const wait = address && (await countAddress(address));
    if (wait) throw new TooManyAttempts(wait);
    if (await countAccount(`${workspace}\0${email.toLowerCase()}`)) return;
    await inTransaction(database, (tx) => jobs.enqueue(tx, "password-reset-mail", { workspace, email, locale }));
  };
}

/**
 * Whether a mail's link can still set a password. Asking uses nothing up; who has a link that is not good any more learns nothing of
 * any account.
 */
export const isGoodResetLink = async ({ database }: Services, token: string): Promise<boolean> =>
  (await findPasswordResetLink(database.db, hashLinkSecret(token))) !== undefined;

interface PasswordReset extends ChosenPassword {
  /** The secret of the mail's link. */
  token: string;
  /** The browser that the link was opened in: it is the person's own. */
  device: string | undefined;
}

/**
 * Sets the password of whoever has the mail's link, once, and ends all their sessions. Who has read the mail has confirmed the
 * address too. Throws `NotFound` for a link that is not good any more, and `InvalidFields`.
 */
export async function resetPassword(services: Services, { token, device, ...chosen }: PasswordReset): Promise<void> {
  const { database } = services;
  const link = await findPasswordResetLink(database.db, hashLinkSecret(token));
  if (!link) throw new NotFound();
  const { user, client } = link;
  refuseProblems(await findPasswordProblems(chosen, knownBy({ ...user, client }), user.passwordHash));
  const after = await hashPassword(chosen.password);
  await inTransaction(database, async (tx) => {
    // The account before its link: whoever changes a password takes them in this order.
    await lockAccount(tx, user.id);
    if (!(await takeLink(tx, link.id))) throw new NotFound();
    const { id: userId, clientId, passwordHash: before } = user;
    const isSet = await setPassword(services, tx, { kind: "passwordReset", clientId, userId, before, after, keptSessionId: undefined });
    if (!isSet) throw new NotFound();
    if (user.confirmedAt) return;
    await updateAccount(tx, userId, { confirmedAt: new Date() });
    await record(tx, { clientId, userId }, { kind: "memberSignedUp" });
  });
  await trustDevice(services, user.id, device);
}
