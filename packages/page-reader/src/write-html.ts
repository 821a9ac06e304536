import { setOf } from "./elements";
import { escapeAttribute, escapeText } from "./escape";
import { toAbsoluteUrl } from "./page-images";
import { type Child, isHeading, isPart, type Part, textOf } from "./page-tree";
import { collapse } from "./plain-line";

interface Writing {
  baseUrl: string;
  language: string | null;
}

/**
 * A part as HTML of paragraphs, headings h1 to h6, lists, quotes, tables, line breaks, emphasis and links, without attributes except link
 * targets and cell spans. What these cannot express becomes text: superscripts, quotation marks, deletions, numbers of lists, indented lines.
 */
export function writeHtml(root: Part, { baseUrl, language }: Writing): string {
  const [open, close] = language === "en" ? ["“", "”"] : language === "fr" ? ["« ", " »"] : ["„", "“"];
  const [innerOpen, innerClose] = language === "en" ? ["‘", "’"] : language === "fr" ? ["‹ ", " ›"] : ["‚", "‘"];
  const pieces: string[] = [];
  // Whether white space at this position would not be seen.
  let isAtStart = true;
  // The last characters of text, to tell an exponent from the number of a footnote.
  let lastText = "";
  let quotes = 0;
  // The number of a list item, before its first words.
  let prefix = "";
  let whiteSpace: WhiteSpace = "folded";
  // Line breaks and the indentation after them, which are written before what follows in the same block.
  let pending = "";

  const addTag = (tag: string) => {
    pieces.push(tag.startsWith("</") ? tag : pending + tag);
    if (!tag.startsWith("</")) pending = "";
  };

  /** Opens or closes a block, or breaks a line. */
  const addEdge = (tag: string) => {
    const last = pieces.pop();
    if (last !== undefined) pieces.push(last.trimEnd());
    pieces.push(tag);
    isAtStart = true;
    pending = "";
  };

  const addLines = (text: string) => {
    for (const [index, line] of text.replace(/\r\n?/g, "\n").split("\n").entries()) {
      if (index > 0) pending = isAtStart ? "" : `${pending}<br>`;
      const isIndented = index > 0 || isAtStart;
      const written =
        whiteSpace === "lines"
          ? line.replace(/[ \t\f]+/g, " ").replace(isIndented ? /^ / : /^$/, "")
          : line.replace(/\t/g, "    ").replace(isIndented ? /^ +| {2,}/g : / {2,}/g, (spaces) => "\u00a0".repeat(spaces.length));
      if (isIndented && written.trim() === "") pending += written;
      else if (written !== "") {
        pieces.push(pending + escapeText(written));
        pending = "";
        isAtStart = false;
        lastText = (lastText + written).slice(-4);
      }
    }
  };

  const addText = (text: string) => {
    if (whiteSpace !== "folded") return addLines(text);
    const folded = text.replace(/[ \t\n\f\r]+/g, " ");
    const written = isAtStart ? folded.trimStart() : folded;
    if (written === "") return;
    pieces.push(escapeText(written));
    isAtStart = written.endsWith(" ");
    lastText = (lastText + written).slice(-4);
  };

  const inline = (node: Child) => {
    if (node.isLeftOut) return;
    if (!isPart(node)) return addText(node.text);
    const { name, element } = node;
    const children = () => node.children.forEach(inline);
    const wrapped = (tag: string, attributes = "") => {
      addTag(`<${tag}${attributes}>`);
      children();
      addTag(`</${tag}>`);
    };
    if (name === "br") addEdge("<br>");
    else if (name === "strong" || name === "b" || name === "em" || name === "i" || name === "u") wrapped(name);
    else if (name === "a") {
      const href = linkTarget(element.getAttribute("href"), baseUrl);
      if (href) wrapped("a", ` href="${escapeAttribute(href)}"`);
      else children();
    } else if (name === "q") {
      quotes += 1;
      addText((quotes % 2 === 1 ? open : innerOpen) as string);
      children();
      addText((quotes % 2 === 1 ? close : innerClose) as string);
      quotes -= 1;
    } else if (name === "del" || name === "s" || name === "strike") {
      if (node.length > 0) addText("~~");
      children();
      if (node.length > 0) addText("~~");
    } else if (name === "sup") addText(raised(collapse(textOf(node)), lastText, isFootnote(node)));
    else if (name === "sub") addText(lowered(collapse(textOf(node))));
    else if (isDropCap(node)) addText(collapse(textOf(node)));
    else children();
  };

  /** Text directly in a block: `tag` around each of its paragraphs, or none. */
  const flow = (part: Part, tag: "p" | "") => {
    let run: Child[] = [];
    let breaks: Child[] = [];
    const endRun = () => {
      if (run.some(hasText)) {
        if (tag) addEdge(`<${tag}>`);
        if (prefix) addText(prefix);
        prefix = "";
        writeRun(run);
        if (tag) addEdge(`</${tag}>`);
      }
      run = [];
      breaks = [];
    };
    for (const child of part.children) {
      if (child.isLeftOut) continue;
      if (isPart(child) && child.isBlock) {
        endRun();
        lastText = "";
        block(child);
      } else if (isPart(child) && child.name === "br") breaks.push(child);
      else if (breaks.length === 0) run.push(child);
      else if (isPart(child) || child.text.trim() !== "") {
        if (breaks.length > 1 && tag) endRun();
        else if (run.length > 0) run.push(...breaks);
        breaks = [];
        run.push(child);
      }
    }
    endRun();
  };

  const writeRun = (run: readonly Child[]) => {
    run.forEach((node, index) => {
      const before = run[index - 1];
      // The first letter of a text, set apart.
      if (!isPart(node) && before && isPart(before) && isDropCap(before)) inline({ ...node, text: node.text.trimStart() });
      else inline(node);
    });
  };

  const wrap = (tag: string, part: Part, attributes = "", inner: "p" | "" = "") => {
    addEdge(`<${tag}${attributes}>`);
    flow(part, inner);
    addEdge(`</${tag}>`);
  };

  const block = (part: Part) => {
    if (part.isLeftOut || part.length === 0)
      return part.name === "td" || part.name === "th" ? wrap(part.name, part, spansOf(part)) : undefined;
    const outer = whiteSpace;
    whiteSpace = whiteSpaceOf(part) ?? outer;
    if (prefix && besideNumbers.has(part.name)) {
      addEdge("<p>");
      addText(prefix.trim());
      addEdge("</p>");
      prefix = "";
    }
    writeBlock(part);
    whiteSpace = outer;
  };

  const writeBlock = (part: Part) => {
    const { name } = part;
    if (isHeading(part)) wrap(name, part);
    else if (name === "p") flow(part, "p");
    else if (name === "blockquote") wrap("blockquote", part, "", "p");
    else if (name === "ol" && numbersOf(part)) numbered(part);
    else if (name === "ul" || name === "ol" || name === "menu" || name === "dir") wrap(name === "ol" ? "ol" : "ul", part);
    else if (name === "li") wrap("li", part);
    else if (name === "table" && isLayout(part)) layout(part);
    else if (name === "table" || name === "caption" || name === "tr" || name === "thead" || name === "tbody" || name === "tfoot")
      wrap(name, part);
    else if (name === "td" || name === "th") wrap(name, part, spansOf(part));
    else flow(part, "p");
  };

  const layout = (part: Part) => {
    for (const child of part.children) {
      if (!isPart(child) || child.isLeftOut) continue;
      if (child.name === "tr" || child.name === "tbody" || child.name === "thead" || child.name === "tfoot") layout(child);
      else flow(child, "p");
    }
  };

  /** Lists can only count from 1 in the editor, so other numbers become text. */
  const numbered = (part: Part) => {
    const numbers = numbersOf(part) ?? [];
    let index = 0;
    for (const child of part.children) {
      if (!isPart(child) || child.isLeftOut) continue;
      if (child.name === "li") {
        prefix = `${numbers[index] ?? ""} `;
        index += 1;
        flow(child, "p");
        prefix = "";
      } else block(child);
    }
  };

  if (root.name === "body" || root.isBlock) {
    if (root.name === "table" || root.name === "ul" || root.name === "ol" || root.name === "blockquote" || root.name === "pre") block(root);
    else flow(root, "p");
  }
  return pieces.join("");
}

/** A table that only arranges the page: one column, or blocks and long texts in cells without a head. */
function isLayout(table: Part): boolean {
  const role = table.element.getAttribute("role");
  if (role === "presentation" || role === "none") return true;
  let isData = false;
  let hasBlocks = false;
  let widest = 0;
  const visit = (part: Part, isInCell: boolean) => {
    let cells = 0;
    for (const child of part.children) {
      if (!isPart(child)) continue;
      const isCell = child.name === "td" || child.name === "th";
      if (isCell) cells += 1;
      isData ||= child.name === "th" || child.name === "caption";
      hasBlocks ||= (isCell && child.proseLength > 300) || (isInCell && (child.name === "table" || isHeading(child)));
      visit(child, isInCell || isCell);
    }
    widest = Math.max(widest, cells);
  };
  visit(table, false);
  return widest <= 1 || (hasBlocks && !isData);
}

function numbersOf(list: Part): string[] | null {
  const items = list.children.filter((child): child is Part => isPart(child) && !child.isLeftOut && child.name === "li");
  const start = Number.parseInt(list.element.getAttribute("start") ?? "", 10);
  const isReversed = list.element.hasAttribute("reversed");
  const type = list.element.getAttribute("type") ?? "1";
  let number = Number.isFinite(start) ? start : isReversed ? items.length : 1;
  const numbers = items.map((item) => {
    const own = Number.parseInt(item.element.getAttribute("value") ?? "", 10);
    if (Number.isFinite(own)) number = own;
    const written = number;
    number += isReversed ? -1 : 1;
    return `${markOf(written, type)}.`;
  });
  return numbers.every((text, index) => text === `${index + 1}.`) ? null : numbers;
}

function markOf(number: number, type: string): string {
  if ((type === "a" || type === "A") && number > 0 && number <= 26) {
    const letter = String.fromCharCode(96 + number);
    return type === "A" ? letter.toUpperCase() : letter;
  }
  if ((type === "i" || type === "I") && number > 0 && number < 40) {
    const roman = `${"x".repeat(number / 10)}${["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"][number % 10]}`;
    return type === "I" ? roman.toUpperCase() : roman;
  }
  return String(number);
}

/** How white space is shown: as one space, with its line breaks, or as it is. */
type WhiteSpace = "folded" | "lines" | "kept";

function whiteSpaceOf({ name, element }: Part): WhiteSpace | null {
  const [, value] = /white-space\s*:\s*([a-z-]+)/i.exec(element.getAttribute("style") ?? "") ?? [];
  if (!value) return name === "pre" ? "kept" : null;
  if (/^pre-line$/i.test(value)) return "lines";
  if (/^(?:pre|break-spaces)/i.test(value)) return "kept";
  return /^(?:normal|nowrap|initial)$/i.test(value) ? "folded" : null;
}

/** Blocks that cannot begin with the number of the list item around them. */
const besideNumbers = setOf("ul ol menu dir table blockquote");

const hasText = (node: Child): boolean => !node.isLeftOut && (isPart(node) ? node.length > 0 : collapse(node.text) !== "");

function isDropCap(node: Part): boolean {
  return (
    node.length <= 3 &&
    node.words.some((word) => /^(?:dropcaps?|drop|initial|initiale|firstletter)$/.test(word)) &&
    /^["„“«»‚']?\p{L}$/u.test(collapse(textOf(node)))
  );
}

const isFootnote = (node: Part): boolean =>
  node.parent?.element.getAttribute("href")?.startsWith("#") === true ||
  node.children.some((child) => isPart(child) && child.element.getAttribute("href")?.includes("#") === true);

const raisedSigns: Record<string, string> = { ...signsOf("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ") };
const loweredSigns: Record<string, string> = { ...signsOf("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎") };

function signsOf(from: string, to: string): Record<string, string> {
  const targets = Array.from(to);
  return Object.fromEntries(Array.from(from, (sign, index) => [sign, targets[index] ?? sign]));
}

/** An exponent, or the number of a footnote in brackets. */
function raised(text: string, before: string, isReferenced: boolean): string {
  if (text === "" || /^[[(*†‡§®©™]/.test(text)) return text;
  const isNote = isReferenced || /(?:\p{L}{3}|[.,;:!?…"“”»«)\]])$/u.test(before);
  if (isNote && /^\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\)?$/.test(text)) return `[${text.replace(/\)$/, "")}]`;
  if (!/\d|^[+\-−ni]+$/.test(text)) return /^\p{L}{1,3}$/u.test(text) && /[\p{L}\d.]$/u.test(before) && text !== "x" ? text : `^${text}`;
  return convert(text, raisedSigns) ?? `^${text}`;
}

const lowered = (text: string): string => convert(text, loweredSigns) ?? text;

function convert(text: string, signs: Record<string, string>): string | null {
  const converted = Array.from(text, (sign) => signs[sign]);
  return converted.every((sign) => sign !== undefined) ? converted.join("") : null;
}

function linkTarget(href: string | null, baseUrl: string): string | null {
  if (href === null || href.startsWith("#")) return null;
  return href.startsWith("mailto:") ? href : toAbsoluteUrl(href, baseUrl);
}

function spansOf({ element }: Part): string {
  return ["colspan", "rowspan"]
    .map((name) => [name, element.getAttribute(name)])
    .map(([name, value]) => (value && /^\d{1,3}$/.test(value) && value !== "1" ? ` ${name}="${value}"` : ""))
    .join("");
}
