import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Viewer } from "../../permissions/viewer";
import { containsText } from "../contains-text";
import { visibleFolders } from "../folders/folders";
import { hasUnread } from "../notifications/notifications";
import type { Queryable, Transaction } from "../pool";
import { clients, userInterests, users } from "../schema";
import { newsAfter } from "../stream/news";
import { ownClientColumns } from "../workspace/clients";

/** A person as shown with articles, comments and ownerships. */
export const personColumns = { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email };

const fullName = sql`concat_ws(' ', ${users.firstName}, ${users.lastName})`;

/** Whether a person's name or address contains the term. */
export const holdsTerm = (term: string) => containsText(sql`${fullName} || ' ' || ${users.email}`, term);

export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number];

/** The people of a workspace whose name or address contains the term, by name. A person with exactly this address comes first. */
export function listPeople(db: Queryable, clientId: string, { term = "", limit }: { term?: string; limit: number }) {
  return db
    .select(personColumns)
    .from(users)
    .where(and(eq(users.clientId, clientId), isNull(users.removedAt), isNotNull(users.confirmedAt), holdsTerm(term)))
    .orderBy(sql`lower(${users.email}) <> lower(${term})`, sql`${fullName} collate "und-x-icu"`, users.id)
    .limit(limit);
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

/**
 * The account with its workspace, unless it was removed. For the viewer's own account, also whether they have unread notifications, and
 * whether others have filed articles after a moment.
 */
export async function findUser(db: Queryable, clientId: string, id: string, own?: { viewer: Viewer; after?: Date | undefined }) {
  const [user] = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      salutation: users.salutation,
      jobTitle: users.jobTitle,
      interests: sql<{ id: string; name: string; slug: string }[]>`(
        select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug) order by i.position), '[]')
        from user_interests i join tags t on t.id = i.tag_id where i.user_id = ${users.id})`,
      visibility: users.visibility,
      locale: sql<"de" | "en" | null>`${users.locale}`,
      colorScheme: users.colorScheme,
      hasShortcuts: users.hasShortcuts,
      role: users.role,
      profileComplete: users.profileComplete,
      passwordExpired: users.passwordExpired,
      createdAt: users.createdAt,
      hasNews: own?.after ? sql<boolean>`exists (${newsAfter(own.viewer, own.after)})` : sql<null>`null`,
      hasUnread: own ? sql<boolean>`${hasUnread(sql`${id}::uuid`, visibleFolders(own.viewer))}` : sql<null>`null`,
      client: ownClientColumns,
    })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(and(eq(users.clientId, clientId), eq(users.id, id), isNull(users.removedAt)));
  return user;
}

export type ProfileValues = Partial<
  Pick<
    typeof users.$inferInsert,
    "salutation" | "firstName" | "lastName" | "jobTitle" | "visibility" | "locale" | "colorScheme" | "hasShortcuts" | "profileComplete"
  >
>;

/**
 * Locks the viewer's account until the transaction ends, so that changes run one after the other; `undefined` if it was removed. New rows may
 * still refer to the account: an article that waited for it could hold a lock on a tag that the account's change waits for.
 */
export async function lockOwnAccount(tx: Transaction, viewer: Viewer) {
  const [account] = await tx
    .select({
      salutation: users.salutation,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      profileComplete: users.profileComplete,
    })
    .from(users)
    .where(and(isOwn(viewer), isNull(users.removedAt)))
    .for("no key update");
  return account;
}

/** `undefined` if the account was removed. */
export async function findOwnPasswordHash(db: Queryable, viewer: Viewer): Promise<string | undefined> {
  const [account] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(and(isOwn(viewer), isNull(users.removedAt)));
  return account?.passwordHash;
}

export async function findOwnEmail(db: Queryable, viewer: Viewer): Promise<string | undefined> {
  const [account] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(isOwn(viewer), isNull(users.removedAt)));
  return account?.email;
}

export async function updateOwnProfile(tx: Transaction, viewer: Viewer, values: ProfileValues): Promise<void> {
  await tx.update(users).set(values).where(isOwn(viewer));
}

/** Replaces the account's interests, in this order. */
export async function replaceOwnInterests(tx: Transaction, { userId }: Viewer, tagIds: string[]): Promise<void> {
  await tx.delete(userInterests).where(eq(userInterests.userId, userId));
  if (tagIds.length === 0) return;
  await tx.insert(userInterests).values(tagIds.map((tagId, position) => ({ userId, tagId, position })));
}

const isOwn = (viewer: Viewer) => and(eq(users.clientId, viewer.clientId), eq(users.id, viewer.userId));
