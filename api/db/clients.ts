import { eq } from "drizzle-orm";
import type { Queryable, Transaction } from "./pool";
import { clients } from "./schema";

/** What decides who may join a workspace. */
const entryColumns = {
  id: clients.id,
  workspace: clients.workspace,
  name: clients.name,
  signupEnabled: clients.signupEnabled,
  emailWhitelist: clients.emailWhitelist,
  emailBlacklist: clients.emailBlacklist,
};

export type ClientEntry = NonNullable<Awaited<ReturnType<typeof findClient>>>;

export async function findClient(db: Queryable, id: string) {
  const [client] = await db.select(entryColumns).from(clients).where(eq(clients.id, id));
  return client;
}

export async function findClientByWorkspace(db: Queryable, workspace: string): Promise<ClientEntry | undefined> {
  const [client] = await db.select(entryColumns).from(clients).where(eq(clients.workspace, workspace));
  return client;
}

/**
 * Lets one transaction at a time say who has which address in this workspace. Other writes go on: their foreign keys ask for
 * less than this lock refuses.
 */
export async function lockAddresses(transaction: Transaction, clientId: string): Promise<void> {
  await transaction.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for("no key update");
}
