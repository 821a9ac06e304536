import * as limits from "../../../contract/limits";
import { href } from "../../../contract/paths";
import { type Draft, findDraft } from "../../db/newsletters/newsletters";
import { listRecipients as listRecipientRows, type RecipientRow } from "../../db/newsletters/recipients";
import { listNewestArticles, type NewsletterArticleRow, type OfferedArticleRow } from "../../db/newsletters/sources";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { requireFolderScope } from "../folders/folders";
import { isId } from "../ids";
import { displayName } from "../people/people";

export interface FolderTag {
  id: string;
  name: string;
  slug: string;
  /** Newest first. */
  articles: (OfferedArticleRow & { href: string })[];
}

export type Recipient = RecipientRow & { name: { full: string } };

/**
 * The tags of a folder's newest articles by name, with these articles, and those that a draft has selected. Throws `NotFound` and
 * `NotAllowed`.
 */
export async function listFolderTags(
  { database: { db }, config }: Services,
  viewer: Viewer,
  folderId: string,
  newsletterId?: string | null,
): Promise<FolderTag[]> {
  const scope = await requireFolderScope(db, viewer, folderId, "newsletter:manage");
  const draft = newsletterId && isId(newsletterId) ? await findDraft(db, scope, newsletterId) : undefined;
  const selected = draft ? selectedIds(draft.contents) : [];
  return groupByTag(await listNewestArticles(db, scope, limits.newsletterArticles, selected), config.publicUrl);
}

/** The people a folder's newsletters can be sent to, by name. Throws `NotFound` and `NotAllowed`. */
export async function listRecipients({ database: { db } }: Services, viewer: Viewer, folderId: string): Promise<Recipient[]> {
  const rows = await listRecipientRows(db, await requireFolderScope(db, viewer, folderId, "newsletter:manage"));
  return rows.map((row) => ({ ...row, name: { full: displayName(row) } }));
}

export function groupByTag(articles: readonly OfferedArticleRow[], publicUrl: URL): FolderTag[] {
  const tags = new Map<string, FolderTag>();
  for (const article of articles) {
    for (const { id, name, slug } of article.tags) {
      const tag = tags.get(id) ?? { id, name, slug, articles: [] };
      tag.articles.push({ ...article, href: hrefOf(article, publicUrl) });
      tags.set(id, tag);
    }
  }
  return [...tags.values()].sort((a, b) => a.name.localeCompare(b.name, "de") || a.id.localeCompare(b.id));
}

/** The article's source if it opens there, otherwise its own page. */
export function hrefOf({ id, sourceUrl, external }: Pick<NewsletterArticleRow, "id" | "sourceUrl" | "external">, publicUrl: URL): string {
  return sourceUrl !== null && external ? sourceUrl : new URL(href("article", { contentId: id }), publicUrl).href;
}

export const selectedIds = (choices: Draft["contents"]): string[] =>
  choices.flatMap(({ id, selected }) => (selected && isId(id) ? [id] : []));

/** The recipients of a draft. Drafts of earlier versions do not mention subscribers. */
export const chosenRecipients = ({ recipients, subscribers = true }: Pick<Draft, "recipients" | "subscribers">) => ({
  userIds: selectedIds(recipients),
  subscribers,
});

/**
 * Selected articles with a selected tag in the order of the draft, each once. Grouped, an article is in the section of its first selected
 * tag.
 */
export function arrange(draft: Pick<Draft, "tags" | "contents" | "groupByTags">, articles: readonly NewsletterArticleRow[]) {
  const places = new Map([...new Set(selectedIds(draft.tags))].map((id, place) => [id, place]));
  const placeOf = ({ id }: { id: string }) => places.get(id) ?? 0;
  const byId = new Map(articles.map((article) => [article.id, article]));
  const chosen = [...new Set(selectedIds(draft.contents))].flatMap((id) => byId.get(id) ?? []);
  const tagged = chosen.flatMap((article) => {
    const [tag] = article.tags.filter(({ id }) => places.has(id)).sort((a, b) => placeOf(a) - placeOf(b));
    return tag ? [{ article, tag }] : [];
  });
  if (!draft.groupByTags) return tagged.length === 0 ? [] : [{ tag: null, articles: tagged.map(({ article }) => article) }];
  const sections = new Map<string, { tag: (typeof tagged)[number]["tag"]; articles: NewsletterArticleRow[] }>();
  for (const { article, tag } of tagged) {
    const section = sections.get(tag.id) ?? { tag, articles: [] };
    section.articles.push(article);
    sections.set(tag.id, section);
  }
  return [...sections.values()].sort((a, b) => placeOf(a.tag) - placeOf(b.tag));
}
