import type { Role } from "../../../contract/rest/users";
import de from "../../../locales/de/api.json";
import en from "../../../locales/en/api.json";
import { insertClient, insertPersonalTeam, insertUser } from "../../db/people/people";
import type { Transaction } from "../../db/pool";

const inboxNames = { de: de.inbox, en: en.inbox };

export interface NewPerson {
  clientId: string;
  email: string;
  role: Role;
  firstName: string | null;
  lastName: string | null;
  salutation?: "Frau" | "Herr" | null;
  jobTitle?: string | null;
  locale: "de" | "en";
  /** `null` for an account whose address is not confirmed yet. */
  confirmedAt?: null;
  profileComplete?: boolean;
  passwordExpired?: boolean;
}

export interface Person {
  userId: string;
  teamId: string;
  inboxId: string;
}

export interface NewClient {
  workspace: string;
  name: string;
  signupEnabled?: boolean;
  emailWhitelist?: string[];
}

/** Creates a workspace without members and returns its id. */
export function createClient(transaction: Transaction, client: NewClient): Promise<string> {
  return insertClient(transaction, { ...client, workspace: client.workspace.toLowerCase() });
}

/**
 * Creates an account with its personal team and inbox. Call `hashPassword` before the transaction: it is slow, and would block the embedded
 * database.
 */
export async function createPerson(transaction: Transaction, person: NewPerson & { passwordHash: string }): Promise<Person> {
  const userId = await insertUser(transaction, person);
  const name = displayName(person);
  const team = await insertPersonalTeam(transaction, { clientId: person.clientId, userId, name, inboxName: inboxNames[person.locale] });
  return { userId, ...team };
}

/** A person's name, or the e-mail address if they have none. The personal team has the same name and is renamed with the person. */
export function displayName({ firstName, lastName, email }: Pick<NewPerson, "firstName" | "lastName" | "email">): string {
  return [firstName, lastName].filter(Boolean).join(" ") || email;
}
