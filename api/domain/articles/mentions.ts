import { listMentionable } from "../../db/articles/mentions";
import type { Queryable } from "../../db/pool";
import type { Mention } from "../../db/schema";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { InvalidFields } from "../errors";
import { displayName } from "../people/people";
import { requireArticle } from "./articles";

const mentionsPerComment = 20;
/** People offered for a mention. */
const mentionsFound = 8;

type Mentionable = Awaited<ReturnType<typeof listMentionable>>[number];

/** People who see the article and can be mentioned in a comment on it, by name, at most eight. Throws `NotFound`. */
export async function listMentionableOn({ database: { db } }: Services, viewer: Viewer, articleId: string, term: string) {
  const { folder } = await requireArticle(db, viewer, articleId, "folder:read");
  const people = await listMentionable(db, folder.id, { term, limit: mentionsFound });
  return people.map(({ hasNamesake, ...person }) => ({ ...person, mention: hasNamesake ? person.email : displayName(person) }));
}

/**
 * Finds `@Name` and `@address` of people who see the article; the longest match counts, and unknown or ambiguous names stay text.
 * Throws `InvalidFields` if more than `mentionsPerComment` people are mentioned.
 */
export async function findMentions(db: Queryable, { folder }: { folder: { id: string } }, body: string): Promise<Mention[]> {
  if (!body.includes("@")) return [];
  const mentions = toMentions(body, await listMentionable(db, folder.id, { text: body }));
  const max = mentionsPerComment;
  if (new Set(mentions.map(({ userId }) => userId)).size > max)
    throw new InvalidFields({ body: [{ key: "tooManyMentions", values: { max } }] });
  return mentions;
}

export function toMentions(body: string, people: readonly Pick<Mentionable, "id" | "firstName" | "lastName" | "email">[]): Mention[] {
  const forms = people.flatMap((person) =>
    [...new Set([displayName(person), person.email])].map((form) => ({ userId: person.id, text: form.toLowerCase() })),
  );
  const mentions: Mention[] = [];
  for (let at = body.indexOf("@"); at !== -1; at = body.indexOf("@", Math.max(at + 1, mentions.at(-1)?.end ?? 0))) {
    if (/[\p{L}\p{N}]$/u.test(body.slice(0, at))) continue;
    const fitting = forms.filter(({ text }) => {
      const end = at + 1 + text.length;
      return body.slice(at + 1, end).toLowerCase() === text && !/^[\p{L}\p{N}]/u.test(body.slice(end));
    });
    const longest = Math.max(...fitting.map(({ text }) => text.length));
    const [found, ...others] = new Set(fitting.filter(({ text }) => text.length === longest).map(({ userId }) => userId));
    if (found && others.length === 0) mentions.push({ userId: found, start: at, end: at + 1 + longest });
  }
  return mentions;
}
