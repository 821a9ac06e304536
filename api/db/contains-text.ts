import { type SQL, sql } from "drizzle-orm";
import { foldWord, spellingsOf } from "./search/words";

/** Whether a text contains another, in any spelling of its umlauts. */
export function containsText(text: SQL, sought: string): SQL {
  const spellings = [...new Set([sought, ...spellingsOf(sought)].map(foldWord))];
  return sql`(${sql.join(
    spellings.map((spelling) => sql`position(${spelling} in fold_word(${text})) > 0`),
    sql` or `,
  )})`;
}
