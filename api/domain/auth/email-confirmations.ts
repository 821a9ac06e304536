import { deleteUnconfirmed, findAccountByEmail, lockAccount, renamePersonalTeam, updateAccount } from "../../db/auth/accounts";
import { endLinks, findConfirmationLink, takeLink } from "../../db/auth/links";
import { endOtherSessions } from "../../db/auth/session";
import { inTransaction, type Queryable, type Transaction } from "../../db/pool";
import { lockAddresses } from "../../db/workspace/clients";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { NotFound } from "../errors";
import { displayName } from "../people/people";
import { record } from "../workspace/audit";
import { hashLinkSecret } from "./link-secrets";

const day = 24 * 60 * 60;

type Link = NonNullable<Awaited<ReturnType<typeof findConfirmationLink>>>;

/** Reads the purpose of a link without confirming it. */
export interface OpenConfirmation {
  purpose: "sign_up" | "email_change";
  email: string;
  client: { name: string; workspace: string };
  /** When it was confirmed, within the last day. */
  confirmedAt: Date | null;
}

/** Throws `NotFound` for a link that confirms nothing: altered, expired, replaced, or used more than a day ago. */
export async function requireConfirmation({ database }: Services, token: string): Promise<OpenConfirmation> {
  const link = await findConfirmation(database.db, token);
  if (!link || !(isOpen(link) || wasJustUsed(link))) throw new NotFound();
  return { purpose: link.purpose, email: addressOf(link), client: link.client, confirmedAt: link.usedAt };
}

/**
 * Confirms the address of a sign-up or of a change; repeatable for a day. A changed address ends the person's sessions except the one that
 * confirms. Throws `NotFound` and `RateLimitReached`.
 */
export async function confirmEmail(
  services: Services,
  token: string,
  { address, viewer }: { address: string | undefined; viewer: Viewer | undefined },
): Promise<void> {
  await services.rateLimits.consume({ "email-confirmation-address": address, "email-confirmation": hashLinkSecret(token) });
  await inTransaction(services.database, async (tx) => {
    const found = await findConfirmation(tx, token);
    if (!found) throw new NotFound();
    await lockAddresses(tx, found.user.clientId);
    // Read again: another confirmation may have been faster.
    const link = await findConfirmation(tx, token);
    if (link && wasJustUsed(link)) return;
    if (!link || !(await takeLink(tx, link.id))) throw new NotFound();
    if (link.purpose === "sign_up") await confirmAccount(tx, link);
    else await changeAddress(services, tx, link, viewer);
  });
}

async function confirmAccount(tx: Transaction, { user }: Link): Promise<void> {
  if (user.confirmedAt !== null) return;
  await updateAccount(tx, user.id, { confirmedAt: new Date() });
  await record(tx, { clientId: user.clientId, userId: user.id }, { kind: "memberSignedUp" });
}

async function changeAddress({ jobs }: Services, tx: Transaction, link: Link, viewer: Viewer | undefined): Promise<void> {
  const { id: userId, clientId } = link.user;
  const email = addressOf(link);
  const account = await lockAccount(tx, userId);
  const holder = await findAccountByEmail(tx, clientId, email);
  if (!account || (holder && holder.id !== userId && holder.confirmedAt)) throw new NotFound();
  // An unconfirmed sign-up with this address loses it: the person who reads its mail has confirmed it here.
  if (holder && holder.id !== userId) await deleteUnconfirmed(tx, [holder.id]);
  await updateAccount(tx, userId, { email });
  await renamePersonalTeam(tx, userId, { from: displayName(account), to: displayName({ ...account, email }) });
  await endOtherSessions(tx, userId, viewer?.userId === userId ? viewer.sessionId : undefined);
  await endLinks(tx, userId);
  await jobs.enqueue(tx, "email-changed-mail", { userId, previousEmail: account.email });
  await record(tx, { clientId, userId }, { kind: "emailChanged" });
}

const findConfirmation = (db: Queryable, token: string) => findConfirmationLink(db, hashLinkSecret(token));

const addressOf = ({ email, user }: Link) => email ?? user.email;

const isOpen = ({ usedAt, expiresAt }: Link) => usedAt === null && expiresAt > new Date();

/** True if it was used within a day and its result has not changed since. */
function wasJustUsed({ purpose, email, usedAt, user }: Link): boolean {
  if (usedAt === null || usedAt.getTime() < Date.now() - day * 1000) return false;
  return purpose === "sign_up" ? user.confirmedAt !== null : user.email === email;
}
