import { expect, test } from "vitest";
import { shownSize } from "./article-page.server";

test.each([
  [
    [1344, 756],
    [672, 378],
  ],
  [
    [390, 844],
    [333, 720],
  ],
  [
    [390, 200],
    [390, 200],
  ],
  [
    [3000, 6000],
    [360, 720],
  ],
])("A picture of %j pixels is shown with %j", ([width = 0, height = 0], [shownWidth, shownHeight]) =>
  expect(shownSize(width, height)).toEqual({ width: shownWidth, height: shownHeight }),
);
