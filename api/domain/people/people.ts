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
  /** `null` for an account whose address is still to be confirmed. */
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

/** A workspace without anybody in it; answers its id. */
export function createClient(transaction: Transaction, client: NewClient): Promise<string> {
  return insertClient(transaction, { ...client, workspace: client.workspace.toLowerCase() });
}

/**
 * An account with its personal team and inbox. The hash comes from `hashPassword`, made before the
 * transaction began: it takes long, and the embedded database stands still meanwhile.
 */
export async function createPerson(transaction: Transaction, person: NewPerson & { passwordHash: string }): Promise<Person> {
  const userId = await insertUser(transaction, person);
  const name = displayName(person);
  const team = await insertPersonalTeam(transaction, { clientId: person.clientId, userId, name, inboxName: inboxNames[person.locale] });
  return { userId, ...team };
}

/** How a person is called; a personal team carries this name and is renamed with its person. */
export function displayName({ firstName, lastName, email }: Pick<NewPerson, "firstName" | "lastName" | "email">): string {
  return [firstName, lastName].filter(Boolean).join(" ") || email;
}
