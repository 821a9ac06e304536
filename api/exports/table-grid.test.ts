import { expect, test } from "vitest";
import { type BodyElement, textOf, toBodyTree } from "../html/body-tree";
import { toTableGrid } from "./table-grid";
import { bodyToTypst } from "./typst-text";

function gridOf(rows: string) {
  const grid = toTableGrid(toBodyTree(`<table>${rows}</table>`)[0] as BodyElement);
  const cells = grid.cells.map(({ cell, row, column, rowspan, colspan }) => [textOf(cell.children), row, column, rowspan, colspan]);
  return { columns: grid.columns, rows: grid.rows, headRows: grid.headRows, cells };
}

test("Cells are placed around spans, and spans end with the table", () => {
  expect(gridOf('<tr><td rowspan="9">a</td><td colspan="2">b</td></tr><tr><td>c</td><td>d</td></tr>')).toEqual({
    columns: 3,
    rows: 2,
    headRows: 0,
    cells: [
      ["a", 0, 0, 2, 1],
      ["b", 0, 1, 1, 2],
      ["c", 1, 1, 1, 1],
      ["d", 1, 2, 1, 1],
    ],
  });
});

test("A span over columns without cells of their own is narrowed", () => {
  expect(gridOf('<tr><td colspan="999">a</td></tr><tr><td>b</td><td>c</td></tr>').cells).toEqual([
    ["a", 0, 0, 1, 2],
    ["b", 1, 0, 1, 1],
    ["c", 1, 1, 1, 1],
  ]);
});

test("Rows of headings at the top form the head, unless one spans into the body", () => {
  expect(gridOf("<thead><tr><th>a</th></tr><tr><th>b</th></tr></thead><tr><td>c</td></tr>").headRows).toBe(2);
  expect(gridOf('<tr><th rowspan="2">a</th><th>b</th></tr><tr><td>c</td></tr>').headRows).toBe(0);
  expect(gridOf("<tr><th>a</th></tr>").headRows).toBe(0);
});

test("No cells overlap", () => {
  const { cells } = gridOf(
    '<tr><td>a</td><td rowspan="3">b</td></tr><tr><td colspan="5">c</td></tr><tr><td rowspan="2" colspan="2">d</td><td>e</td></tr>',
  );
  const taken = cells.flatMap(([, row, column, rowspan, colspan]) =>
    Array.from(
      { length: Number(rowspan) * Number(colspan) },
      (_, n) => `${Number(row) + Math.floor(n / Number(colspan))},${Number(column) + (n % Number(colspan))}`,
    ),
  );
  expect(new Set(taken).size).toBe(taken.length);
});

test("A thousand rows whose cells cover millions of squares become plain rows", () => {
  const body = `<table>${'<tr><td colspan="999" rowspan="999">x</td></tr>'.repeat(1000)}</table>`;
  const { isPlain, rows, cells } = toTableGrid(toBodyTree(body)[0] as BodyElement);
  expect({ isPlain, rows, cells: cells.length }).toEqual({ isPlain: true, rows: 1000, cells: 1000 });
  const code = bodyToTypst(toBodyTree(body));
  expect(code).not.toContain("table(");
  expect(code.match(/"x"/g)).toHaveLength(1000);
});

test("A table without spans is placed, however long", () => {
  const body = `<table>${"<tr><td>1</td><td>2</td></tr>".repeat(6800)}</table>`;
  const { isPlain, columns, cells } = toTableGrid(toBodyTree(body)[0] as BodyElement);
  expect({ isPlain, columns, cells: cells.length }).toEqual({ isPlain: false, columns: 2, cells: 13_600 });
});
