import type pg from "pg";
import type { Answer, Caller } from "./caller";

/** The fields of an article as the form sends them, with defaults. */
export function articleFields(folderId: string, fields: Record<string, unknown> = {}) {
  return {
    title: "Brücke bei Uelzen wird ersetzt",
    body: "<p>Die Sperrung beginnt im März und dauert neun Wochen.</p>",
    tags: ["Bau"],
    published_at: "2026-03-01",
    folder_id: folderId,
    ...fields,
  };
}

/** Files an article and returns it; fails if that does not work. */
export async function fileArticle(person: Caller, folderId: string, fields: Record<string, unknown> = {}) {
  const answer = await person.post("/contents", { content: articleFields(folderId, fields) });
  if (answer.status !== 201) throw new Error(`not filed: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export const titlesOf = (answer: Answer): string[] => answer.body.entries.map((entry: { title: string }) => entry.title);

/** Statuses of calls made at once, sorted. */
export const statusesOf = (answers: Answer[]): number[] => answers.map(({ status }) => status).sort();

/** SQL of a row's facets in its workspace and in its folder, from `client_id` and `folder_id`; kinds and values are SQL, too. */
export const facetsInSql = (...facets: [kind: string, value: string][]): string =>
  `array_remove(array[${["client_id", "folder_id"]
    .flatMap((place) => facets.map(([kind, value]) => `facet(${place}, '${kind}', ${value})`))
    .join(", ")}], null)`;

/** Writes many search rows and creates their index afterwards, which takes a tenth of the time. */
export async function indexedAfterwards(client: Pick<pg.Client, "query">, write: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query("select pg_get_indexdef('article_search_document'::regclass) as definition");
  await client.query("drop index article_search_document");
  await write();
  await client.query(rows[0].definition);
}
