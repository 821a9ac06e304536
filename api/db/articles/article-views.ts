import { randomBytes } from "node:crypto";
import { lt, sql } from "drizzle-orm";
import type { Database, Queryable } from "../pool";
import { articleViews, dailySalts } from "../schema";

/** The day whose salt this process has seen to, by database. */
const saltedDays = new WeakMap<Database, string>();

/** Counts that this person reads the article on this day (`YYYY-MM-DD`), once; answers whether it was the first time. */
export async function countView(database: Database, view: { articleId: string; userId: string; day: string }): Promise<boolean> {
  if (saltedDays.get(database) !== view.day) {
    await beginDay(database.db, view.day);
    saltedDays.set(database, view.day);
  }
  const { rowCount } = await database.db.execute(sql`
    with seen as (
      insert into article_views (article_id, day, reader)
      select ${view.articleId}::uuid, day, encode(sha256(convert_to(salt || ${view.articleId} || ${view.userId}, 'UTF8')), 'hex')
      from daily_salts where day = ${view.day}
      on conflict do nothing returning article_id
    )
    update article_stats set views = views + 1 from seen where article_stats.article_id = seen.article_id`);
  return rowCount === 1;
}

/** A new salt for the day; those of earlier days, and what they could tell, are gone. */
async function beginDay(db: Queryable, day: string): Promise<void> {
  await db
    .insert(dailySalts)
    .values({ day, salt: randomBytes(32).toString("hex") })
    .onConflictDoNothing();
  await dropViewsBefore(db, day);
}

/** Drops the salts and hashes of the days before this one (`YYYY-MM-DD`). */
export async function dropViewsBefore(db: Queryable, day: string): Promise<void> {
  await db.delete(dailySalts).where(lt(dailySalts.day, day));
  await db.delete(articleViews).where(lt(articleViews.day, day));
}
