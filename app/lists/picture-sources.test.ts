import { expect, test } from "vitest";
import { isSmall, mayLead, pictureSources } from "./picture-sources";

test.each([
  [4000, ["480w", "1280w"]],
  [700, ["480w", "700w"]],
  [480, undefined],
  [120, undefined],
  // Not measured.
  [null, ["480w", "1280w"]],
])("A picture %j pixels wide is offered with the widths %j", (width, widths) => {
  const { src, srcSet } = pictureSources({ id: "a", width });
  expect(src).toMatch(/small$/);
  expect(srcSet?.split(", ").map((source) => source.split(" ")[1])).toEqual(widths);
});

test.each([
  ["card", 416, 300, false],
  ["card", 415, 300, true],
  ["card", 416, 299, true],
  ["card", 415, null, false],
  ["row", 144, 96, false],
  ["row", 143, 96, true],
  ["row", 144, 95, true],
  ["row", null, null, false],
] as const)("In a %s, a picture of %j × %j pixels is small: %j", (place, width, height, expected) => {
  expect(isSmall({ width, height }, place)).toBe(expected);
});

test.each([
  [800, 350, true],
  [800, null, true],
  [799, 350, false],
  [800, 349, false],
  [null, null, false],
])("A picture of %j × %j pixels may lead the stream: %j", (width, height, leads) => {
  expect(mayLead({ width, height })).toBe(leads);
});
