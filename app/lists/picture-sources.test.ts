import { expect, test } from "vitest";
import { pictureSources } from "./picture-sources";

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
