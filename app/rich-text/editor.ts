import Squire from "squire-rte";
import { toCleanFragment } from "./paste";

/** The state of the toolbar at the caret. */
export interface Place {
  /** 0 for running text, 1 to 5 for headings. */
  level: number;
  bold: boolean;
  italic: boolean;
  underline: boolean;
  bullets: boolean;
  numbers: boolean;
  /** The URL of the link at the caret; empty outside links. */
  link: string;
}

/** An editor in an element of the page. */
export interface Editor {
  html(): string;
  focus(): void;
  setLevel(level: number): void;
  toggle(mark: "bold" | "italic" | "underline" | "bullets" | "numbers"): void;
  /** Links the selection, or changes the link at the caret. An empty URL removes it. */
  link(address: string): void;
  close(): void;
}

/** The article's title is the h1, so headings in the text start at h2. */
const tagOfLevel = (level: number) => (level === 0 ? "P" : `H${level + 1}`);

/** Squire starts a new line with the formatting of the preceding text, even if that was switched off at its end. */
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
  // Tab leaves the field, as in any other field; Ctrl+] indents lists.
  squire.setKeyHandler("Tab", null).setKeyHandler("Shift-Tab", null);
  const report = () => onMove(placeOf(squire));
  squire.addEventListener("pathChange", report);
  squire.addEventListener("select", report);
  const reportInput = () => void root.dispatchEvent(new Event("input", { bubbles: true }));
  // Squire pastes and cuts asynchronously and without an event that forms could hear.
  const reportNextChange = () => {
    const onChange = () => {
      squire.removeEventListener("input", onChange);
      reportInput();
    };
    squire.addEventListener("input", onChange);
  };
  root.addEventListener("paste", reportNextChange);
  root.addEventListener("cut", reportNextChange);
  const change = (work: () => void) => {
    squire.focus();
    work();
    reportInput();
    report();
  };
  return {
    // Browsers put a non-breaking space at the end of formatted text.
    html: () => (root.textContent?.trim() ? squire.getHTML().replace(/&nbsp;(?=<)|(?<=>)&nbsp;/g, " ") : ""),
    focus: () => void squire.focus(),
    setLevel: (level) => change(() => setLevel(squire, level)),
    toggle: (mark) => change(() => toggle(squire, mark)),
    link: (address) => change(() => setLink(squire, address)),
    close() {
      root.removeEventListener("paste", reportNextChange);
      root.removeEventListener("cut", reportNextChange);
      squire.destroy();
    },
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
