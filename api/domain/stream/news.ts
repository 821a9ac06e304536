import * as store from "../../db/stream/news";
import type { Services } from "../../services";
import type { SessionKey } from "../auth/session";
import { PasswordExpired, SignedOut } from "../errors";

/**
 * How many articles others filed since then in folders that the holder of the session sees, counted up to one more than `limits.news`.
 * Throws `SignedOut` and `PasswordExpired`. Every open window asks, so it is one statement.
 */
export async function countNews({ database }: Services, session: SessionKey, after: string): Promise<number> {
  const count = await store.countNews(database.db, session, toStorableMoment(after));
  if (count === undefined) throw new SignedOut();
  if (count === "expired") throw new PasswordExpired();
  return count;
}

/** Nothing here is older than this, and PostgreSQL knows no year 0. */
export const toStorableMoment = (iso: string) => new Date(Math.max(Date.parse(iso), 0));
