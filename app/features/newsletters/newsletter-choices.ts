import type { Draft, FolderTag } from "~/upstream/newsletter-drafts.server";
import { placeTextBlocks } from "../../../contract/text-blocks";

/** An entry of an ordered list of the draft. */
export interface Choice {
  id: string;
  selected: boolean;
}

export type TagContent = FolderTag["contents"][number];

/** A tag in the wizard. Tags missing from the draft's list are not selected and come last. */
export interface TagChoice {
  tag: FolderTag;
  selected: boolean;
}

/** An article, listed once, under the first selected tag that it carries. */
export interface ArticleChoice {
  article: TagContent;
  tag: Pick<FolderTag, "id" | "name">;
  selected: boolean;
}

/** The folder's tags in the order of the draft. */
export function tagChoices(state: Pick<Draft, "tags">, tags: readonly FolderTag[]): TagChoice[] {
  const selected = new Set(selectedIds(state.tags));
  return inOrder(tags, state.tags).map((tag) => ({ tag, selected: selected.has(tag.id) }));
}

/** The articles that carry a selected tag, each once, in the newsletter's order; with `groupByTags`, grouped by tag. */
export function articleChoices(state: Pick<Draft, "tags" | "contents" | "groupByTags">, tags: readonly FolderTag[]): ArticleChoice[] {
  const firstTags = new Map<string, ArticleChoice>();
  const selected = new Set(selectedIds(state.contents));
  const shown = tagChoices(state, tags).filter(({ selected }) => selected);
  for (const { tag } of shown) {
    for (const article of tag.contents) {
      if (firstTags.has(article.id)) continue;
      firstTags.set(article.id, { article, tag, selected: article.shareable && selected.has(article.id) });
    }
  }
  const ordered = inOrder(
    [...firstTags.values()].map((choice) => ({ ...choice, id: choice.article.id })),
    state.contents,
  ).map(({ id: _, ...choice }) => choice);
  if (!state.groupByTags) return ordered;
  const groups = new Map(shown.map(({ tag }) => [tag.id, [] as ArticleChoice[]]));
  for (const choice of ordered) groups.get(choice.tag.id)?.push(choice);
  return [...groups.values()].flat();
}

/**
 * The ids of articles and text blocks in the order of the articles' step. A text block is above the article that follows it; of a grouped
 * newsletter above the selected one, in whose group it is.
 */
export function itemOrder(
  { contents, textBlocks, groupByTags }: Pick<Draft, "contents" | "textBlocks" | "groupByTags">,
  choices: readonly ArticleChoice[],
): string[] {
  const below = choices.flatMap(({ article, selected }) => (selected || !groupByTags ? [article.id] : []));
  const placed = placeTextBlocks(contents, textBlocks, new Set(below));
  const above = (id: string | null) => placed.flatMap(({ block, before }) => (before === id ? [block.id] : []));
  return [...choices.flatMap(({ article: { id } }) => [...above(id), id]), ...above(null)];
}

/** The group of each item: an article's tag, and of a text block that of the next selected article, or the last one. */
export function groupsOf(order: readonly string[], tagOf: ReadonlyMap<string, string>, selected: ReadonlySet<string>): Map<string, string> {
  const groups = new Map<string, string>();
  let next = [...order].reverse().flatMap((id) => tagOf.get(id) ?? [])[0] ?? "";
  for (const id of [...order].reverse()) {
    const tag = tagOf.get(id);
    if (tag !== undefined && selected.has(id)) next = tag;
    groups.set(id, tag ?? next);
  }
  return groups;
}

/**
 * Applies a new order and selection of tags. Articles that lost their last selected tag are deselected; those that gained their first one
 * are selected if they are new since the last newsletter.
 */
export function changeTags(
  state: Pick<Draft, "tags" | "contents" | "textBlocks">,
  tags: readonly FolderTag[],
  { order, selected }: { order: readonly string[]; selected: readonly string[] },
): Pick<Draft, "tags" | "contents"> {
  const posted = toChoices(order, selected);
  const wanted = tagChoices({ tags: posted }, tags).map((choice) => ({ id: choice.tag.id, selected: choice.selected }));
  const before = shownArticles(tags, state.tags);
  const after = shownArticles(tags, wanted);
  const chosen = new Set(selectedIds(state.contents));
  const known = new Map(tags.flatMap(({ contents }) => contents).map((article) => [article.id, article]));
  const contents = inOrder([...known.values(), ...state.textBlocks], state.contents).map(({ id }) => {
    const article = known.get(id);
    if (!article || !after.has(id)) return { id, selected: false };
    return { id, selected: article.shareable && (before.has(id) ? chosen.has(id) : article.isNew) };
  });
  return { tags: wanted, contents };
}

/** The articles that a button above the list selects: all, none, new ones, or those published on or after a day. */
export function chooseArticles<Article extends { id: string; shareable: boolean; isNew: boolean; publishedAt: string }>(
  articles: readonly Article[],
  which: string,
  since: string,
): string[] {
  const fits = (article: Article) =>
    which === "all" || (which === "new" && article.isNew) || (which === "since" && since !== "" && article.publishedAt >= since);
  return articles.filter((article) => article.shareable && fits(article)).map(({ id }) => id);
}

/** Converts a posted list: all ids in order, and the selected ones. */
export function toChoices(order: readonly string[], selected: readonly string[]): Choice[] {
  const chosen = new Set(selected);
  return [...new Set([...order, ...chosen])].map((id) => ({ id, selected: chosen.has(id) }));
}

/** Moves an entry one position up or down among its neighbours. Returns the same order if it is already the first or last of them. */
export function moved(order: readonly string[], id: string, step: -1 | 1, isNeighbour: (other: string) => boolean = () => true): string[] {
  const neighbours = order.filter((other) => other === id || isNeighbour(other));
  const place = neighbours.indexOf(id);
  const other = neighbours[place + step];
  if (place < 0 || other === undefined) return [...order];
  return order.map((item) => (item === id ? other : item === other ? id : item));
}

export const selectedIds = (choices: readonly Choice[]): string[] => choices.flatMap(({ id, selected }) => (selected ? [id] : []));

function shownArticles(tags: readonly FolderTag[], choices: readonly Choice[]): Set<string> {
  const selected = new Set(selectedIds(choices));
  return new Set(tags.filter(({ id }) => selected.has(id)).flatMap(({ contents }) => contents.map(({ id }) => id)));
}

/** Items named in `order` first, then the others in their original order. */
function inOrder<Item extends { id: string }>(items: readonly Item[], order: readonly { id: string }[]): Item[] {
  const places = new Map(order.map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: Item) => places.get(id) ?? Number.POSITIVE_INFINITY;
  // Infinity minus Infinity is NaN.
  return [...items].sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
}
