import slugify from "@sindresorhus/slugify";
import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** At most `length` letters, digits and hyphens; umlauts become two letters. `fallback` for a name without letters and digits. */
export const toSlug = (name: string, fallback: string, length?: number): string =>
  slugify(name, { locale: "de", customReplacements: [["&", " "]] })
    .slice(0, length)
    .replace(/-$/, "") || fallback;

/** Whether a column contains this slug, with or without a number. */
export const isSlugLike = (column: AnyColumn | SQL, slug: string): SQL => sql`(${column} = ${slug} or ${column} ~ ${`^${slug}-[0-9]+$`})`;

/** The slug, or if it is taken, the slug with the first free number from 2 on. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let free = slug;
  for (let suffix = 2; taken.has(free); suffix += 1) free = `${slug}-${suffix}`;
  return free;
}
