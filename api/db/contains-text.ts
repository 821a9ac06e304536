import { type SQL, sql } from "drizzle-orm";
import { spellingsOf } from "./search/words";

/** Whether a text contains another, in any spelling of its umlauts. */
export function containsText(text: SQL, sought: string): SQL {
  // Not folded: otherwise "joe" would find "Jonas".
  const others = spellingsOf(sought).map((spelling) => sql`position(${spelling} in lower(${text})) > 0`);
  return sql`(${sql.join([sql`position(fold_word(${sought}) in fold_word(${text})) > 0`, ...others], sql` or `)})`;
}
