import type { FolderTag, MailingState } from "~/upstream/newsletter-drafts.server";

/** One thing of a list of the state, in its order. */
export interface Choice {
  id: string;
  selected: boolean;
}

export type TagContent = FolderTag["contents"][number];

/** A tag as the wizard shows it: what a list does not name is not selected, and stands at its end. */
export interface TagChoice {
  tag: FolderTag;
  selected: boolean;
}

/** An article, once, under the first selected tag that it carries. */
export interface ArticleChoice {
  article: TagContent;
  tag: Pick<FolderTag, "id" | "name">;
  selected: boolean;
}

/** The folder's tags in the order of the state. */
export const tagChoices = (state: Pick<MailingState, "tags">, tags: readonly FolderTag[]): TagChoice[] =>
  inOrder(tags, state.tags).map((tag) => ({ tag, selected: isSelected(state.tags, tag.id) }));

/** The articles that carry a selected tag, each once, in the order of the newsletter: grouped, those of a tag stand together. */
export function articleChoices(
  state: Pick<MailingState, "tags" | "contents" | "groupByTags">,
  tags: readonly FolderTag[],
): ArticleChoice[] {
  const firstTags = new Map<string, ArticleChoice>();
  const shown = tagChoices(state, tags).filter(({ selected }) => selected);
  for (const { tag } of shown) {
    for (const article of tag.contents) {
      if (firstTags.has(article.id)) continue;
      firstTags.set(article.id, { article, tag, selected: article.shareable && isSelected(state.contents, article.id) });
    }
  }
  const ordered = inOrder(
    [...firstTags.values()].map((choice) => ({ ...choice, id: choice.article.id })),
    state.contents,
  ).map(({ id: _, ...choice }) => choice);
  if (!state.groupByTags) return ordered;
  return shown.flatMap(({ tag }) => ordered.filter((choice) => choice.tag.id === tag.id));
}

/**
 * Applies a new order and selection of tags. Articles that lost their last selected tag are deselected, those that got their first
 * one are selected.
 */
export function changeTags(
  state: Pick<MailingState, "tags" | "contents">,
  tags: readonly FolderTag[],
  { order, selected }: { order: readonly string[]; selected: readonly string[] },
): Pick<MailingState, "tags" | "contents"> {
  const wanted = inOrder(tags, toChoices(order, selected)).map(({ id }) => ({ id, selected: selected.includes(id) }));
  const before = shownArticles(tags, state.tags);
  const after = shownArticles(tags, wanted);
  const known = new Map(tags.flatMap(({ contents }) => contents).map((article) => [article.id, article]));
  const contents = inOrder([...known.values()], state.contents).map(({ id, shareable }) => {
    if (!after.has(id)) return { id, selected: false };
    return { id, selected: shareable && (before.has(id) ? isSelected(state.contents, id) : true) };
  });
  return { tags: wanted, contents };
}

/** What a posted list says: everything in its order, and which of it is selected. */
export const toChoices = (order: readonly string[], selected: readonly string[]): Choice[] =>
  [...new Set([...order, ...selected])].map((id) => ({ id, selected: selected.includes(id) }));

/** The list with one of them a place further up or down among its neighbours; as it was where it is the first or the last of these. */
export function moved(order: readonly string[], id: string, step: -1 | 1, isNeighbour: (other: string) => boolean = () => true): string[] {
  const neighbours = order.filter((other) => other === id || isNeighbour(other));
  const place = neighbours.indexOf(id);
  const other = neighbours[place + step];
  if (place < 0 || other === undefined) return [...order];
  return order.map((item) => (item === id ? other : item === other ? id : item));
}

const isSelected = (choices: readonly Choice[], id: string) => choices.find((choice) => choice.id === id)?.selected ?? false;

function shownArticles(tags: readonly FolderTag[], choices: readonly Choice[]): Set<string> {
  return new Set(tags.filter(({ id }) => isSelected(choices, id)).flatMap(({ contents }) => contents.map(({ id }) => id)));
}

/** Those that the order names first, then the others as they came. */
function inOrder<Item extends { id: string }>(items: readonly Item[], order: readonly { id: string }[]): Item[] {
  const places = new Map(order.map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: Item) => places.get(id) ?? Number.POSITIVE_INFINITY;
  // Infinity less infinity is no number.
  return [...items].sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
}
