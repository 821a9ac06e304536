import { randomBytes } from "node:crypto";
import { serverHref } from "../../../contract/paths.server";
import type { Role } from "../../../contract/rest/users";
import { revokeApiKeys } from "../../db/account/api-keys";
import { findKeysInUse } from "../../db/articles/attachments";
import { updateAccount } from "../../db/auth/accounts";
import { endLinks, replaceLink } from "../../db/auth/links";
import { onExclusiveConnection } from "../../db/exclusive";
import { findPictureKeysInUse } from "../../db/newsletters/pictures";
import { inTransaction, isUniqueViolation, type Transaction } from "../../db/pool";
import { type ClientRows, countClientData, deleteClientData, filesLock } from "../../db/workspace/client-data";
import * as store from "../../db/workspace/operator";
import type { Services } from "../../services";
import { makeLinkSecret } from "../auth/link-secrets";
import { hashPassword } from "../auth/passwords";
import { ClientDisabled, InvalidFields, NotFound } from "../errors";
import { createClient, createPerson } from "../people/people";
import { toFileKey } from "../stored-files";
import { record } from "./audit";
import { requireWorkspaceName } from "./clients";

// Operations without a user interface. The operator runs them on the command line; the audit log of the workspace records them.

const linkHours = 24;
const hour = 60 * 60 * 1000;

export type OperatedClient = NonNullable<Awaited<ReturnType<typeof store.findClientToOperate>>>;
export type ListedClient = store.ListedClient;

/** How the owner gets access: by a mail with a first password, or by a link that is valid once, for `validHours`. */
export type Access = { by: "mail" } | { by: "link"; url: string; validHours: number };

export interface NewClientWithOwner {
  workspace: string;
  name: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  locale: "de" | "en";
}

/** There is no workspace with this name. */
export class NoSuchClient extends NotFound {
  constructor(readonly workspace: string) {
    super();
  }
}

/** The workspace has no owner whose access could be reset. */
export class OwnerMissing extends NotFound {}

/** Throws `NoSuchClient`. */
export async function requireOperatedClient({ database }: Services, workspace: string): Promise<OperatedClient> {
  const client = await store.findClientToOperate(database.db, workspace);
  if (!client) throw new NoSuchClient(workspace);
  return client;
}

/** All workspaces by name, with their numbers of people, articles and bytes. */
export const listAllClients = ({ database }: Services): Promise<ListedClient[]> => store.listClients(database.db);

/** Creates a workspace and its owner, who completes the profile at the first sign-in. Throws `InvalidFields`, also if the name is taken. */
export async function createClientWithOwner(
  services: Services,
  { workspace, name, ...owner }: NewClientWithOwner,
  { asLink }: { asLink: boolean },
): Promise<{ id: string; access: Access }> {
  requireWorkspaceName(workspace);
  const passwordHash = await hashPassword(randomPassword());
  try {
    return await inTransaction(services.database, async (tx) => {
      const id = await createClient(tx, { workspace, name });
      const person = { ...owner, clientId: id, role: "owner" as Role, profileComplete: false, passwordExpired: true };
      const { userId } = await createPerson(tx, { ...person, passwordHash });
      await record(tx, { clientId: id, by: "operator" }, { kind: "clientCreated" });
      return { id, access: await giveAccess(services, tx, userId, asLink) };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new InvalidFields({ workspace: [{ key: "workspaceTaken" }] });
    throw error;
  }
}

/** Disables a workspace, which locks out its members, or enables it again. Returns false if it already was. */
export async function setClientDisabled({ database }: Services, { id }: OperatedClient, isDisabled: boolean): Promise<boolean> {
  return inTransaction(database, async (tx) => {
    const isChanged = await store.setDisabled(tx, id, isDisabled);
    if (isChanged) await record(tx, { clientId: id, by: "operator" }, { kind: isDisabled ? "clientDisabled" : "clientEnabled" });
    return isChanged;
  });
}

/**
 * Invalidates the owner's sessions, API keys and password, and gives new access. Throws `OwnerMissing`, and `ClientDisabled` if access would be by mail: no
 * mails are sent for a disabled workspace.
 */
export async function resetOwnerAccess(
  services: Services,
  { id, disabledAt }: OperatedClient,
  { asLink }: { asLink: boolean },
): Promise<{ email: string; access: Access }> {
  if (disabledAt && !asLink) throw new ClientDisabled();
  const passwordHash = await hashPassword(randomPassword());
  return inTransaction(services.database, async (tx) => {
    const owner = await store.lockOwner(tx, id);
    if (!owner) throw new OwnerMissing();
    await updateAccount(tx, owner.id, { passwordHash, passwordExpired: true, confirmedAt: new Date() });
    await store.deleteSessions(tx, owner.id);
    await endLinks(tx, owner.id);
    await revokeApiKeys(tx, owner.id);
    await record(tx, { clientId: id, by: "operator" }, { kind: "ownerAccessReset", userId: owner.id });
    return { email: owner.email, access: await giveAccess(services, tx, owner.id, asLink) };
  });
}

async function giveAccess({ config, jobs }: Services, tx: Transaction, userId: string, asLink: boolean): Promise<Access> {
  if (!asLink) {
    await jobs.enqueue(tx, "first-password-mail", { userId });
    return { by: "mail" };
  }
  const { secret, tokenHash } = makeLinkSecret();
  const expiresAt = new Date(Date.now() + linkHours * hour);
  await replaceLink(tx, { userId, purpose: "password_reset", tokenHash, expiresAt });
  return {
    by: "link",
    url: new URL(serverHref("passwordResetConfirmation", { token: secret }), config.publicUrl).href,
    validHours: linkHours,
  };
}

/** A placeholder that nobody knows. */
const randomPassword = () => randomBytes(32).toString("base64url");

/** The deletion preview of a workspace: rows by table, and the number of files. */
export interface ClientRemoval {
  rows: Record<string, number>;
  files: number;
}

/** Counts the data that `deleteClient` would delete now. */
export async function countClient({ database }: Services, { id }: OperatedClient): Promise<ClientRemoval> {
  return toRemoval(await countClientData(database, id));
}

/**
 * Deletes a workspace with everything in it. Concurrent writes wait and then do not find it. Files are deleted after the rows: if the process is
 * killed, the cleanup job deletes the rest.
 */
export async function deleteClient(services: Services, client: OperatedClient): Promise<ClientRemoval> {
  const { database, files } = services;
  const deleted = await deleteClientData(database, client.id);
  // Waits for exports, which copy files that were referenced when they began.
  await onExclusiveConnection(database, filesLock, async () => {
    for (let at = 0; at < deleted.storageKeys.length; at += keysAtOnce) {
      const keys = deleted.storageKeys.slice(at, at + keysAtOnce);
      const inUse = new Set([...(await findKeysInUse(database.db, keys)), ...(await findPictureKeysInUse(database.db, keys))]);
      for (const key of keys.filter((one) => !inUse.has(one))) {
        for (const variant of ["original", "small", "large"] as const) await files.delete(toFileKey(key, variant));
        await files.delete(`${key}.svg`);
      }
    }
  });
  return toRemoval(deleted);
}

const keysAtOnce = 500;

const toRemoval = ({ rows, storageKeys }: ClientRows): ClientRemoval => ({ rows, files: storageKeys.length });
