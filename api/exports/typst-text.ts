import { type BodyElement, type BodyNode, directionOf, isInline, isOwnAddress, textOf, withoutMailto } from "../html/body-tree";
import { type GridCell, toTableGrid } from "./table-grid";

/** Bodies as Typst code. People's text only appears in string literals, so it can never be code. */
export function bodyToTypst(nodes: readonly BodyNode[]): string {
  return blocks(nodes, 0);
}

export const literal = (text: string): string => `"${breakable(clean(text)).replace(/[\\"]/g, "\\$&")}"`;

const clean = (text: string) => text.replace(/[\s\p{Cc}]+/gu, " ");

/** Long words get break opportunities: Typst would write them into the margin. */
const breakable = (text: string) => text.replace(/[^\s\u200b]{60,}/gu, (word) => word.replace(/.{20}(?=.)/gsu, "$&\u200b"));

/** Deeper nesting becomes text: Typst has a depth limit, and no page is wide enough. */
const deepest = 6;
/** Tables with more columns become lists: a column would be narrower than a word. */
const mostColumns = 10;
const smallFrom = 6;

/** Sets the text direction of the content if it differs from that of the document. */
export function directed(text: string, code: string): string {
  return directionOf(text) === "rtl" ? `{set text(dir: rtl); ${code}}` : code;
}

function blocks(nodes: readonly BodyNode[], depth: number): string {
  const written: string[] = [];
  let line: BodyNode[] = [];
  const endLine = () => {
    if (textOf(line).trim() !== "") written.push(paragraph(line));
    line = [];
  };
  for (const node of nodes) {
    if (isInline(node)) line.push(node);
    else {
      endLine();
      written.push(block(node as BodyElement, depth));
    }
  }
  endLine();
  return `{${written.filter(Boolean).join("\n")}}`;
}

const paragraph = (nodes: readonly BodyNode[]) => directed(textOf(nodes), `par(${inline(nodes)})`);

function block(element: BodyElement, depth: number): string {
  const { name, children } = element;
  if (depth >= deepest) return paragraph([textOf(children)]);
  const [, level] = /^h(\d)$/.exec(name) ?? [];
  if (level !== undefined) {
    if (textOf(children).trim() === "") return "";
    return directed(textOf(children), `heading(level: ${level}, outlined: false, bookmarked: true, ${inline(children)})`);
  }
  if (name === "ul" || name === "ol") {
    const items = children.filter((child) => typeof child !== "string").map((item) => blocks((item as BodyElement).children, depth + 1));
    return items.length > 0 ? directed(textOf(children), `${name === "ul" ? "list" : "enum"}(${items.join(", ")})`) : "";
  }
  if (name === "blockquote") return directed(textOf(children), `quote(block: true, ${blocks(children, depth + 1)})`);
  if (name === "table") return table(element, depth);
  return blocks(children, depth);
}

function table(element: BodyElement, depth: number): string {
  const { columns, cells, headRows, rows, caption, isPlain } = toTableGrid(element);
  if (columns === 0) return "";
  const title = caption ? `par(strong(${inline(caption.children)}))` : "";
  if (isPlain || columns > mostColumns || depth > 2) return `{${title}\n${tableAsList(cells, rows, headRows)}}`;
  const write = ({ cell, row, column, rowspan, colspan }: GridCell) => {
    const content = blocks(cell.children, depth + 1);
    const text = cell.name === "th" ? `strong(${content})` : content;
    return `table.cell(x: ${column}, y: ${row}, colspan: ${colspan}, rowspan: ${rowspan}, ${text})`;
  };
  const head = cells.filter(({ row }) => row < headRows).map(write);
  const body = cells.filter(({ row }) => row >= headRows).map(write);
  const parts = [...(head.length > 0 ? [`table.header(${head.join(", ")})`] : []), ...body];
  const size = columns >= smallFrom ? "0.72em" : "0.86em";
  const code = `table(columns: (1fr,) * ${columns}, ${parts.join(",\n")})`;
  return `{${title}\nset text(size: ${size}); ${directed(textOf(element.children), code)}}`;
}

/** Each row as an item that names the column of each value. */
function tableAsList(cells: GridCell[], rows: number, headRows: number): string {
  const headings = new Map<number, BodyElement>();
  for (const { cell, row, column, colspan } of cells)
    if (row < headRows) for (let at = column; at < column + colspan; at += 1) headings.set(at, cell);
  const ofRow: GridCell[][] = Array.from({ length: rows }, () => []);
  for (const cell of cells) ofRow[cell.row]?.push(cell);
  const items = ofRow
    .slice(headRows)
    .map((line) => {
      const values = line
        .filter(({ cell }) => textOf(cell.children).trim() !== "")
        .map(({ column, cell }) => {
          const heading = headings.get(column);
          const label = heading ? textOf(heading.children).trim() : "";
          return label ? `strong(${literal(`${label}: `)}); ${inline([textOf(cell.children)])}` : inline([textOf(cell.children)]);
        });
      return values.length > 0 ? `{${values.join(`; ${literal(" · ")}; `)}}` : "";
    })
    .filter(Boolean);
  return items.length > 0 ? `list(${items.join(", ")})` : "";
}

const marks: Record<string, string> = { strong: "strong", b: "strong", em: "emph", i: "emph", u: "underline" };

function inline(nodes: readonly BodyNode[], depth = 0): string {
  const parts = nodes.flatMap((node): string[] => {
    if (typeof node === "string") return node === "" ? [] : [literal(node)];
    if (node.name === "br") return ["linebreak()"];
    if (depth >= deepest || !isInline(node)) return [literal(textOf(node.children))];
    const content = inline(node.children, depth + 1);
    if (node.name === "a") return node.href ? [linked(node.href, content), ...printed(node.href, textOf(node.children))] : [content];
    const mark = marks[node.name];
    return [mark ? `${mark}(${content})` : content];
  });
  return `{${parts.length > 0 ? parts.join("; ") : '""'}}`;
}

/** Maximum characters of a printed address; nobody types a longer one. */
const longestPrinted = 300;

/** The address for readers of the printed page, unless the link's text is the address. */
function printed(href: string, words: string): string[] {
  const address = withoutMailto(href);
  if (address.length > longestPrinted || isOwnAddress(href, words)) return [];
  return [`text(size: 0.85em, ${literal(` (${address})`)})`];
}

/** Bytes. Typst rejects the whole document for a longer address. */
const longestAddress = 8000;

/** Content as a link, unless the address is too long for one. */
export const linked = (address: string, content: string): string =>
  Buffer.byteLength(address) > longestAddress ? content : `link(${quote(address)}, ${content})`;

/** An address as a string literal, without break opportunities. */
export const quote = (address: string): string => `"${address.replace(/\p{Cc}/gu, "").replace(/[\\"]/g, "\\$&")}"`;
