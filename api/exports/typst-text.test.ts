import { expect, test } from "vitest";
import { literal, quote } from "./typst-text";

test.each([
  ['Er sagte "ja" \\ "nein"', '"Er sagte \\"ja\\" \\\\ \\"nein\\""'],
  ['"]) #panic() $x$', '"\\"]) #panic() $x$"'],
  ["eine\nZeile\u0000\u2028", '"eine Zeile "'],
])("%s stands in a literal that nothing leaves", (text, code) => {
  expect(literal(text)).toBe(code);
});

test("Only what is longer than a line gets places to break", () => {
  expect(literal("Donaudampfschifffahrtsgesellschaftskapitänsmütze")).not.toContain("\u200b");
  expect(literal("w".repeat(100)).split("\u200b")).toHaveLength(5);
});

test("Addresses stay as they are", () => {
  expect(quote('https://a.example/?b="c"\\d')).toBe('"https://a.example/?b=\\"c\\"\\\\d"');
});
