import slugify from "@sindresorhus/slugify";
import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** Letters, digits and hyphens of a name, so many at most; German umlauts in two letters. `fallback` for a name without letter and digit. */
export const toSlug = (name: string, fallback: string, length?: number): string =>
  slugify(name, { locale: "de", customReplacements: [["&", " "]] })
    .slice(0, length)
    .replace(/-+$/, "") || fallback;

/** Whether a column holds this slug, with a number or without. */
export const isSlugLike = (column: AnyColumn | SQL, slug: string): SQL => sql`(${column} = ${slug} or ${column} ~ ${`^${slug}-[0-9]+$`})`;

/** The slug, or that with the first number from 2 on that is free. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug;
  for (let suffix = 2; taken.has(free); suffix += 1) free = `${slug}-${suffix}`;
  return free;
}
