import { randomBytes } from "node:crypto";
import { lt, sql } from "drizzle-orm";
import type { Database, Queryable } from "../pool";
import { articleViews, dailySalts } from "../schema";

export interface ArticleViews {
  /** Counts that this person reads the article on this day (`YYYY-MM-DD`), once; returns whether it was the first time. */
  count(view: { articleId: string; userId: string; day: string }): Promise<boolean>;
}

export function createArticleViews({ db }: Database): ArticleViews {
  /** The last day for which this process has created the salt. */
  let begun: string | undefined;
  return {
    async count({ articleId, userId, day }) {
      if (begun !== day) {
        await beginDay(db, day);
        begun = day;
      }
      const { rowCount } = await db.execute(sql`
        with seen as (
          insert into article_views (article_id, day, reader)
          select ${articleId}::uuid, day, encode(sha256(convert_to(salt || ${articleId} || ${userId}, 'UTF8')), 'hex')
          from daily_salts where day = ${day}
          on conflict do nothing returning article_id
        )
        update article_stats set views = views + 1 from seen where article_stats.article_id = seen.article_id`);
      return rowCount === 1;
    },
  };
}

/** Creates the day's salt and deletes those of earlier days, so that their hashes cannot be traced to anyone. */
async function beginDay(db: Queryable, day: string): Promise<void> {
  await db
    .insert(dailySalts)
    .values({ day, salt: randomBytes(32).toString("hex") })
    .onConflictDoNothing();
  await dropViewsBefore(db, day);
}

/** Deletes the salts and hashes of the days before this one (`YYYY-MM-DD`). */
export async function dropViewsBefore(db: Queryable, day: string): Promise<void> {
  await db.delete(dailySalts).where(lt(dailySalts.day, day));
  await db.delete(articleViews).where(lt(articleViews.day, day));
}
