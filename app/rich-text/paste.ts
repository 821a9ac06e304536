import DOMPurify from "dompurify";

/**
 * Reduces content pasted from Word, Outlook or a web page to clean markup: blocks, lists, tables, links and emphasis, without styles,
 * classes and proprietary elements.
 */
export function toCleanFragment(html: string): DocumentFragment {
  const pasted = new DOMParser().parseFromString(withoutStyles(html), "text/html").body;
  for (const list of [...pasted.querySelectorAll<HTMLElement>(wordItem)]) gatherWordList(list);
  for (const element of [...pasted.querySelectorAll<HTMLElement>("[data-style]")]) styleToTags(element);
  return DOMPurify.sanitize(pasted.innerHTML, { ...allowed, RETURN_DOM_FRAGMENT: true });
}

const allowed = {
  ALLOWED_TAGS: "p div br h1 h2 h3 h4 h5 h6 ul ol li blockquote table caption thead tbody tfoot tr th td a b strong i em u".split(" "),
  ALLOWED_ATTR: ["href", "colspan", "rowspan"],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  FORBID_CONTENTS: ["style", "script", "title", "xml", "o:p", "svg", "math", "noscript", "template", "iframe", "object"],
};

/** Renames style and event attributes: even a detached document would apply them or report violations of the page's policy. */
const withoutStyles = (html: string) =>
  html
    .replace(/<style\b.*?<\/style>/gis, "")
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, " data-style=").replace(/\son\w+\s*=/gi, " data-on="));

/** Word writes list items as paragraphs, with level and kind of the list in a proprietary style. */
const wordItem = "p[class^=MsoList], p[data-style*='mso-list:']";
const wordLevel = /mso-list:[^;]*\blevel(\d)/;
/** The bullet or number, which Word writes into the text. */
const wordMarker = "span[data-style*='mso-list:Ignore'], span[data-style*='mso-list: Ignore']";
const number = /^\s*(?:\d+|[a-z]{1,4})[.)]/i;

/** Moves a Word item and its direct successors into lists. Does nothing if it was already moved along with an earlier one. */
function gatherWordList(first: HTMLElement) {
  if (!first.isConnected || !wordLevel.test(styleOf(first))) return;
  const root = first.ownerDocument.createElement(tagOf(first));
  first.before(root);
  const open = [root];
  for (let item: Element | null = first; item?.matches(wordItem) && wordLevel.test(styleOf(item)); item = root.nextElementSibling) {
    const level = Number(wordLevel.exec(styleOf(item))?.[1] ?? 1);
    while (open.length > level) open.pop();
    while (open.length < level && open.at(-1)?.lastElementChild) {
      const inner = first.ownerDocument.createElement(tagOf(item));
      open.at(-1)?.lastElementChild?.append(inner);
      open.push(inner);
    }
    const entry = first.ownerDocument.createElement("li");
    for (const marker of item.querySelectorAll(wordMarker)) marker.remove();
    entry.append(...item.childNodes);
    open.at(-1)?.append(entry);
    item.remove();
  }
}

const styleOf = (element: Element) => element.getAttribute("data-style") ?? "";
const tagOf = (item: Element) => (number.test(item.querySelector(wordMarker)?.textContent ?? "") ? "ol" : "ul");

/** Converts styles to emphasis, or removes it: Google wraps everything in a `<b>` that is not bold. */
function styleToTags(element: HTMLElement) {
  const style = styleOf(element);
  if (/^(?:B|STRONG)$/.test(element.tagName) && /font-weight:\s*(?:normal|400)/i.test(style)) element.replaceWith(...element.childNodes);
  if (element.tagName !== "SPAN") return;
  if (/font-weight:\s*(?:bold|[6-9]00)/i.test(style)) wrapContent(element, "b");
  if (/font-style:\s*italic/i.test(style)) wrapContent(element, "i");
  if (/text-decoration[^;]*underline/i.test(style)) wrapContent(element, "u");
}

function wrapContent(element: HTMLElement, tag: "b" | "i" | "u") {
  const wrapper = element.ownerDocument.createElement(tag);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}
