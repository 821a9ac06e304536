import { inlineNames, setOf, unreadNames, wordsOf } from "./elements";
import { collapse } from "./plain-line";

/** A visible element, with measures of the text in it. Characters are counted with white space collapsed. */
export interface Part {
  element: Element;
  name: string;
  parent: Part | null;
  children: Child[];
  /** The words of its class, id and role, in lower case. */
  words: readonly string[];
  length: number;
  linkLength: number;
  /** Length of the text in sentences, and of that before the element. */
  proseLength: number;
  proseBefore: number;
  /** The beginning of its first line. */
  firstLine: string;
  /** It is laid out as a block, or contains one. */
  isBlock: boolean;
  hasImage: boolean;
  /** Index in the order of the document, and of the last element in it. */
  first: number;
  last: number;
  isLeftOut: boolean;
}

export interface Text {
  text: string;
  isLeftOut: boolean;
}

export type Child = Part | Text;

export const isPart = (child: Child): child is Part => "element" in child;

const textlessNames = new Set([
  ...unreadNames,
  ...setOf(
    "math iframe object embed audio video canvas applet textarea select option datalist input progress meter map area param track frameset noembed noframes title meta link base",
  ),
]);
/** Neither a block nor text. */
const replacedNames = setOf("br img picture source");
const headingNames = setOf("h1 h2 h3 h4 h5 h6");
/** Blocks of text even where they contain only words. */
export const isHeading = ({ name }: Part): boolean => headingNames.has(name);

type Span = Pick<Part, "first" | "last">;

export const contains = (outer: Span, inner: Span | null): boolean =>
  inner !== null && outer.first <= inner.first && inner.last <= outer.last;

/** Builds the tree of what a reader sees, in linear time. `withHidden` includes what scripts may show later. */
export function treeOf(body: Element, withHidden = false): Part {
  let count = 0;
  const build = (element: Element, parent: Part | null): Part => {
    const name = element.localName;
    const part: Part = {
      ...{
        element,
        name,
        parent,
        children: [],
        words: wordsOf(element),
        length: 0,
        linkLength: 0,
        proseLength: 0,
        proseBefore: 0,
        firstLine: "",
      },
      ...{
        isBlock: !inlineNames.has(name) && !replacedNames.has(name) && !name.includes("-"),
        hasImage: name === "img",
        first: count,
        last: count,
        isLeftOut: false,
      },
    };
    count += 1;
    for (let node: ChildNode | null = element.firstChild; node; node = node.nextSibling) {
      if (node.nodeType === 3) part.children.push({ text: node.nodeValue ?? "", isLeftOut: false });
      else if (node.nodeType === 1 && isVisible(node as Element, part, withHidden)) part.children.push(build(node as Element, part));
    }
    part.last = count - 1;
    part.hasImage ||= part.children.some((child) => isPart(child) && child.hasImage);
    part.isBlock ||= part.children.some((child) => isPart(child) && child.isBlock);
    return part;
  };
  const root = build(body, null);
  measure(root);
  return root;
}

/** Measures again, without what has been left out. */
export function measure(root: Part): void {
  let prose = 0;
  const visit = (part: Part) => {
    part.length = 0;
    part.linkLength = 0;
    part.proseBefore = prose;
    part.firstLine = "";
    const runs = part.isBlock ? runsOf(part) : [];
    let index = 0;
    const takeRun = (run: Run) => {
      part.firstLine ||= run.text.slice(0, 200);
      if (isProse(run)) prose += run.length;
      index += 1;
    };
    for (const child of part.children) {
      if (child.isLeftOut) continue;
      const run = runs[index];
      if (run && run.nodes.at(-1) === child) takeRun(run);
      if (!isPart(child)) {
        part.length += collapse(child.text).length;
        continue;
      }
      visit(child);
      part.length += child.length;
      part.linkLength += child.linkLength;
      part.firstLine ||= child.firstLine;
    }
    if (part.name === "a" && part.element.hasAttribute("href")) part.linkLength = part.length;
    part.proseLength = prose - part.proseBefore;
  };
  visit(root);
}

/** A piece of running text: what is in one line or paragraph. */
export interface Run {
  owner: Part;
  nodes: Child[];
  text: string;
  length: number;
  linkLength: number;
}

/** The pieces of text directly in a block, which end at blocks and at two line breaks. */
export function runsOf(owner: Part): Run[] {
  const runs: Run[] = [];
  let nodes: Child[] = [];
  let breaks = 0;
  const end = () => {
    const text = collapse(nodes.map((node) => textOf(node)).join(""));
    if (text !== "")
      runs.push({ owner, nodes, text, length: text.length, linkLength: nodes.reduce((sum, node) => sum + linkLengthOf(node), 0) });
    nodes = [];
    breaks = 0;
  };
  for (const child of owner.children) {
    if (child.isLeftOut) continue;
    if (isPart(child) && child.isBlock) {
      end();
      continue;
    }
    if (isPart(child) && child.name === "br") breaks += 1;
    else if (isPart(child) || child.text.trim() !== "") {
      if (breaks > 1) end();
      breaks = 0;
    }
    nodes.push(child);
  }
  end();
  return runs;
}

function linkLengthOf(node: Child): number {
  if (node.isLeftOut || !isPart(node)) return 0;
  if (node.name === "a" && node.element.hasAttribute("href")) return collapse(textOf(node)).length;
  return node.children.reduce((sum, child) => sum + linkLengthOf(child), 0);
}

/** The text of a node as it is written in the page, soon after `most` characters the beginning of it. */
export function textOf(node: Child, most = Infinity): string {
  if (node.isLeftOut) return "";
  if (!isPart(node)) return node.text;
  if (node.name === "br") return "\n";
  let text = "";
  for (const child of node.children) {
    if (text.length >= most) break;
    text += textOf(child, most - text.length);
  }
  return node.isBlock ? `\n${text}\n` : text;
}

// Not the dot of "3. Oktober".
const sentenceEnd = /(?:(?<!(?:^|\D)\d{1,2})\.|[!?…])[\])"'»«›‹“”„‘’]*(?=\s|$)|[。！？؟।]|:$/gu;

export const sentencesOf = (text: string): number => text.match(sentenceEnd)?.length ?? 0;

/** Sentences that are not a link. */
export function isProse({ text, length, linkLength }: { text: string; length: number; linkLength: number }): boolean {
  const isLong = length >= 40 || (length >= 15 && /[\u3040-\u9fff\uac00-\ud7af]/.test(text));
  return isLong && linkLength < length * 0.6 && (sentencesOf(text) > 0 || length >= 160);
}

function isVisible(element: Element, parent: Part, withHidden: boolean): boolean {
  const name = element.localName;
  if (textlessNames.has(name)) return false;
  // A heading that opens what is below it.
  if (name === "button") return isHeading(parent);
  return withHidden || !isHidden(element, name);
}

function isHidden(element: Element, name: string): boolean {
  if (element.hasAttribute("hidden") && element.getAttribute("hidden") !== "until-found") return true;
  if (element.getAttribute("aria-hidden") === "true") return true;
  if ((name === "dialog" && !element.hasAttribute("open")) || element.hasAttribute("popover")) return true;
  const style = element.getAttribute("style");
  return style !== null && /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i.test(style);
}
