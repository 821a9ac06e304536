import { expect, test } from "vitest";
import { isSmallOnCard, mayLead, pictureSources } from "./picture-sources";

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
  [400, 200, false],
  [399, 200, true],
  [400, 199, true],
  [399, null, false],
  [null, null, false],
])("A picture of %j × %j pixels is small on a card: %j", (width, height, isSmall) => {
  expect(isSmallOnCard({ width, height })).toBe(isSmall);
});

test.each([
  [800, true],
  [799, false],
  [null, false],
])("A picture %j pixels wide may lead the stream: %j", (width, leads) => {
  expect(mayLead({ width })).toBe(leads);
});
