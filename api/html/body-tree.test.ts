import { expect, test } from "vitest";
import { directionOf, textOf, toBodyTree } from "./body-tree";

const levelsOf = (html: string) => toBodyTree(html).map((node) => (typeof node === "string" ? node : node.name));

test.each([
  ["<h2>a</h2><h3>b</h3><h2>c</h2>", ["h2", "h3", "h2"]],
  ["<h5>a</h5><h2>b</h2><h6>c</h6><h4>d</h4>", ["h2", "h2", "h3", "h3"]],
  ["<h4>a</h4><h5>b</h5><h6>c</h6><h5>d</h5>", ["h2", "h3", "h4", "h3"]],
])("Headings of %s start below the title and skip no level", (html, levels) => {
  expect(levelsOf(html)).toEqual(levels);
});

test("Unknown elements are removed; their text and safe links stay", () => {
  const tree = toBodyTree(
    '<p onclick="x()">a<img src="b"><span>c &amp; d</span> <a href="javascript:e()">f</a> <a href="https://g.example/?h=1&amp;i=2">j</a></p>',
  );
  expect(textOf(tree)).toBe("ac & d f j");
  const hrefs = JSON.stringify(tree).match(/"href":"[^"]*"/g);
  expect(hrefs).toEqual(['"href":"https://g.example/?h=1&i=2"']);
});

test.each([
  ["Guten Tag שלום", "ltr"],
  ["12: שלום Hamburg", "rtl"],
  ["مرحبا", "rtl"],
  ["漢字", "ltr"],
  ["123", "ltr"],
])("The direction of %s is %s", (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});
