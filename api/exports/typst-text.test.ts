import { expect, test } from "vitest";
import { literal, quote } from "./typst-text";

test.each([
  ['Er sagte "ja" \\ "nein"', '"Er sagte \\"ja\\" \\\\ \\"nein\\""'],
  ['"]) #panic() $x$', '"\\"]) #panic() $x$"'],
  ["eine\nZeile\u0000\u2028", '"eine Zeile "'],
])("%s cannot break out of its literal", (text, code) => {
  expect(literal(text)).toBe(code);
});

test("Only words longer than a line get break opportunities", () => {
  expect(literal("Donaudampfschifffahrtsgesellschaftskapitänsmütze")).not.toContain("\u200b");
  expect(literal("w".repeat(100)).split("\u200b")).toHaveLength(5);
});

test("Addresses stay unchanged", () => {
  expect(quote('https://a.example/?b="c"\\d')).toBe('"https://a.example/?b=\\"c\\"\\\\d"');
});
