import type { Answer, Caller } from "./caller";

/** The fields of an article as the form sends them; what a test does not care about is filled in. */
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

/** Files an article and answers it; fails when that does not work. */
export async function fileArticle(person: Caller, folderId: string, fields: Record<string, unknown> = {}) {
  const answer = await person.post("/contents", { content: articleFields(folderId, fields) });
  if (answer.status !== 201) throw new Error(`not filed: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export const titlesOf = (answer: Answer): string[] => answer.body.entries.map((entry: { title: string }) => entry.title);

/** Statuses of calls made at once, sorted. */
export const statusesOf = (answers: Answer[]): number[] => answers.map(({ status }) => status).sort();
