import { lockAccount, updateAccount } from "../../db/auth/accounts";
import { findPasswordResetLink, takeLink } from "../../db/auth/links";
import { inTransaction } from "../../db/pool";
import type { Services } from "../../services";
import { revokeApiKeys } from "../account/api-keys";
import { setPassword } from "../account/password-change";
import { NotFound, refuseProblems } from "../errors";
import { record } from "../workspace/audit";
import { hashLinkSecret } from "./link-secrets";
import { type ChosenPassword, findPasswordProblems, hashPassword, knownBy } from "./passwords";
import { trustDevice } from "./sign-in-attempts";

export interface PasswordResetRequest {
  workspace: string;
  email: string;
  locale: "de" | "en";
}

/**
 * Enqueues a mail with a link to the account. The account is looked up in the background, so that response and time do not reveal whether it
 * exists. Throws `RateLimitReached` if there are too many from the client's address; too many for one account are ignored.
 */
export async function requestPasswordReset(
  { database, jobs, rateLimits }: Services,
  { workspace, email, locale }: PasswordResetRequest,
  { address }: { address: string | undefined },
): Promise<void> {
  await rateLimits.consume({ "password-reset-address": address });
  if (await rateLimits.tryConsume("password-reset", `${workspace}\0${email.toLowerCase()}`)) return;
  await inTransaction(database, (tx) => jobs.enqueue(tx, "password-reset-mail", { workspace, email, locale }));
}

/**
 * Whether a mail's link can still set a password. Does not use it up, and reveals nothing about an account when the link is invalid.
 */
export const isGoodResetLink = async ({ database }: Services, token: string): Promise<boolean> =>
  (await findPasswordResetLink(database.db, hashLinkSecret(token))) !== undefined;

interface PasswordReset extends ChosenPassword {
  /** The secret of the mail's link. */
  token: string;
  /** The browser that opened the link, which is the person's own. */
  device: string | undefined;
}

/**
 * Sets the password by a mail's link, once, ends all sessions of the person, and revokes their API keys. Having the link also confirms the address. Throws `NotFound`
 * for an invalid link, and `InvalidFields`.
 */
export async function resetPassword(services: Services, { token, device, ...chosen }: PasswordReset): Promise<void> {
  const { database } = services;
  const link = await findPasswordResetLink(database.db, hashLinkSecret(token));
  if (!link) throw new NotFound();
  const { user, client } = link;
  refuseProblems(await findPasswordProblems(chosen, knownBy({ ...user, client }), user.passwordHash));
  const after = await hashPassword(chosen.password);
  await inTransaction(database, async (tx) => {
    // The same order of locks as in a password change: the account before its link.
    await lockAccount(tx, user.id);
    if (!(await takeLink(tx, link.id))) throw new NotFound();
    const { id: userId, clientId, passwordHash: before } = user;
    const isSet = await setPassword(services, tx, { kind: "passwordReset", clientId, userId, before, after, keptSessionId: undefined });
    if (!isSet) throw new NotFound();
    await revokeApiKeys(tx, { clientId, userId });
    if (user.confirmedAt) return;
    await updateAccount(tx, userId, { confirmedAt: new Date() });
    await record(tx, { clientId, userId }, { kind: "memberSignedUp" });
  });
  await trustDevice(services, user.id, device);
}
