import { expect, expectTypeOf, it } from "vitest";
import { fromWire, toWire } from "./wire";

const wire = {
  id: "1",
  published_at: "2026-03-01",
  user: { first_name: "Jana", team_names: ["Netz & Infrastruktur", "a_b"] },
  attachments: [{ file_size: 12, alt_text: null }, []],
  line_1: "x",
};
const code = {
  id: "1",
  publishedAt: "2026-03-01",
  user: { firstName: "Jana", teamNames: ["Netz & Infrastruktur", "a_b"] },
  attachments: [{ fileSize: 12, altText: null }, []],
  line1: "x",
};

it("Keys change at any depth; values do not", () => {
  expect(fromWire(wire)).toEqual(code);
  const { line1: _, ...rest } = code;
  const { line_1: __, ...wireRest } = wire;
  expect(toWire(rest)).toEqual(wireRest);
});

it("The types change as the keys do", () => {
  expectTypeOf(fromWire({ created_at_from: "x", list: [{ file_size: 1 }] })).toEqualTypeOf<{
    createdAtFrom: string;
    list: { fileSize: number }[];
  }>();
});

it.each([null, undefined, 0, false, "snake_case", [], ["a_b"]])("%j stays as it is", (value) => {
  expect(fromWire(value)).toEqual(value);
  expect(toWire(value)).toEqual(value);
});

it("Dates become text as in JSON; files do not change", () => {
  const file = new Blob(["a"]);
  expect(toWire({ aDay: new Date(0), aFile: file })).toEqual({ a_day: "1970-01-01T00:00:00.000Z", a_file: file });
});

it("A key of Object.prototype becomes an ordinary key", () => {
  const value = JSON.parse('{"__proto__": {"is_admin": true}, "to_string": 1}');
  const changed = fromWire(value) as Record<string, unknown>;
  expect(Object.getPrototypeOf(changed)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
});
