import type { BodyElement } from "../html/body-tree";

export interface GridCell {
  cell: BodyElement;
  row: number;
  column: number;
  rowspan: number;
  colspan: number;
}

export interface TableGrid {
  columns: number;
  rows: number;
  cells: GridCell[];
  /** Number of rows at the top that consist of headings only. */
  headRows: number;
  caption: BodyElement | undefined;
  /** The spans cover too much to be resolved: each row has its cells one after the other. */
  isPlain: boolean;
}

/** Maximum of squares covered by cells. Tables without spans stay below it in any body; spans of 999 each way could cover hundreds of millions. */
const mostCovered = 25_000;

const isElement = (node: BodyElement["children"][number]): node is BodyElement => typeof node !== "string";

/** The cells of a table by the rules of HTML. A cell that would overlap another one or leave the table is cut. */
export function toTableGrid(table: BodyElement): TableGrid {
  const caption = table.children.filter(isElement).find(({ name }) => name === "caption");
  const parts = table.children.filter(isElement).flatMap((part) => (part.name === "tr" ? [part] : part.children.filter(isElement)));
  const lines = parts.filter(({ name }) => name === "tr").map((row) => row.children.filter(isElement));
  const placed = placeCells(lines);
  const cells = placed ? withoutEmptyColumns(placed) : lines.flatMap(oneAfterTheOther);
  const firstOther = placed ? (cells.find(({ cell }) => cell.name !== "th")?.row ?? 0) : 0;
  const reaches = highest(cells.filter(({ row }) => row < firstOther).map(({ row, rowspan }) => row + rowspan));
  return {
    columns: highest(cells.map(({ column, colspan }) => column + colspan)),
    rows: lines.length,
    cells,
    headRows: reaches > firstOther ? 0 : firstOther,
    caption,
    isPlain: placed === undefined,
  };
}

const highest = (numbers: number[]) => numbers.reduce((most, number) => Math.max(most, number), 0);

const oneAfterTheOther = (line: BodyElement[], row: number): GridCell[] =>
  line.map((cell, column) => ({ cell, row, column, rowspan: 1, colspan: 1 }));

/** `undefined` if spans cover too much. */
function placeCells(lines: BodyElement[][]): GridCell[] | undefined {
  const taken: boolean[][] = lines.map(() => []);
  const cells: GridCell[] = [];
  let covered = 0;
  for (const [row, line] of lines.entries()) {
    let column = 0;
    for (const cell of line) {
      while (taken[row]?.[column]) column += 1;
      const rowspan = Math.min(cell.rowspan, lines.length - row);
      let colspan = 1;
      while (colspan < cell.colspan && !taken[row]?.[column + colspan]) colspan += 1;
      covered += rowspan * colspan;
      if (covered > mostCovered) return undefined;
      for (let y = row; y < row + rowspan; y += 1) for (let x = column; x < column + colspan; x += 1) (taken[y] as boolean[])[x] = true;
      cells.push({ cell, row, column, rowspan, colspan });
      column += colspan;
    }
  }
  return cells;
}

/** Removes columns in which no cell begins; a span can cover a thousand of them. */
function withoutEmptyColumns(cells: GridCell[]): GridCell[] {
  const begins = [...new Set(cells.map(({ column }) => column))].sort((a, b) => a - b);
  const placeOf = new Map(begins.map((column, index) => [column, index]));
  return cells.map((cell) => {
    const column = placeOf.get(cell.column) ?? 0;
    let end = column + 1;
    while ((begins[end] ?? Number.POSITIVE_INFINITY) < cell.column + cell.colspan) end += 1;
    return { ...cell, column, colspan: end - column };
  });
}
