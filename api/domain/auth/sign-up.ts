import { setTimeout as sleep } from "node:timers/promises";
import { deleteUnconfirmed, findAccountByEmail, listUnconfirmed, updateAccount } from "../../db/auth/accounts";
import { endLinks } from "../../db/auth/links";
import { type Database, inTransaction, type Transaction } from "../../db/pool";
import { type ClientEntry, findClientByWorkspace, lockAddresses } from "../../db/workspace/clients";
import type { Services } from "../../services";
import { InvalidFields, refuseProblems } from "../errors";
import { isEmailAllowed } from "../people/email-lists";
import { createPerson } from "../people/people";
import { type ChosenPassword, findPasswordProblems, hashPassword } from "./passwords";

const day = 24 * 60 * 60;
/** As long as the mail's link is valid. */
const daysToConfirm = 7;
/** Accounts deleted per transaction, so that none takes long. */
const batch = 200;
/** Longer than either branch takes, so that the time does not reveal whether the address has an account. */
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
 * Creates an account, which becomes active when its address is confirmed by the link of a mail. For an address that already has an account
 * the response and its time are the same, and the mail says so. Throws `InvalidFields` and `RateLimitReached`.
 */
export async function signUp(
  services: Services,
  { workspace, email, ...chosen }: SignUp,
  { address, locale }: SignUpVisitor,
): Promise<void> {
  await services.rateLimits.consume({ "sign-up-address": address, "sign-up": `${workspace}\0${email.toLowerCase()}` });
  const found = await findClientByWorkspace(services.database.db, workspace);
  const client = found?.signupEnabled && !found.disabledAt ? found : undefined;
  const problems = await findPasswordProblems(chosen, [email, workspace, client?.name]);
  if (!client) throw new InvalidFields({ workspace: [{ key: "signUpClosed" }], ...problems });
  if (!isEmailAllowed(email, client)) problems.email = [{ key: "emailNotAllowed" }];
  refuseProblems(problems);
  const passwordHash = await hashPassword(chosen.password);
  const storing = inTransaction(services.database, (tx) => storeSignUp(services, tx, client, { email, passwordHash, locale }));
  await Promise.all([storing, sleep(evenMs)]);
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
 * Before confirmation, a later sign-up replaces an earlier one. Earlier links become invalid, so that nobody confirms a password that somebody
 * else chose for their address.
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

/** Sends the confirmation mail again to a person who knows the password, with a limit so that a mailbox cannot be flooded. */
export async function remindOfSignUp({ database, jobs, rateLimits }: Services, userId: string): Promise<void> {
  if (await rateLimits.tryConsume("sign-up-mail-again", userId)) return;
  await inTransaction(database, (tx) => jobs.enqueue(tx, "sign-up-mail", { userId }));
}
