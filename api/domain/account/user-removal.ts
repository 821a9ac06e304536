import { previewUserDeletion, removeUser, type UserDeletionPreview } from "../../db/account/user-removal";
import { inTransaction } from "../../db/pool";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { NotAllowed, OwnerStays, SignedOut } from "../errors";
import { requireOwnAccount, requireUser } from "../people/users";
import { record } from "../workspace/audit";
import { requireOwnPassword } from "./own-password";

export interface Removal extends UserDeletionPreview {
  /** False for the owner of the workspace. */
  allowed: boolean;
}

/** The deletion preview of an account, for its person and for owner and admins of the workspace. Throws `NotFound` and `NotAllowed`. */
export async function requireRemoval(services: Services, viewer: Viewer, id: string): Promise<Removal> {
  if (id !== viewer.userId && viewer.role !== "owner" && viewer.role !== "admin") throw new NotAllowed();
  const user = await requireUser(services, viewer, id);
  const preview = await previewUserDeletion(services.database.db, { clientId: viewer.clientId, id });
  return { ...preview, allowed: user.role !== "owner" };
}

/**
 * Closes the viewer's account. Articles in folders of teams stay there with the author's name; the personal team is deleted and all sessions end.
 * Throws `NotFound`, `NotAllowed`, `OwnerStays`, and `InvalidFields` or `RateLimitReached` for a wrong password.
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
