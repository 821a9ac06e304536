import { serverHref } from "../../../contract/paths.server";
import { findPendingEmail, insertLink, renewEmailChange, replaceLink } from "../../db/auth/links";
import { findRecipient, findRecipientByAddress, renewInvitation, setFirstPassword } from "../../db/auth/recipients";
import { inTransaction, type Transaction } from "../../db/pool";
import type { JobPayload } from "../../job-types";
import type { Message } from "../../mail/message";
import { addressTakenMessage } from "../../mail/messages/address-taken";
import { emailChangeAskedMessage, emailChangeConfirmMessage, emailChangedMessage } from "../../mail/messages/email-change";
import { firstPasswordMessage } from "../../mail/messages/first-password";
import { invitationMessage } from "../../mail/messages/invitation";
import { passwordChangedMessage } from "../../mail/messages/password-changed";
import { passwordResetMessage } from "../../mail/messages/password-reset";
import { signUpMessage } from "../../mail/messages/sign-up";
import { personName } from "../../mail/names";
import { type MailText, mailTexts } from "../../mail/texts";
import type { Services } from "../../services";
import { defaultLocale } from "../../texts";
import { makeLinkSecret, makeReadablePassword } from "../auth/link-secrets";
import { hashPassword } from "../auth/passwords";
import { pageUrl } from "../page-url";

// Each of these is a job that sends one mail, so that a retry does not repeat other mails. It reads the current state and creates the link's secret,
// which only the mail contains. If the process is killed while the content is sent, the job fails and is not retried (`api/jobs/one-mail.ts`).

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** How long the links in mails are valid, in the unit that the mail mentions. */
const valid = { passwordResetHours: 1, signUpDays: 7, emailChangeDays: 1, invitationDays: 14, firstPasswordDays: 7 };

type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

/** Mails the link for a new password, if the account exists. */
export async function sendPasswordResetMail(services: Services, request: JobPayload<"password-reset-mail">): Promise<void> {
  const account = await findRecipientByAddress(services.database.db, request.workspace, request.email);
  if (!account) return;
  const { secret, tokenHash } = makeLinkSecret();
  const expiresAt = inFuture(valid.passwordResetHours * hour);
  await inTransaction(services.database, (transaction) =>
    replaceLink(transaction, { userId: account.userId, purpose: "password_reset", tokenHash, expiresAt }),
  );
  const locale = account.locale ?? request.locale;
  const url = pageUrl(services, serverHref("passwordResetConfirmation", { token: secret }), locale);
  await write(services, { ...account, locale }, (t) =>
    passwordResetMessage({ name: personName(account), workspace: account.workspace, url, validHours: valid.passwordResetHours }, t),
  );
}

/** Mails the link that confirms the address of a new account. The links of earlier mails stay valid, so that any of them can be opened. */
export async function sendSignUpMail(services: Services, userId: string): Promise<void> {
  const account = await findRecipient(services.database.db, userId);
  if (!account || account.confirmedAt) return;
  const { secret, tokenHash } = makeLinkSecret();
  const expiresAt = inFuture(valid.signUpDays * day);
  await insertLink(services.database.db, { userId, purpose: "sign_up", tokenHash, expiresAt });
  const url = pageUrl(services, serverHref("emailConfirmation", { token: secret }), account.locale);
  await write(services, account, (t) => signUpMessage({ workspace: account.workspace, url, validDays: valid.signUpDays }, t));
}

/** Tells somebody that they already have an account, which the page must not reveal. */
export async function sendAddressTakenMail(services: Services, userId: string): Promise<void> {
  const account = await findRecipient(services.database.db, userId);
  if (!account) return;
  const urls = {
    signInUrl: pageUrl(services, serverHref("signIn"), account.locale),
    newPasswordUrl: pageUrl(services, serverHref("passwordReset"), account.locale),
  };
  await write(services, account, (t) => addressTakenMessage({ name: personName(account), workspace: account.workspace, ...urls }, t));
}

/** Mails an invitation with its link, in the inviter's language. The link of an earlier mail becomes invalid. */
export async function sendInvitationMail(services: Services, invitationId: string): Promise<void> {
  const { secret, tokenHash } = makeLinkSecret();
  const expiresAt = inFuture(valid.invitationDays * day);
  const invitation = await renewInvitation(services.database.db, invitationId, { tokenHash, expiresAt });
  if (!invitation) return;
  const { email, workspace, client, locale, theme } = invitation;
  const url = pageUrl(services, serverHref("invitation", { token: secret }), locale);
  const inviter = personName(invitation);
  await write(services, { email, firstName: null, lastName: null, locale, theme }, (t) =>
    invitationMessage({ inviter, client, workspace, url, validDays: valid.invitationDays }, t),
  );
}

/** Sets and mails the password for an invited person's first sign-in, unless they have already signed in or chosen their own. */
export async function sendFirstPasswordMail(services: Services, userId: string): Promise<void> {
  const { database } = services;
  const account = await findRecipient(database.db, userId);
  if (!account?.passwordExpired) return;
  const password = makeReadablePassword();
  const after = await hashPassword(password);
  const until = inFuture(valid.firstPasswordDays * day);
  if (!(await setFirstPassword(database.db, userId, { before: account.passwordHash, after, until }))) return;
  const { workspace, email } = account;
  const signInUrl = pageUrl(services, serverHref("signIn"), account.locale);
  const facts = { name: personName(account), workspace, email, password, signInUrl, validDays: valid.firstPasswordDays };
  await write(services, account, (t) => firstPasswordMessage(facts, t));
}

/**
 * Opens a change of address, in the transaction that enqueues its mails. The job makes the secret of the link, and only while the change is
 * open: no link is mailed after it was cancelled, for example by a new password.
 */
export async function openEmailChange(transaction: Transaction, { userId, email }: { userId: string; email: string }): Promise<void> {
  const { tokenHash } = makeLinkSecret();
  const expiresAt = inFuture(valid.emailChangeDays * day);
  await replaceLink(transaction, { userId, purpose: "email_change", email, tokenHash, expiresAt });
}

/** One job for each of the two mails, to the new address and to the old one. */
export async function enqueueEmailChangeMails(
  { jobs }: Services,
  tx: Transaction,
  change: { userId: string; email: string },
): Promise<void> {
  await jobs.enqueue(tx, "email-change-mail", change);
  await jobs.enqueue(tx, "email-change-notice-mail", change);
}

/** For jobs of the previous version, which sent both mails. */
export const splitEmailChangeMails = (services: Services, change: { userId: string; email: string }): Promise<void> =>
  inTransaction(services.database, (tx) => enqueueEmailChangeMails(services, tx, change));

/**
 * Mails the link that confirms the new address to it. If somebody else has that address, they are told of the attempt instead, which does not
 * reveal their account to anyone.
 */
export async function sendEmailChangeMail(services: Services, userId: string, email: string): Promise<void> {
  const { database } = services;
  const account = await findRecipient(database.db, userId);
  if (!account) return;
  const { secret, tokenHash } = makeLinkSecret();
  const expiresAt = inFuture(valid.emailChangeDays * day);
  if (!(await renewEmailChange(database.db, { userId, email, tokenHash, expiresAt }))) return;

  const { workspace } = account;
  const holder = await findRecipientByAddress(database.db, workspace, email);
  if (holder?.confirmedAt && holder.userId !== userId) return sendAddressTakenMail(services, holder.userId);
  const url = pageUrl(services, serverHref("emailConfirmation", { token: secret }), account.locale);
  await write(services, { ...account, email, firstName: null, lastName: null }, (t) =>
    emailChangeConfirmMessage({ workspace, url, validDays: valid.emailChangeDays }, t),
  );
}

/** Tells the old address that the account is about to get another one. */
export async function sendEmailChangeNotice(services: Services, userId: string, email: string): Promise<void> {
  const { database } = services;
  const account = await findRecipient(database.db, userId);
  const pending = await findPendingEmail(database.db, userId);
  if (!account || pending?.email !== email) return;
  const { workspace } = account;
  const newPasswordUrl = pageUrl(services, serverHref("passwordReset"), account.locale);
  await write(services, account, (t) => emailChangeAskedMessage({ name: personName(account), workspace, email, newPasswordUrl }, t));
}

/** Tells the previous address that the account now has another one. */
export async function sendEmailChangedMail(services: Services, userId: string, previousEmail: string): Promise<void> {
  const account = await findRecipient(services.database.db, userId);
  if (!account) return;
  const { workspace, email } = account;
  await write(services, { ...account, email: previousEmail }, (t) =>
    emailChangedMessage({ name: personName(account), workspace, email }, t),
  );
}

/** Tells a person that their password was changed. */
export async function sendPasswordChangedMail(services: Services, userId: string): Promise<void> {
  const account = await findRecipient(services.database.db, userId);
  if (!account) return;
  const newPasswordUrl = pageUrl(services, serverHref("passwordReset"), account.locale);
  await write(services, account, (t) =>
    passwordChangedMessage({ name: personName(account), workspace: account.workspace, newPasswordUrl }, t),
  );
}

/** Sends a message in the recipient's language. */
async function write(
  { mail, config }: Services,
  recipient: Pick<Recipient, "email" | "firstName" | "lastName" | "locale" | "theme">,
  toMessage: (t: MailText) => Message,
): Promise<void> {
  const locale = recipient.locale ?? defaultLocale;
  const to = { name: personName(recipient), address: recipient.email };
  await mail.send({ to, locale, message: toMessage(mailTexts(locale, config.productName)), theme: recipient.theme });
}

const inFuture = (milliseconds: number): Date => new Date(Date.now() + milliseconds);
