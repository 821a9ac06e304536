import { type Belongings, countBelongings, removeUser } from "../../db/account/user-removal";
import { inTransaction } from "../../db/pool";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { NotAllowed, OwnerStays, SignedOut } from "../errors";
import { requireOwnAccount, requireUser } from "../people/users";
import { record } from "../workspace/audit";
import { requireOwnPassword } from "./own-password";

export interface Removal extends Belongings {
  /** Nobody removes the owner of a workspace. */
  allowed: boolean;
}

/** What would become of what if the account were removed: for oneself, and for who runs the workspace. Throws `NotFound`. */
export async function requireRemoval(services: Services, viewer: Viewer, id: string): Promise<Removal> {
  const user = await requireUser(services, viewer, id);
  if (id !== viewer.userId && viewer.role !== "owner" && viewer.role !== "admin") throw new NotAllowed();
  const belongings = await countBelongings(services.database.db, { clientId: viewer.clientId, id });
  return { ...belongings, allowed: user.role !== "owner" };
}

/**
 * Closes one's own account: the articles in the folders of teams stay there with their author's name, the personal team goes, every
 * session ends. Throws `NotFound`, `NotAllowed`, `OwnerStays`, and `InvalidFields` or `TooManyAttempts` for a wrong password.
 */
export async function closeAccount(services: Services, viewer: Viewer, id: string, currentPassword: string): Promise<void> {
  await requireOwnAccount(services, viewer, id);
  if (viewer.role === "owner") throw new OwnerStays();
  await requireOwnPassword(services, viewer, currentPassword);
  await inTransaction(services.database, async (tx) => {
    await record(tx, viewer, { kind: "accountClosed" });
    if (!(await removeUser(tx, { clientId: viewer.clientId, id }))) throw new SignedOut();
  });
}
