import { type AnyColumn, eq, type SQL, sql } from "drizzle-orm";
import type { Permitted } from "../../permissions/permissions";
import type { Queryable, Transaction } from "../pool";
import { clients } from "../schema";

/** The settings that decide who may join a workspace. */
const entryColumns = {
  id: clients.id,
  workspace: clients.workspace,
  name: clients.name,
  signupEnabled: clients.signupEnabled,
  emailWhitelist: clients.emailWhitelist,
  emailBlacklist: clients.emailBlacklist,
  disabledAt: clients.disabledAt,
};

/** Condition that the workspace with this id is not disabled. Disabled ones show nothing to anybody. */
export const isOpenClient = (clientId: AnyColumn | SQL): SQL =>
  sql`exists (select 1 from clients open_client where open_client.id = ${clientId} and open_client.disabled_at is null)`;

export type ClientEntry = NonNullable<Awaited<ReturnType<typeof findClient>>>;

export async function findClient(db: Queryable, id: string) {
  const [client] = await db.select(entryColumns).from(clients).where(eq(clients.id, id));
  return client;
}

export async function findClientByWorkspace(db: Queryable, workspace: string): Promise<ClientEntry | undefined> {
  const [client] = await db.select(entryColumns).from(clients).where(eq(clients.workspace, workspace));
  return client;
}

/** A workspace as all its members see it. */
export const ownClientColumns = {
  id: clients.id,
  workspace: clients.workspace,
  name: clients.name,
  theme: clients.theme,
  logoKey: clients.logoKey,
  logoWidth: clients.logoWidth,
  logoHeight: clients.logoHeight,
  external: clients.external,
  shareable: clients.shareable,
};

export type ClientRow = NonNullable<Awaited<ReturnType<typeof findClientSettings>>>;

/** All settings of a workspace. `lock` locks it until the transaction ends. */
export async function findClientSettings(db: Queryable, id: string, { lock = false } = {}) {
  const query = db
    .select({
      ...ownClientColumns,
      clientId: clients.id,
      emailSignature: clients.emailSignature,
      signupEnabled: clients.signupEnabled,
      emailWhitelist: clients.emailWhitelist,
      emailBlacklist: clients.emailBlacklist,
      lockVersion: clients.lockVersion,
    })
    .from(clients)
    .where(eq(clients.id, id));
  const [client] = lock ? await query.for("no key update") : await query;
  return client;
}

export type ClientValues = Partial<Omit<typeof clients.$inferInsert, "id" | "createdAt" | "lockVersion">>;

export async function updateClient(
  tx: Transaction,
  { clientId }: Permitted<{ clientId: string }, "workspace:update" | "theme:update">,
  values: ClientValues,
): Promise<void> {
  await tx
    .update(clients)
    .set({ ...values, lockVersion: sql`${clients.lockVersion} + 1` })
    .where(eq(clients.id, clientId));
}

/**
 * Serialises the transactions that assign addresses in this workspace. Other writes continue, because the locks of their foreign keys do not
 * conflict with this one.
 */
export async function lockAddresses(transaction: Transaction, clientId: string): Promise<void> {
  await transaction.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for("no key update");
}
