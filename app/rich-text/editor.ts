import Squire from "squire-rte";
import { toCleanFragment } from "./paste";

/** What the toolbar shows of the place where the caret stands. */
export interface Place {
  /** 0 for running text, 1 to 5 for headings. */
  level: number;
  bold: boolean;
  italic: boolean;
  underline: boolean;
  bullets: boolean;
  numbers: boolean;
  /** The address of the link there, empty outside one. */
  link: string;
}

/** An editor in an element that the page provides. */
export interface Editor {
  html(): string;
  focus(): void;
  setLevel(level: number): void;
  toggle(mark: "bold" | "italic" | "underline" | "bullets" | "numbers"): void;
  /** Links what is selected, or the link that the caret stands in; an empty address removes it. */
  link(address: string): void;
  close(): void;
}

/** The title of the article is the first heading, so that its text begins with the second. */
const tagOfLevel = (level: number) => (level === 0 ? "P" : `H${level + 1}`);

/** Squire gives a new line the marks of the text before it, also those that were switched off at its end. */
class LineEditor extends Squire {
  override splitBlock(lineBreakOnly: boolean, range?: Range): Squire {
    const before = placeOf(this);
    super.splitBlock(lineBreakOnly, range);
    const after = placeOf(this);
    for (const mark of ["bold", "italic", "underline"] as const) if (after[mark] && !before[mark]) toggle(this, mark);
    return this;
  }
}

export function openEditor(root: HTMLElement, html: string, onMove: (place: Place) => void): Editor {
  const squire = new LineEditor(root, { blockTag: "P", sanitizeToDOMFragment: toCleanFragment, addLinks: true });
  squire.setHTML(html);
  // Tab leaves the field, as everywhere: lists are made deeper with Ctrl and ].
  squire.setKeyHandler("Tab", null).setKeyHandler("Shift-Tab", null);
  const report = () => onMove(placeOf(squire));
  squire.addEventListener("pathChange", report);
  squire.addEventListener("select", report);
  const change = (work: () => void) => {
    squire.focus();
    work();
    root.dispatchEvent(new Event("input", { bubbles: true }));
    report();
  };
  return {
    // Browsers write a space at the end of what is marked as one that never breaks.
    html: () => (root.textContent?.trim() ? squire.getHTML().replace(/&nbsp;(?=<)|(?<=>)&nbsp;/g, " ") : ""),
    focus: () => void squire.focus(),
    setLevel: (level) => change(() => setLevel(squire, level)),
    toggle: (mark) => change(() => toggle(squire, mark)),
    link: (address) => change(() => setLink(squire, address)),
    close: () => squire.destroy(),
  };
}

function placeOf(squire: Squire): Place {
  const heading = /(?:^|>)H([2-6])/.exec(squire.getPath())?.[1];
  const list = closest(squire, "ul, ol");
  return {
    level: heading ? Number(heading) - 1 : 0,
    bold: squire.hasFormat("B"),
    italic: squire.hasFormat("I"),
    underline: squire.hasFormat("U"),
    bullets: list?.tagName === "UL",
    numbers: list?.tagName === "OL",
    link: closest(squire, "a")?.getAttribute("href") ?? "",
  };
}

/** The nearest element of this kind around the caret, inside the editor. */
function closest(squire: Squire, selector: string): Element | null {
  const { commonAncestorContainer: node } = squire.getSelection();
  const found = (node instanceof Element ? node : node.parentElement)?.closest(selector);
  return found && squire.getRoot().contains(found) ? found : null;
}

function setLevel(squire: Squire, level: number) {
  squire.modifyBlocks((fragment) => {
    for (const block of [...fragment.querySelectorAll("p, h1, h2, h3, h4, h5, h6")]) {
      const heading = document.createElement(tagOfLevel(level));
      heading.append(...block.childNodes);
      block.replaceWith(heading);
    }
    return fragment;
  });
}

function toggle(squire: Squire, mark: "bold" | "italic" | "underline" | "bullets" | "numbers") {
  const place = placeOf(squire);
  if (mark === "bold") place.bold ? squire.removeBold() : squire.bold();
  if (mark === "italic") place.italic ? squire.removeItalic() : squire.italic();
  if (mark === "underline") place.underline ? squire.removeUnderline() : squire.underline();
  if (mark === "bullets") place.bullets ? squire.removeList() : squire.makeUnorderedList();
  if (mark === "numbers") place.numbers ? squire.removeList() : squire.makeOrderedList();
}

function setLink(squire: Squire, address: string) {
  const link = closest(squire, "a");
  if (link) {
    const range = document.createRange();
    range.selectNodeContents(link);
    squire.setSelection(range);
  }
  if (address === "") squire.removeLink();
  else squire.makeLink(address);
}
