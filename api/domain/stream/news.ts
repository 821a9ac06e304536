import * as store from "../../db/stream/news";
import type { Services } from "../../services";
import type { SessionKey } from "../auth/session";
import { PasswordExpired, SignedOut } from "../errors";

/**
 * The number of articles that other people filed since then in folders that the holder of the session sees, counted up to one more than
 * `mostNews`, and whether there are unread notifications. A single statement, since every open window polls it. Throws `SignedOut` and
 * `PasswordExpired`.
 */
export async function countNews({ database }: Services, session: SessionKey, after: string): Promise<{ count: number; unread: boolean }> {
  const news = await store.countNews(database.db, session, toStorableMoment(after));
  if (news === undefined) throw new SignedOut();
  if (news === "expired") throw new PasswordExpired();
  return news;
}

/** Not before 1970: nothing stored is older, and PostgreSQL has no year 0. */
export const toStorableMoment = (iso: string) => new Date(Math.max(Date.parse(iso), 0));
