// What a migration must not do while the version before it is still running: both versions work on one database until the last process of
// the old one has ended.

/** @typedef {{ statement: string, why: string }} Finding */

/** The last migration from before these rules. */
export const lastUnruled = 14;

const name = String.raw`(?:"?\w+"?\.)?"?(\w+)"?`;

/** What can wait for the version after, when nothing uses it any more. @type {RegExp[]} */
const dropping = [
  /\bdrop (?:table|view|materialized view|type|domain|function|procedure|routine|aggregate|operator|trigger|schema|sequence|extension)\b/,
  /\bdrop (?:column|constraint|default)\b/,
  /\balter table\b.*\bdrop (?!column|constraint|default|not null|expression|identity)/,
];

/** Whatever it is about. @type {[pattern: RegExp, why: string][]} */
const breaking = [
  [/\brename\b/, "the old version knows it by its old name"],
  [/\bset not null\b/, "the old version may leave it empty"],
  [
    /\balter (?:column )?\S+ (?:set data )?type\b/,
    "the old version reads and writes the old type, and the table is locked while it is rewritten",
  ],
  [/\btruncate\b/, "the old version still uses what is deleted"],
  [/\bconcurrently\b/, "migrations run in a transaction, in which nothing is done concurrently"],
];

/** Of a table that was there before: while it runs, nobody else writes. @type {[pattern: RegExp, why: string][]} */
const locking = [
  [new RegExp(`\\bcreate (?:unique )?index\\b.*? on (?:only )?${name}`), "nobody can write into the table while the index is made"],
  // Not `on update`, `for update` and `do update`: wherever it stands, in `with` and `do` too.
  [new RegExp(`\\bupdate (?:only )?${name}(?: \\*)?(?: (?:as )?"?\\w+"?)? set\\b`), "rows are locked until the whole migration ends"],
  [new RegExp(`\\b(?:delete from|merge into) (?:only )?${name}`), "rows are locked until the whole migration ends"],
  [
    new RegExp(
      `\\balter table (?:if exists )?(?:only )?${name} add (?:column )?(?:if not exists )?.*\\b(?:generated|serial|bigserial|(?:clock_timestamp|random|\\w*uuid)\\()`,
    ),
    "the table is locked while it is rewritten",
  ],
];

/** Of a table that was there before: the old version may write what is forbidden then. @type {[pattern: RegExp, why: string][]} */
const forbidding = [
  [new RegExp(`\\bcreate unique index\\b.*? on (?:only )?${name}`), "the old version may write what is then taken"],
  [
    new RegExp(`\\balter table (?:if exists )?(?:only )?${name} add (?:constraint|check|unique|primary|foreign|exclude)\\b`),
    "the old version may write what is then forbidden",
  ],
];

const addedColumn = new RegExp(
  `\\balter table (?:if exists )?(?:only )?${name} add (?:column )?(?!constraint|check|unique|primary|foreign|exclude)`,
);

/**
 * What breaks the version before this migration, or keeps its people waiting. Where the first line is `-- stop all processes first: <reason>`,
 * only drops are found: whoever forgets to stop one finds it broken until it ends, and a drop can always come a version later, with
 * `-- second step of <number of the migration since which nothing uses it>: <reason>` above it. A statement that locks may have
 * `-- short lock: <reason>` above it.
 * @param {string} migration its SQL
 * @param {number} number its own
 * @returns {Finding[]}
 */
export function findBreaking(migration, number) {
  const isAlone = /^-- stop all processes first: \S/.test(migration);
  const made = migration.toLowerCase().matchAll(new RegExp(`\\bcreate (?:unlogged )?table (?:if not exists )?${name}`, "g"));
  const created = new Set(Array.from(made, ([, table]) => table));
  const isNew = (/** @type {RegExpExecArray | RegExpMatchArray | null} */ found) => found !== null && created.has(found[1] ?? "");
  const isOfOld = (/** @type {RegExp} */ pattern, /** @type {string} */ sql) =>
    [...sql.matchAll(new RegExp(pattern, "g"))].some((found) => !isNew(found));

  return migration.split("--> statement-breakpoint").flatMap((part) => {
    const statement = part
      .replace(/^\s*--.*$/gm, "")
      .replace(/\s+/g, " ")
      .trim();
    const sql = withoutTexts(statement.toLowerCase());
    const isShort = /^\s*-- short lock: \S/m.test(part);
    const firstStep = /^\s*-- second step of (\d{4}): \S/m.exec(part)?.[1];
    const reasons = [];
    if (!(Number(firstStep) < number) && dropping.some((pattern) => pattern.test(sql)))
      reasons.push("the old version still uses what is dropped");
    if (!isAlone) {
      const found = [
        ...breaking.filter(([pattern]) => pattern.test(sql)),
        ...(isShort ? [] : locking.filter(([pattern]) => isOfOld(pattern, sql))),
        ...forbidding.filter(([pattern]) => isOfOld(pattern, sql)),
      ];
      reasons.push(...found.map(([, why]) => why));
      const added = addedColumn.exec(sql);
      if (added && !isNew(added) && /\bnot null\b/.test(sql) && !/\b(?:default|generated)\b/.test(sql))
        reasons.push("the old version leaves it empty");
    }
    return [...new Set(reasons)].map((why) => ({ statement, why }));
  });
}

/**
 * Without what is only told: values, and what a function does later. What is done at once is all read, also texts that are run (`execute`).
 * @param {string} sql
 */
function withoutTexts(sql) {
  if (/^do\b/.test(sql)) return sql;
  const isFunction = /^create (?:or replace )?(?:function|procedure)\b/.test(sql);
  const told = isFunction ? sql.split(/\$\w*\$/).filter((_, index) => index % 2 === 0) : [sql];
  return told.join("''").replace(/'[^']*'/g, "''");
}
