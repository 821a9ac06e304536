import { findUser, type UserRow } from "../../db/people/users";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { NotAllowed, NotFound } from "../errors";
import { requireId } from "../ids";
import { toStorableMoment } from "../stream/news";

export type User = UserRow;

/**
 * The viewer's account. Owner and admins also see every other account of the workspace, everybody else only public profiles, without the state of
 * the account. The viewer's account also reports whether they have unread notifications and, with `newsAfter` (ISO 8601), whether other people
 * filed articles since then: every page requests the account anyway. Throws `NotFound`.
 */
export async function requireUser(
  { database }: Services,
  viewer: Viewer,
  id: string,
  { newsAfter }: { newsAfter?: string } = {},
): Promise<User> {
  const after = newsAfter === undefined ? undefined : toStorableMoment(newsAfter);
  const own = id === viewer.userId ? { viewer, after } : undefined;
  const user = await findUser(database.db, viewer.clientId, requireId(id), own);
  if (!user) throw new NotFound();
  if (user.id === viewer.userId || viewer.role === "owner" || viewer.role === "admin") return user;
  if (user.visibility === "is_private") throw new NotFound();
  return { ...user, locale: null, colorScheme: "auto", hasShortcuts: true, profileComplete: true, passwordExpired: false };
}

/** Throws unless it is the viewer's account: `NotFound` if it is not visible, otherwise `NotAllowed`. */
export async function requireOwnAccount(services: Services, viewer: Viewer, id: string): Promise<void> {
  if (id === viewer.userId) return;
  await requireUser(services, viewer, id);
  throw new NotAllowed();
}
