import { randomBytes } from "node:crypto";
import type { FieldProblem } from "../../contract/errors";
import { findAccountByEmail, listMemberEmails, updateAccount } from "../db/accounts";
import { lockAddresses } from "../db/clients";
import * as store from "../db/invitations";
import { endLinks } from "../db/links";
import { inTransaction, type Transaction } from "../db/pool";
import type { Services } from "../services";
import { InvalidFields, NotFound } from "./errors";
import { hashLinkSecret } from "./link-secrets";
import { hashPassword } from "./passwords";
import { createPerson } from "./people";
import { requirePermission } from "./permissions";
import { createRateLimit } from "./rate-limit";
import type { Viewer } from "./viewer";

const minute = 60;
const day = 24 * 60 * minute;
/** The mail's job sets it anew. */
const invitationSeconds = 14 * day;
const allowances = { account: { calls: 20, seconds: 15 * minute }, address: { calls: 100, seconds: 15 * minute } };

export type Invitation = store.InvitationRow;
type OpenInvitation = NonNullable<Awaited<ReturnType<typeof store.findInvitation>>>;

/**
 * Invites people by their addresses, all or nobody; an address given twice counts once. Throws `NotAllowed`, and `InvalidFields`
 * that name each address of a member or of somebody invited already.
 */
export async function inviteByEmail(
  { database, jobs }: Services,
  viewer: Viewer,
  { emailAddresses, role }: { emailAddresses: string[]; role: "admin" | "editor" },
): Promise<Invitation[]> {
  const { clientId } = requirePermission(viewer, "invitation:create", { clientId: viewer.clientId });
  const emails = eachOnce(emailAddresses);
  const expiresAt = new Date(Date.now() + invitationSeconds * 1000);
  return inTransaction(database, async (tx) => {
    await lockAddresses(tx, clientId);
    await requireNew(tx, clientId, emails);
    await store.deleteExpiredInvitations(tx, clientId, emails);
    const rows = emails.map((email) => ({ clientId, email, role, userId: viewer.userId, expiresAt }));
    const invitations = await store.insertInvitations(tx, rows);
    for (const { id } of invitations) await jobs.enqueue(tx, "invitation-mail", { invitationId: id });
    return invitations;
  });
}

function eachOnce(emails: string[]): string[] {
  const lowered = emails.map((email) => email.toLowerCase());
  return emails.filter((_, index) => lowered.indexOf(lowered[index] ?? "") === index);
}

async function requireNew(tx: Transaction, clientId: string, emails: string[]): Promise<void> {
  const members = new Set(await listMemberEmails(tx, clientId, emails));
  const invited = new Set(await store.listInvitedEmails(tx, clientId, emails));
  const problems = emails.flatMap((email): FieldProblem[] => {
    if (members.has(email.toLowerCase())) return [{ key: "alreadyMember", values: { email } }];
    return invited.has(email.toLowerCase()) ? [{ key: "alreadyInvited", values: { email } }] : [];
  });
  if (problems.length > 0) throw new InvalidFields({ email_addresses: problems });
}

/** What somebody who was invited sees of it. Throws `NotFound` once it expired, or more than a day after it was confirmed. */
export async function requireInvitation({ database }: Services, token: string): Promise<OpenInvitation> {
  const invitation = await store.findInvitation(database.db, hashLinkSecret(token));
  if (!invitation || !(isOpen(invitation) || wasJustConfirmed(invitation))) throw new NotFound();
  return invitation;
}

/**
 * Makes the account of somebody who was invited, and mails a password for the first sign-in; again within a day it changes
 * nothing. Somebody who has an account by now keeps it as it is. Throws `NotFound` and `TooManyAttempts`.
 */
export function createInvitationConfirmation(services: Services) {
  const limit = createRateLimit(services, "invitation-confirmation", allowances);

  return async function confirmInvitation(token: string, { address }: { address: string | undefined }): Promise<void> {
    const tokenHash = hashLinkSecret(token);
    await limit({ account: tokenHash, address });
    const { clientId } = await requireInvitation(services, token);
    // Nobody knows this one: the job that mails the first password sets it.
    const passwordHash = await hashPassword(randomBytes(32).toString("base64url"));
    await inTransaction(services.database, async (tx) => {
      await lockAddresses(tx, clientId);
      // Read after the lock: another confirmation may have been faster.
      const invitation = await store.findInvitation(tx, tokenHash);
      if (invitation && wasJustConfirmed(invitation)) return;
      if (!invitation || !isOpen(invitation)) throw new NotFound();
      await store.confirmInvitation(tx, invitation.id, await requireAccount(services, tx, invitation, passwordHash));
    });
  };
}

/** The account that the invitation leads to, and the mail that leads into it. */
async function requireAccount({ jobs }: Services, tx: Transaction, invitation: OpenInvitation, passwordHash: string): Promise<string> {
  const { clientId, email, role } = invitation;
  const account = await findAccountByEmail(tx, clientId, email);
  if (account?.confirmedAt) {
    await jobs.enqueue(tx, "address-taken-mail", { userId: account.id });
    return account.id;
  }
  const first = { passwordHash, role, locale: invitation.locale ?? "en", profileComplete: false, passwordExpired: true } as const;
  const userId = account
    ? await takeOver(tx, account.id, first)
    : (await createPerson(tx, { ...first, clientId, email, firstName: null, lastName: null })).userId;
  await jobs.enqueue(tx, "first-password-mail", { userId });
  return userId;
}

/** A sign-up that nobody confirmed: whoever began it need not be the person who reads the address's mail, so its password goes. */
async function takeOver(tx: Transaction, userId: string, first: Parameters<typeof updateAccount>[2]): Promise<string> {
  await updateAccount(tx, userId, { ...first, confirmedAt: new Date() });
  await endLinks(tx, userId);
  return userId;
}

const isOpen = ({ confirmedAt, expiresAt }: OpenInvitation) => confirmedAt === null && expiresAt > new Date();

const wasJustConfirmed = ({ confirmedAt }: OpenInvitation) => confirmedAt !== null && confirmedAt.getTime() > Date.now() - day * 1000;
