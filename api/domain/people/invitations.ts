import { randomBytes } from "node:crypto";
import type { FieldProblem } from "../../../contract/errors";
import * as limits from "../../../contract/limits";
import { emailSchema } from "../../../contract/rest/shared";
import { findAccountByEmail, listMemberEmails, updateAccount } from "../../db/auth/accounts";
import { endLinks } from "../../db/auth/links";
import * as store from "../../db/people/invitations";
import { inTransaction, type Queryable, type Transaction } from "../../db/pool";
import { joinTeams, lockTeams } from "../../db/teams/memberships";
import { findClient, lockAddresses } from "../../db/workspace/clients";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { defaultLocale } from "../../texts";
import { hashLinkSecret } from "../auth/link-secrets";
import { hashPassword } from "../auth/passwords";
import { InvalidFields, JustSent, NotFound } from "../errors";
import { toStoredKey } from "../idempotency";
import { isId, requireId } from "../ids";
import { countInvitations } from "../mail-limits";
import { requirePermission } from "../require-permission";
import { record, recordAll } from "../workspace/audit";
import { isEmailAllowed } from "./email-lists";
import { createPerson } from "./people";

const minute = 60;
const day = 24 * 60 * minute;
/** The job that sends the mail sets the expiry again. */
const invitationSeconds = 14 * day;

export type Invitation = store.InvitationRow;
type OpenInvitation = NonNullable<Awaited<ReturnType<typeof store.findInvitation>>>;

/** A page, counted from 0, of invitations that are not accepted yet. A filtered total is counted up to one more than `limits.exactTotal`. */
export async function listInvitations(
  { database: { db } }: Services,
  viewer: Viewer,
  { term, page, ...order }: store.InvitationOrder & { term?: string | undefined; page: number },
): Promise<{ entries: Invitation[]; total: number; isBound: boolean }> {
  const workspace = requirePermission(viewer, "invitation:manage", { clientId: viewer.clientId });
  const limit = limits.invitationsPerPage;
  const entries = await store.listInvitations(db, workspace, term, order, { limit, offset: page * limit });
  return { entries, total: await store.countInvitations(db, workspace, term), isBound: Boolean(term) };
}

/** An invitation that can be withdrawn. Throws `NotFound` and `NotAllowed`. */
export async function requireWaitingInvitation({ database }: Services, viewer: Viewer, id: string): Promise<Invitation> {
  return requireManaged(database.db, viewer, id);
}

/** Changes the role of an invitation. Throws `NotFound` and `NotAllowed`. */
export async function changeInvitation(
  { database }: Services,
  viewer: Viewer,
  id: string,
  { role }: { role: "admin" | "editor" },
): Promise<Invitation> {
  return inTransaction(database, async (tx) => {
    const invitation = await lockManaged(tx, viewer, id);
    await store.updateInvitation(tx, invitation, { role });
    if (role !== invitation.role) await record(tx, viewer, { kind: "invitationRoleChanged", email: invitation.email, role });
    return { ...invitation, role };
  });
}

/**
 * Sends an invitation again, which is valid as long as a new one and invalidates the earlier link. Throws `JustSent` within a minute, so that
 * nothing is sent twice, `NotFound`, `NotAllowed`, and `InvalidFields` and `MailLimitReached` as `inviteByEmail`.
 */
export async function resendInvitation(services: Services, viewer: Viewer, id: string): Promise<Invitation> {
  const { database, jobs } = services;
  return inTransaction(database, async (tx) => {
    const invitation = await lockManaged(tx, viewer, id);
    await requireInvitable(tx, invitation.clientId, [invitation.email], { again: true });
    const expiresAt = new Date(Date.now() + invitationSeconds * 1000);
    const sentBefore = Math.floor((expiresAt.getTime() - invitation.expiresAt.getTime()) / 1000);
    if (sentBefore < minute) throw new JustSent(Math.min(minute - sentBefore, minute));
    await countInvitations(services, tx, viewer, 1);
    await store.updateInvitation(tx, invitation, { expiresAt });
    await jobs.enqueue(tx, "invitation-mail", { invitationId: id });
    await record(tx, viewer, { kind: "invitationResent", email: invitation.email });
    return { ...invitation, expiresAt };
  });
}

/** Withdraws an invitation: its link becomes invalid. Throws `NotFound` and `NotAllowed`. */
export async function removeInvitation({ database }: Services, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(database, async (tx) => {
    const invitation = await lockManaged(tx, viewer, id);
    await record(tx, viewer, { kind: "invitationDeleted", email: invitation.email });
    await store.deleteInvitation(tx, invitation);
  });
}

/** Until the transaction ends, the invitation cannot be accepted, nor the address invited again. */
async function lockManaged(tx: Transaction, viewer: Viewer, id: string) {
  requirePermission(viewer, "invitation:manage", { clientId: viewer.clientId });
  await lockAddresses(tx, viewer.clientId);
  return requireManaged(tx, viewer, id);
}

async function requireManaged(db: Queryable, viewer: Viewer, id: string) {
  requirePermission(viewer, "invitation:manage", { clientId: viewer.clientId });
  const invitation = await store.findWaitingInvitation(db, viewer.clientId, requireId(id));
  if (!invitation) throw new NotFound();
  return requirePermission(viewer, "invitation:manage", invitation);
}

/**
 * Invites people by their addresses, all or none, into these teams; duplicate addresses count once. A repeated request with the same key and fields
 * returns the invitations created first. Throws `NotAllowed`, `InvalidFields` with each address that is invalid, a member's, already invited, or on
 * the black list, and for a team that does not exist, and `MailLimitReached`.
 */
export async function inviteByEmail(
  services: Services,
  viewer: Viewer,
  { emailAddresses, role, teamIds }: { emailAddresses: string[]; role: "admin" | "editor"; teamIds: string[] },
  key: string | null = null,
): Promise<Invitation[]> {
  const { clientId } = requirePermission(viewer, "invitation:manage", { clientId: viewer.clientId });
  const { database, jobs } = services;
  const emails = eachOnce(emailAddresses);
  const storedKey = toStoredKey(key, { emails, role, by: viewer.userId, ...(teamIds.length > 0 && { teamIds }) });
  const expiresAt = new Date(Date.now() + invitationSeconds * 1000);
  return inTransaction(database, async (tx) => {
    await lockAddresses(tx, clientId);
    const before = storedKey === null ? [] : await store.listInvitationsOfKey(tx, clientId, storedKey);
    if (before.length > 0) return before;
    await requireInvitable(tx, clientId, emails);
    await requireTeams(tx, clientId, teamIds);
    await countInvitations(services, tx, viewer, emails.length);
    await store.deleteExpiredInvitations(tx, clientId, emails);
    const rows = emails.map((email) => ({ clientId, email, role, teamIds, userId: viewer.userId, expiresAt, idempotencyKey: storedKey }));
    const invitations = await store.insertInvitations(tx, rows);
    await jobs.enqueueAll(
      tx,
      "invitation-mail",
      invitations.map(({ id }) => ({ invitationId: id })),
    );
    await recordAll(
      tx,
      viewer,
      invitations.map(({ email }) => ({ kind: "memberInvited", email, role })),
    );
    return invitations;
  });
}

function eachOnce(emails: string[]): string[] {
  const lowered = emails.map((email) => email.toLowerCase());
  return emails.filter((_, index) => lowered.indexOf(lowered[index] ?? "") === index);
}

/** The white list is for sign-ups; invited people need not be on it. */
async function requireInvitable(tx: Transaction, clientId: string, emails: string[], { again = false } = {}): Promise<void> {
  const client = await findClient(tx, clientId);
  const emailBlacklist = client?.emailBlacklist ?? [];
  const members = new Set(await listMemberEmails(tx, clientId, emails));
  const invited = new Set(again ? [] : await store.listInvitedEmails(tx, clientId, emails));
  const problems = emails.flatMap((email): FieldProblem[] => {
    if (!emailSchema.safeParse(email).success) return [{ key: "notAnEmailOf", values: { email: email.slice(0, limits.email) } }];
    if (members.has(email.toLowerCase())) return [{ key: "alreadyMember", values: { email } }];
    if (!isEmailAllowed(email, { emailWhitelist: [], emailBlacklist })) return [{ key: "emailBlocked", values: { email } }];
    return invited.has(email.toLowerCase()) ? [{ key: "alreadyInvited", values: { email } }] : [];
  });
  if (problems.length > 0) throw new InvalidFields({ emailAddresses: problems });
}

/** Owner and admins, who alone may invite, manage every team but personal ones. */
async function requireTeams(tx: Transaction, clientId: string, teamIds: string[]): Promise<void> {
  const found = await lockTeams(tx, clientId, teamIds.filter(isId));
  if (teamIds.some((id) => !found.includes(id))) throw new InvalidFields({ teamIds: [{ key: "teamNotManaged" }] });
}

/** An invitation as the invited person sees it. Throws `NotFound` after it expired, or a day after it was confirmed. */
export async function requireInvitation({ database }: Services, token: string): Promise<OpenInvitation> {
  const invitation = await store.findInvitation(database.db, hashLinkSecret(token));
  if (!invitation || !(isOpen(invitation) || wasJustConfirmed(invitation))) throw new NotFound();
  return invitation;
}

/**
 * Creates the account of an invited person and mails a password for the first sign-in. A repetition within a day changes nothing. An account that
 * was confirmed meanwhile is not changed, and a mail says so. Throws `NotFound` and `RateLimitReached`.
 */
export async function confirmInvitation(services: Services, token: string, { address }: { address: string | undefined }): Promise<void> {
  const tokenHash = hashLinkSecret(token);
  await services.rateLimits.consume({ "invitation-confirmation-address": address, "invitation-confirmation": tokenHash });
  const { clientId } = await requireInvitation(services, token);
  // A placeholder that nobody knows, until the job that mails the first password replaces it.
  const passwordHash = await hashPassword(randomBytes(32).toString("base64url"));
  await inTransaction(services.database, async (tx) => {
    await lockAddresses(tx, clientId);
    // Read after the lock: another confirmation may have been faster.
    const invitation = await store.findInvitation(tx, tokenHash);
    if (invitation && wasJustConfirmed(invitation)) return;
    if (!invitation || !isOpen(invitation)) throw new NotFound();
    await store.confirmInvitation(tx, invitation.id, await requireAccount(services, tx, invitation, passwordHash));
  });
}

async function requireAccount({ jobs }: Services, tx: Transaction, invitation: OpenInvitation, passwordHash: string): Promise<string> {
  const { clientId, email, role } = invitation;
  const account = await findAccountByEmail(tx, clientId, email);
  if (account?.confirmedAt) {
    await jobs.enqueue(tx, "address-taken-mail", { userId: account.id });
    return account.id;
  }
  const first = { passwordHash, role, locale: invitation.locale ?? defaultLocale, profileComplete: false, passwordExpired: true } as const;
  const userId = account
    ? await takeOver(tx, account.id, first)
    : (await createPerson(tx, { ...first, clientId, email, firstName: null, lastName: null })).userId;
  await jobs.enqueue(tx, "first-password-mail", { userId });
  await record(tx, { clientId, userId }, { kind: "memberJoined", role });
  const teamIds = await lockTeams(tx, clientId, invitation.teamIds);
  if (teamIds.length > 0) await joinTeams(tx, { clientId, userId }, teamIds);
  for (const teamId of teamIds)
    await record(tx, { clientId, userId: invitation.userId }, { kind: "membershipAdded", userId, teamId, role: "editor" });
  return userId;
}

/** Replaces the password of an unconfirmed sign-up: the person who signed up may not be the one who reads the mail. */
async function takeOver(tx: Transaction, userId: string, first: Parameters<typeof updateAccount>[2]): Promise<string> {
  await updateAccount(tx, userId, { ...first, confirmedAt: new Date() });
  await endLinks(tx, userId);
  return userId;
}

const isOpen = ({ confirmedAt, expiresAt }: OpenInvitation) => confirmedAt === null && expiresAt > new Date();

const wasJustConfirmed = ({ confirmedAt }: OpenInvitation) => confirmedAt !== null && confirmedAt.getTime() > Date.now() - day * 1000;
