import { sql } from "drizzle-orm";
import type { Queryable } from "../pool";
import { findShares } from "./search-shares";
import { type Clause, readTerm } from "./term";
import { spellingsOf } from "./words";

/** What a term asks the search documents for. */
export interface SearchQuery {
  /** In PostgreSQL's notation of `tsquery`; empty when the term holds nothing to look for, which finds nothing. */
  wanted: string;
  /** Where words have to stand side by side: the articles that hold them all anywhere, which the index alone knows. */
  loose?: string;
  /** What was meant as it was typed: it comes first. Only where `wanted` forgives typing errors. */
  exact?: string;
  /** What is marked as found: stems, and beginnings of stems. */
  stems: string[];
  beginnings: string[];
  /** The share of articles that a term of one word is in, as the database last counted; 0 for what is not frequent, and for more words. */
  share: number;
}

/** Which words a word of the term may have been meant to be. */
export type Corrections = ReadonlyMap<string, readonly string[]>;

interface Form extends Record<string, unknown> {
  n: number;
  /** As typed, another way to spell it, or what it may have been meant to be. */
  way: "typed" | "spelling" | "meant";
  german: string;
  english: string;
  beginnings: string[];
}

/**
 * Stems the words of a term in both languages. Every word has to be found in one of them, so German and English words may be mixed;
 * stop words of either language are left out as long as there is something else to look for.
 */
export async function toSearchQuery(db: Queryable, term: string, corrections: Corrections = new Map()): Promise<SearchQuery> {
  const alternatives = readTerm(term);
  const clauses = alternatives.flat();
  if (clauses.every(({ isExcluded }) => isExcluded)) return { wanted: "", stems: [], beginnings: [], share: 0 };
  const [forms, { stems: shares }] = await Promise.all([stem(db, clauses, corrections), findShares(db)]);
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
    beginnings: [...new Set(marked.flatMap(({ beginnings }) => beginnings.flatMap(lexemesOf)))],
    share: clauses.length === 1 && loose === wanted ? shareOf(forms, shares) : 0,
  };
}

/** The operator between words of a phrase, and between the parts of a word with a hyphen. */
const sideBySide = /(?<=' )<(?:-|\d+)>(?= ')/;
const everySideBySide = new RegExp(sideBySide, "g");

type FormsOf = ReadonlyMap<Clause, Form[]>;

function combine(alternatives: Clause[][], formsOf: FormsOf, ways: Form["way"][], isLoose = false): string {
  const found = alternatives.map((clauses) => combineAll(clauses, formsOf, ways, isLoose)).filter((query) => query !== "");
  return found.length > 1 ? found.map((query) => `(${query})`).join(" | ") : (found[0] ?? "");
}

function combineAll(clauses: Clause[], formsOf: FormsOf, ways: Form["way"][], isLoose: boolean): string {
  const wanted = clauses.filter(({ isExcluded }) => !isExcluded);
  const notStopWords = wanted.filter((clause) => !isStopWord(clause, formsOf));
  const queries = (notStopWords.length > 0 ? notStopWords : wanted).map((clause) => toQuery(clause, formsOf, ways));
  // Without anything that is wanted, every article without the word would be one.
  if (queries.every((query) => query === "")) return "";
  const unwanted = clauses.filter(({ isExcluded }) => isExcluded).map((clause) => toQuery(clause, formsOf, ways));
  // Who holds the words of an unwanted phrase anywhere may still be wanted.
  const excluded = unwanted.filter((query) => query !== "" && !(isLoose && sideBySide.test(query)));
  const included = queries.filter(Boolean).map((query) => (isLoose ? query.replaceAll(everySideBySide, "&") : query));
  return [...included.map((query) => `(${query})`), ...excluded.map((query) => `!(${query})`)].join(" & ");
}

function toQuery(clause: Clause, formsOf: FormsOf, ways: Form["way"][]): string {
  const forms = (formsOf.get(clause) ?? []).filter(({ way }) => ways.includes(way));
  const queries = forms
    .flatMap(({ german, english, beginnings }) => (clause.kind === "phrase" ? longest(german, english) : [german, english, ...beginnings]))
    .filter((query) => query !== "");
  const beginnings = forms.flatMap((form) => form.beginnings.flatMap(lexemesOf));
  const isPartOfBeginning = (query: string) => /^'[^']*'$/.test(query) && beginnings.some((begin) => query.startsWith(`'${begin}`));
  return [...new Set(queries.filter((query) => !isPartOfBeginning(query)))]
    .map((query) => (query.includes(" ") ? `(${query})` : query))
    .join(" | ");
}

/** A phrase in the language that has lost none of its words as a stop word; texts are indexed in both. */
function longest(german: string, english: string): string[] {
  const most = Math.max(lexemesOf(german).length, lexemesOf(english).length);
  return [german, english].filter((query) => lexemesOf(query).length === most);
}

/** Nothing is left of a stop word in its language. */
function isStopWord(clause: Clause, formsOf: FormsOf): boolean {
  return (
    clause.kind === "word" &&
    (formsOf.get(clause) ?? []).some(({ way, german, english }) => way === "typed" && (german === "" || english === ""))
  );
}

/** The most frequent form of a word is as frequent as the word at least. */
function shareOf(forms: Form[], shares: ReadonlyMap<string, number>): number {
  const stems = forms.flatMap(({ german, english }) => [...lexemesOf(german), ...lexemesOf(english)]);
  const beginnings = forms.flatMap((form) => form.beginnings.flatMap(lexemesOf));
  const begun = beginnings.length === 0 ? [] : [...shares.keys()].filter((stem) => beginnings.some((begin) => stem.startsWith(begin)));
  return Math.max(0, ...[...stems, ...begun].map((stem) => shares.get(stem) ?? 0));
}

async function stem(db: Queryable, clauses: Clause[], corrections: Corrections): Promise<Form[]> {
  const wanted = clauses.flatMap((clause, n) => {
    const { kind, text, isBeginning } = clause;
    const form = (way: Form["way"], spelt: string) => ({ n, way, text: spelt, kind, beginning: isBeginning ? `'${spelt}':*` : "" });
    const meant = clause.isExcluded ? [] : (corrections.get(text.toLowerCase()) ?? []);
    return [
      form("typed", text),
      ...spellingsOf(text).map((spelling) => form("spelling", spelling)),
      ...meant.map((word) => ({ ...form("meant", word), beginning: "" })),
    ];
  });
  const { rows } = await db.execute<Form>(sql`
    select n, way, german::text, english::text, array(select b::text from unnest(beginnings) b where numnode(b) > 0) as beginnings
    from unnest(${param(wanted, "n")}::int[], ${param(wanted, "way")}::text[], ${param(wanted, "kind")}::text[],
      ${param(wanted, "text")}::text[], ${param(wanted, "beginning")}::text[]) as form (n, way, kind, typed, beginning)
    cross join lateral (
      select
        case kind when 'phrase' then phraseto_tsquery('german', typed) else plainto_tsquery('german', typed) end as german,
        case kind when 'phrase' then phraseto_tsquery('english', typed) else plainto_tsquery('english', typed) end as english,
        case when beginning = '' then '{}' else array[to_tsquery('german', beginning), to_tsquery('english', beginning)] end as beginnings
    ) as stemmed`);
  return rows;
}

const param = <Row, Key extends keyof Row>(rows: Row[], key: Key) => sql.param(rows.map((row) => row[key]));

/** The words of a query in PostgreSQL's notation. */
const lexemesOf = (query: string): string[] =>
  [...query.matchAll(/'((?:[^']|'')*)'/g)].map(([, lexeme = ""]) => lexeme.replaceAll("''", "'"));
