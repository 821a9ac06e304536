/**
 * The text blocks of a newsletter in their order, each with the id of the article below it, `null` at the end. `order` has the ids of
 * articles and text blocks, `shown` those of the articles that count.
 */
export function placeTextBlocks<Block extends { id: string }>(
  order: readonly { id: string }[],
  blocks: readonly Block[],
  shown: ReadonlySet<string>,
): { block: Block; before: string | null }[] {
  const rest = new Map(blocks.map((block) => [block.id, block]));
  const placed: { block: Block; before: string | null }[] = [];
  let waiting = 0;
  for (const { id } of order) {
    const block = rest.get(id);
    if (block) {
      placed.push({ block, before: null });
      rest.delete(id);
    } else if (shown.has(id)) {
      for (; waiting < placed.length; waiting += 1) placed[waiting] = { ...(placed[waiting] as (typeof placed)[number]), before: id };
    }
  }
  return [...placed, ...[...rest.values()].map((block) => ({ block, before: null }))];
}
