import { expect, it } from "vitest";
import { readRange } from "./range";

it.each([
  ["bytes=0-9", 100, { start: 0, end: 9 }],
  ["bytes=90-", 100, { start: 90, end: 99 }],
  ["bytes=90-500", 100, { start: 90, end: 99 }],
  ["bytes=-10", 100, { start: 90, end: 99 }],
  ["bytes=-500", 100, { start: 0, end: 99 }],
  ["bytes=99-99", 100, { start: 99, end: 99 }],
  ["bytes=100-", 100, "unsatisfiable"],
  ["bytes=-0", 100, "unsatisfiable"],
  ["bytes=0-", 0, "unsatisfiable"],
  ["bytes=9-3", 100, undefined],
  ["bytes=0-1,5-6", 100, undefined],
  ["bytes=-", 100, undefined],
  ["bytes=a-b", 100, undefined],
  ["lines=0-1", 100, undefined],
  ["bytes=99999999999999999-", 100, undefined],
  ["", 100, undefined],
  [undefined, 100, undefined],
])("%s of %i bytes", (header, size, expected) => expect(readRange(header, size)).toEqual(expected));
