import { expect, test } from "vitest";
import { csvLine } from "./csv";

test.each([
  ["Anna Brandt", '"Anna Brandt"'],
  ['sagt "Hallo"; geht, kommt', '"sagt ""Hallo""; geht, kommt"'],
  ['=HYPERLINK("http://böse.example")', '"\'=HYPERLINK(""http://böse.example"")"'],
  ["+49 581", '"\'+49 581"'],
  ["-2+3", '"\'-2+3"'],
  ["@SUM(A1)", '"\'@SUM(A1)"'],
  ["\t=1", '"\'\t=1"'],
  ["\r=1", '"\'\r=1"'],
  ["  =1", '"\'  =1"'],
  ["＝1", '"\'＝1"'],
  ["a=b-c", '"a=b-c"'],
  ["zwei\r\nZeilen", '"zwei\r\nZeilen"'],
  ["", '""'],
])("%j becomes %s", (field, expected) => {
  expect(csvLine([field], ",")).toBe(`${expected}\r\n`);
});

test("fields are separated as German and English spreadsheets expect", () => {
  expect([csvLine(["a", "b"], ";"), csvLine(["a", "b"], ",")]).toEqual(['"a";"b"\r\n', '"a","b"\r\n']);
});
