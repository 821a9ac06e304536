import type { Draft, LeftOut, NewsletterContent } from "../../db/newsletters/newsletters";
import { lockArticles, type NewsletterArticleRow } from "../../db/newsletters/sources";
import type { Transaction } from "../../db/pool";
import { arrange, selectedIds } from "./choices";

export type { LeftOut } from "../../db/newsletters/newsletters";

/** The chosen articles of a draft that must not be sent. `found` are those of the chosen ones that are in the folder. */
export function leftOutOf(draft: Draft, found: readonly NewsletterArticleRow[], titles: Record<string, string>): LeftOut[] {
  const locked = arrange(
    draft,
    found.filter(({ shareable }) => !shareable),
  ).flatMap(({ articles }) => articles);
  const known = new Set(found.map(({ id }) => id));
  const gone = [...new Set(selectedIds(draft.contents))].filter((id) => !known.has(id));
  return [
    ...locked.map(({ id, title }) => ({ id, title, reason: "not_shareable" as const })),
    ...gone.map((id) => ({ id, title: titles[id] ?? null, reason: "gone" as const })),
  ];
}

export const articlesIn = (content: NewsletterContent) => content.sections.flatMap(({ articles }) => articles);

/** The content without the articles that were deleted or locked since, and which these are. */
export async function withoutUnfit(
  tx: Transaction,
  clientId: string,
  content: NewsletterContent,
): Promise<{ content: NewsletterContent; leftOut: LeftOut[] }> {
  const all = articlesIn(content);
  const stored = await lockArticles(
    tx,
    clientId,
    all.map(({ id }) => id),
  );
  const leftOut = all.flatMap(({ id, title }): LeftOut[] => {
    const article = stored.get(id);
    return article?.shareable ? [] : [{ id, title, reason: article ? "not_shareable" : "gone" }];
  });
  if (leftOut.length === 0) return { content, leftOut };
  const unfit = new Set(leftOut.map(({ id }) => id));
  const sections = content.sections.flatMap(({ tag, articles }) => {
    const left = articles.filter(({ id }) => !unfit.has(id));
    return left.length > 0 ? [{ tag, articles: left }] : [];
  });
  const below = (id: string) =>
    all.slice(all.findIndex((article) => article.id === id)).find((article) => !unfit.has(article.id))?.id ?? null;
  const textBlocks = content.textBlocks?.map((block) => (block.before === null ? block : { ...block, before: below(block.before) }));
  return { content: { ...content, sections, textBlocks }, leftOut };
}
