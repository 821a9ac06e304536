import { boxLabelOf, isAppealLine, isCredit, isMetaLine } from "./boilerplate-lines";
import { setOf } from "./elements";
import { type Child, contains, isHeading, isPart, isProse, type Part, type Run, runsOf, sentencesOf } from "./page-tree";

/** A piece of text of the page, with its worth as part of an article: characters, negative for what speaks against it. */
export interface Block extends Run {
  isProse: boolean;
  isHeading: boolean;
  worth: number;
}

/** The pieces of text in a part, in order. */
export function blocksOf(root: Part, isInArticle: boolean): Block[] {
  const blocks: Block[] = [];
  const visit = (part: Part) => {
    const runs = runsOf(part);
    let index = 0;
    for (const child of part.children) {
      if (child.isLeftOut) continue;
      const run = runs[index];
      if (isPart(child) && child.isBlock) visit(child);
      else if (run && run.nodes.at(-1) === child) {
        blocks.push(toBlock(run, isInArticle));
        index += 1;
      }
    }
  };
  visit(root);
  return blocks;
}

function toBlock(run: Run, isInArticle: boolean): Block {
  const heading = isHeading(run.owner);
  const prose = !heading && isProse(run);
  return { ...run, isProse: prose, isHeading: heading, worth: worthOf(run, prose, heading, isInArticle) };
}

/** Elements in which names and dates are ordinary text. */
const ownNames = setOf("li td th dt dd caption pre");
/** Blocks whose short texts are as likely part of an article as sentences are. */
const textNames = new Set([...ownNames, ...setOf("p blockquote figcaption")]);

function worthOf({ owner, text, length, linkLength }: Run, prose: boolean, heading: boolean, isInArticle: boolean): number {
  if (prose) return Math.min(length, 1_000);
  const share = linkLength / length;
  if (share > 0.6) return -length - 20;
  if (heading) return 10;
  if (textNames.has(owner.name) || (sentencesOf(text) > 0 && share < 0.3)) return Math.min(length, 200) / (isInArticle ? 1 : 3);
  return isInArticle ? 5 : -20;
}

/**
 * The run of blocks with the greatest worth. Leaving a part of the page has a price, which grows with the size of the step, and with what is
 * skipped between two blocks unless the page says where its article is.
 */
export function bestRun(blocks: readonly Block[], isInArticle: boolean): { start: number; end: number; worth: number } {
  let best = { start: 0, end: 0, worth: 0 };
  let start = 0;
  let worth = 0;
  blocks.forEach((block, index) => {
    const before = blocks[index - 1];
    if (worth > 0 && before) worth -= priceOf(before.owner, block.owner, isInArticle);
    if (worth <= 0) {
      start = index;
      worth = 0;
    }
    worth += block.worth;
    if (worth > best.worth) best = { start, end: index + 1, worth };
  });
  return best;
}

function priceOf(from: Part, to: Part, isInArticle: boolean): number {
  const isFar = to.first - from.last > 15;
  return Math.max(0, stepsUp(from, to) - 1) * (isInArticle ? 4 : isFar ? 60 : 30);
}

/** How many parts end between two blocks. */
function stepsUp(from: Part, to: Part): number {
  let steps = 0;
  for (let at: Part | null = from; at && !contains(at, to); at = at.parent) steps += 1;
  return steps;
}

/** Leaves out a block. */
export function leaveOut({ nodes }: { nodes: readonly Child[] }): void {
  for (const node of nodes) node.isLeftOut = true;
}

/**
 * Leaves out single lines within the article that are not text of it: labels with the links below them, lines about author and date next to
 * its title or its end, and links that stand alone. Returns those that ask for nothing.
 */
export function leaveOutLines(blocks: readonly Block[]): Block[] {
  const left: Block[] = [];
  const lastProse = blocks.findLastIndex((block) => block.isProse);
  let isBelowLabel = false;
  let hasBegun = false;
  let prose = 0;
  for (const [index, block] of blocks.entries()) {
    const isLabel = boxLabelOf(block.text) === "related" && (block.linkLength > 0 || isLink(blocks[index + 1]));
    isBelowLabel = (isLabel && !(block.isProse && !isLink(block))) || (isBelowLabel && isLink(block));
    const isAtEdge = prose < 2 || index > lastProse;
    if (isBelowLabel || (canBeForeign(block) && isForeignLine(block, hasBegun, isAtEdge))) {
      if (!isAppealLine(block)) left.push(block);
      leaveOut(block);
    } else {
      hasBegun ||= !block.isHeading;
      if (block.isProse) prose += 1;
    }
  }
  return left;
}

const isLink = (block: Block | undefined): boolean => block !== undefined && block.linkLength > block.length * 0.7;

/** Neither a heading nor in an item, a cell or a quote. */
export function canBeForeign({ owner, isHeading: heading }: Block): boolean {
  if (heading || ownNames.has(owner.name) || (owner.parent && ownNames.has(owner.parent.name) && !isBig(owner.parent))) return false;
  for (let at: Part | null = owner; at; at = at.parent) if (at.name === "blockquote") return false;
  return true;
}

/** Old pages have everything in a cell. */
const isBig = (part: Part): boolean => part.proseLength > 300;

function isForeignLine(block: Block, hasBegun: boolean, isAtEdge: boolean): boolean {
  const { owner, text, length } = block;
  if (boxLabelOf(text) === "ad" || isAppealLine(block)) return true;
  if (block.isProse) return false;
  if (isMetaLine(text) && (isAtEdge || isCredit(text))) return true;
  const isBox = owner.name === "div" || owner.name === "section";
  if ((!isBox && owner.name !== "p") || sentencesOf(text) > 0) return false;
  return (isLink(block) && length > 15) || (isBox && !hasBegun && length < 60);
}
