import { setTimeout as sleep } from "node:timers/promises";
import { createQuota } from "../../db/attempts";
import { deleteUnconfirmed, findAccountByEmail, listUnconfirmed, updateAccount } from "../../db/auth/accounts";
import { endLinks } from "../../db/auth/links";
import { type Database, inTransaction, type Transaction } from "../../db/pool";
import { type ClientEntry, findClientByWorkspace, lockAddresses } from "../../db/workspace/clients";
import type { Services } from "../../services";
import { InvalidFields, refuseProblems } from "../errors";
import { isEmailAllowed } from "../people/email-lists";
import { createPerson } from "../people/people";
import { createRateLimit } from "../rate-limit";
import { type ChosenPassword, findPasswordProblems, hashPassword } from "./passwords";

const minute = 60;
const day = 24 * 60 * minute;
/** As long as the mail's link is good. */
const daysToConfirm = 7;
/** Accounts deleted in one transaction, so that none holds the database for long. */
const batch = 200;
/** Every one of them sends a mail. A whole office can sit behind one address. */
const allowances = { account: { calls: 5, seconds: 15 * minute }, address: { calls: 50, seconds: 15 * minute } };
/** A refused sign-in sends the mail again, so seldom that nobody's mailbox is filled by it. */
const mailsAgain = { name: "sign-up-mail-again", failures: 3, seconds: 60 * minute };
/** Longer than either way takes, so that the time does not tell whether the address has an account. */
const evenMs = 250;

export interface SignUp extends ChosenPassword {
  workspace: string;
  email: string;
}

/** Where a sign-up comes from, and in which language. */
interface SignUpVisitor {
  address: string | undefined;
  locale: "de" | "en";
}

/**
 * A new account, which counts once its address is confirmed by the link of a mail. An address that has an account already gets
 * the same answer after the same time, and a mail that says so. Throws `InvalidFields` and `TooManyAttempts`.
 */
export function createSignUp(services: Services) {
  const limit = createRateLimit(services, "sign-up", allowances);

  return async function signUp({ workspace, email, ...chosen }: SignUp, { address, locale }: SignUpVisitor): Promise<void> {
    await limit({ account: `${workspace}\0${email.toLowerCase()}`, address });
    const found = await findClientByWorkspace(services.database.db, workspace);
    const client = found?.signupEnabled && !found.disabledAt ? found : undefined;
    const problems = await findPasswordProblems(chosen, [email, workspace, client?.name]);
    if (!client) throw new InvalidFields({ workspace: [{ key: "signUpClosed" }], ...problems });
    if (!isEmailAllowed(email, client)) problems.email = [{ key: "emailNotAllowed" }];
    refuseProblems(problems);
    const passwordHash = await hashPassword(chosen.password);
    const storing = inTransaction(services.database, (tx) => storeSignUp(services, tx, client, { email, passwordHash, locale }));
    await Promise.all([storing, sleep(evenMs)]);
  };
}

interface StoredSignUp {
  email: string;
  passwordHash: string;
  locale: "de" | "en";
}

async function storeSignUp({ jobs }: Services, tx: Transaction, client: ClientEntry, signUp: StoredSignUp): Promise<void> {
  await lockAddresses(tx, client.id);
  const account = await findAccountByEmail(tx, client.id, signUp.email);
  if (account?.confirmedAt) return jobs.enqueue(tx, "address-taken-mail", { userId: account.id });
  const userId = account ? await renewSignUp(tx, account.id, signUp) : await makeAccount(tx, client.id, signUp);
  await jobs.enqueue(tx, "sign-up-mail", { userId });
}

/**
 * Who signs up again before confirming gets what they typed last. Earlier links are void, so that nobody confirms a password
 * that somebody else has chosen for their address before.
 */
async function renewSignUp(tx: Transaction, userId: string, { passwordHash, locale }: StoredSignUp): Promise<string> {
  await updateAccount(tx, userId, { passwordHash, locale, createdAt: new Date() });
  await endLinks(tx, userId);
  return userId;
}

async function makeAccount(tx: Transaction, clientId: string, { email, passwordHash, locale }: StoredSignUp): Promise<string> {
  const person = { clientId, email, passwordHash, locale, role: "editor", firstName: null, lastName: null } as const;
  const { userId } = await createPerson(tx, { ...person, confirmedAt: null, profileComplete: false });
  return userId;
}

/** Deletes accounts that nobody has confirmed within a week. */
export async function deleteStaleSignUps(database: Database): Promise<void> {
  const before = new Date(Date.now() - daysToConfirm * day * 1000);
  for (let found = batch; found === batch; ) {
    found = await inTransaction(database, async (tx) => {
      const stale = await listUnconfirmed(tx, before, batch);
      if (stale.length > 0) await deleteUnconfirmed(tx, stale);
      return stale.length;
    });
  }
}

/** Sends the mail with the link again to somebody who knows the password, now and then. */
export function createSignUpReminder({ database, jobs }: Services) {
  const mails = createQuota(database, mailsAgain);
  return async function remind(userId: string): Promise<void> {
    if (await mails.begin(userId)) return;
    await inTransaction(database, (tx) => jobs.enqueue(tx, "sign-up-mail", { userId }));
  };
}
