import type { z } from "zod";
import type { profileSchema } from "../../../contract/rest/users";
import type { Camel } from "../../../contract/wire";
import { renamePersonalTeam } from "../../db/auth/accounts";
import { lockOwnAccount, replaceOwnInterests, updateOwnProfile } from "../../db/people/users";
import { inTransaction, type Transaction } from "../../db/pool";
import { listTagIds } from "../../db/workspace/tags";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { InvalidFields, SignedOut } from "../errors";
import { displayName } from "../people/people";
import { requireOwnAccount, requireUser, type User } from "../people/users";
import { requireTagIds } from "../workspace/tags";

export type ProfileInput = Camel<z.infer<typeof profileSchema>>;

/**
 * Changes the viewer's profile; omitted fields stay, and the later of two concurrent changes wins. Once it has a salutation and both names, it stays
 * complete. Throws `NotFound`, `NotAllowed` and `InvalidFields`.
 */
export async function changeProfile(services: Services, viewer: Viewer, id: string, { interests, ...fields }: ProfileInput): Promise<User> {
  await requireOwnAccount(services, viewer, id);
  await inTransaction(services.database, async (tx) => {
    const before = await lockOwnAccount(tx, viewer);
    if (!before) throw new SignedOut();
    const after = { ...before, ...fields };
    const isComplete = after.salutation !== null && after.firstName !== null && after.lastName !== null;
    await updateOwnProfile(tx, viewer, { ...fields, profileComplete: before.profileComplete || isComplete });
    const names = { from: displayName(before), to: displayName(after) };
    if (names.to !== names.from) await renamePersonalTeam(tx, viewer.userId, names);
    if (interests) await replaceOwnInterests(tx, viewer, await requireInterests(tx, viewer, interests));
  });
  return requireUser(services, viewer, id);
}

/** New names become tags of the workspace. Readers may not create tags, so they choose among existing ones. */
async function requireInterests(tx: Transaction, viewer: Viewer, names: string[]): Promise<string[]> {
  if (viewer.role !== "reader") return requireTagIds(tx, viewer, names);
  const ids = await listTagIds(tx, viewer.clientId, names);
  if (ids.includes(undefined)) throw new InvalidFields({ interests: [{ key: "notAChoice" }] });
  return [...new Set(ids.filter((id) => id !== undefined))];
}
