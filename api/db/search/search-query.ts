import { sql } from "drizzle-orm";
import type { Queryable } from "../pool";
import type { SearchIndex } from "./search-index";
import { type Clause, readTerm } from "./term";
import { spellingsOf } from "./words";

/** A term as queries for search documents. */
export interface SearchQuery {
  /** A `tsquery`; empty if the term contains nothing to search for, which matches nothing. */
  wanted: string;
  /** For phrases: the query without adjacency, which the index can answer without reading documents. */
  loose?: string;
  /** The query without corrected spellings, whose matches come first. Set only if `wanted` has corrections. */
  exact?: string;
  /** The stems, and prefixes of stems, to highlight. */
  stems: string[];
  beginnings: string[];
  /** Estimated share of articles that match, for a frequent term of a single word; otherwise 0. */
  share: number;
}

/** Corrected spellings by the word as typed, in lower case. */
export type Corrections = ReadonlyMap<string, readonly string[]>;

interface Form extends Record<string, unknown> {
  n: number;
  /** As typed, in an alternative spelling, or corrected. */
  way: "typed" | "spelling" | "meant";
  german: string;
  english: string;
  beginnings: string[];
}

/**
 * Stems the words of a term in both languages. Each word has to match in one of them, so German and English words can be mixed. Stop words of
 * either language are ignored unless there are only stop words.
 */
export async function toSearchQuery(
  { db, findShares }: SearchIndex,
  term: string,
  corrections: Corrections = new Map(),
): Promise<SearchQuery> {
  const alternatives = readTerm(term);
  const clauses = alternatives.flat();
  if (clauses.every(({ isExcluded }) => isExcluded)) return { wanted: "", stems: [], beginnings: [], share: 0 };
  const [forms, { stems: shares }] = await Promise.all([stem(db, clauses, corrections), findShares()]);
  const formsOf = new Map(clauses.map((clause, n) => [clause, forms.filter((form) => form.n === n)]));
  const wanted = combine(alternatives, formsOf, ["typed", "spelling", "meant"]);
  const loose = combine(alternatives, formsOf, ["typed", "spelling", "meant"], true);
  const isForgiving = forms.some(({ way }) => way === "meant");
  const marked = clauses.filter(({ isExcluded }) => !isExcluded).flatMap((clause) => formsOf.get(clause) ?? []);
  return {
    wanted,
    ...(loose === wanted ? {} : { loose }),
    ...(isForgiving ? { exact: combine(alternatives, formsOf, ["typed", "spelling"]) } : {}),
    stems: [...new Set(marked.flatMap(({ german, english }) => [...lexemesOf(german), ...lexemesOf(english)]))],
    beginnings: [...new Set(marked.flatMap(({ beginnings }) => beginnings.flatMap(prefixesOf)))],
    share: clauses.length === 1 && loose === wanted ? shareOf(forms, shares) : 0,
  };
}

/** The operator between the words of a phrase or of a hyphenated word. */
const adjacency = /(?<=' )<(?:-|\d+)>(?= ')/;
const everyAdjacency = new RegExp(adjacency, "g");

type FormsOf = ReadonlyMap<Clause, Form[]>;

function combine(alternatives: Clause[][], formsOf: FormsOf, ways: Form["way"][], isLoose = false): string {
  const found = alternatives.map((clauses) => combineAll(clauses, formsOf, ways, isLoose)).filter((query) => query !== "");
  return found.length > 1 ? found.map((query) => `(${query})`).join(" | ") : (found[0] ?? "");
}

function combineAll(clauses: Clause[], formsOf: FormsOf, ways: Form["way"][], isLoose: boolean): string {
  const wanted = clauses.filter(({ isExcluded }) => !isExcluded);
  const notStopWords = wanted.filter((clause) => !isStopWord(clause, formsOf));
  const queries = (notStopWords.length > 0 ? notStopWords : wanted).map((clause) => toQuery(clause, formsOf, ways));
  // A query of exclusions only would match almost every article.
  if (queries.every((query) => query === "")) return "";
  const unwanted = clauses.filter(({ isExcluded }) => isExcluded).map((clause) => toQuery(clause, formsOf, ways));
  // The loose query must not exclude articles that contain the words of an excluded phrase separately.
  const excluded = unwanted.filter((query) => query !== "" && !(isLoose && adjacency.test(query)));
  const included = queries.filter(Boolean).map((query) => (isLoose ? query.replaceAll(everyAdjacency, "&") : query));
  return [...included.map((query) => `(${query})`), ...excluded.map((query) => `!(${query})`)].join(" & ");
}

function toQuery(clause: Clause, formsOf: FormsOf, ways: Form["way"][]): string {
  const forms = (formsOf.get(clause) ?? []).filter(({ way }) => ways.includes(way));
  const queries = forms
    .flatMap(({ german, english, beginnings }) =>
      clause.kind === "phrase" || clause.words.length > 1
        ? [...longest([german, english]), ...longest(beginnings)]
        : [german, english, ...beginnings],
    )
    .filter((query) => query !== "");
  const beginnings = forms.flatMap((form) => form.beginnings.flatMap(prefixesOf));
  const isPartOfBeginning = (query: string) => /^'[^']*'$/.test(query) && beginnings.some((begin) => query.startsWith(`'${begin}`));
  return [...new Set(queries.filter((query) => !isPartOfBeginning(query)))]
    .map((query) => (query.includes(" ") ? `(${query})` : query))
    .join(" | ");
}

/** The phrase in the language that drops fewer of its words as stop words; texts are indexed in both. */
function longest(queries: string[]): string[] {
  const most = Math.max(...queries.map((query) => lexemesOf(query).length));
  return queries.filter((query) => lexemesOf(query).length === most);
}

/** A stop word has no lexeme in its language. */
function isStopWord(clause: Clause, formsOf: FormsOf): boolean {
  return (
    clause.kind === "word" &&
    (formsOf.get(clause) ?? []).some(({ way, german, english }) => way === "typed" && (german === "" || english === ""))
  );
}

/** The share of the most frequent form, a lower bound for that of the word. */
function shareOf(forms: Form[], shares: ReadonlyMap<string, number>): number {
  const stems = forms.flatMap(({ german, english }) => [...lexemesOf(german), ...lexemesOf(english)]);
  const beginnings = forms.flatMap((form) => form.beginnings.flatMap(prefixesOf));
  const begun = beginnings.length === 0 ? [] : [...shares.keys()].filter((stem) => beginnings.some((begin) => stem.startsWith(begin)));
  return Math.max(0, ...[...stems, ...begun].map((stem) => shares.get(stem) ?? 0));
}

async function stem(db: Queryable, clauses: Clause[], corrections: Corrections): Promise<Form[]> {
  const wanted = clauses.flatMap((clause, n) => {
    const text = clause.words.join(" ");
    const form = (way: Form["way"], spelt: string) => ({ n, way, text: spelt, beginning: clause.isBeginning ? toBeginning(spelt) : "" });
    const meant = clause.isExcluded ? [] : (corrections.get(text) ?? []);
    return [
      form("typed", text),
      ...[...spellingsOf(text), ...clause.spellings.flatMap((spelling) => [spelling, ...spellingsOf(spelling)])].map((spelling) =>
        form("spelling", spelling),
      ),
      ...meant.map((word) => ({ ...form("meant", word), beginning: "" })),
    ];
  });
  const { rows } = await db.execute<Form>(sql`
    select n, way, german::text, english::text, array(select b::text from unnest(beginnings) b where numnode(b) > 0) as beginnings
    from unnest(${param(wanted, "n")}::int[], ${param(wanted, "way")}::text[], ${param(wanted, "text")}::text[],
      ${param(wanted, "beginning")}::text[]) as form (n, way, typed, beginning)
    cross join lateral (
      select
        phraseto_tsquery('german', typed) as german, phraseto_tsquery('english', typed) as english,
        case when beginning = '' then '{}' else array[to_tsquery('german', beginning), to_tsquery('english', beginning)] end as beginnings
    ) as stemmed`);
  return rows;
}

const param = <Row, Key extends keyof Row>(rows: Row[], key: Key) => sql.param(rows.map((row) => row[key]));

/** A `tsquery` for words of which the last one may be longer. */
const toBeginning = (words: string): string => `'${words.replaceAll(" ", "' <-> '")}':*`;

const prefixesOf = (query: string): string[] => [...query.matchAll(/'([^']*)':\*/g)].map(([, prefix = ""]) => prefix);

/** The lexemes of a `tsquery`. */
const lexemesOf = (query: string): string[] =>
  [...query.matchAll(/'((?:[^']|'')*)'/g)].map(([, lexeme = ""]) => lexeme.replaceAll("''", "'"));
