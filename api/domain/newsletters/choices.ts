import * as limits from "../../../contract/limits";
import { findDraft } from "../../db/newsletters/newsletters";
import { listRecipients as listRecipientRows, type RecipientRow } from "../../db/newsletters/recipients";
import { listNewestArticles, type OfferedArticleRow } from "../../db/newsletters/sources";
import type { Viewer } from "../../permissions/viewer";
import type { Services } from "../../services";
import { requireFolderScope } from "../folders/folders";
import { isId } from "../ids";
import { displayName } from "../people/people";
import { hrefOf } from "./compose";
import { selectedIds } from "./newsletters";

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
