import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Highlight } from "./highlight";

it.each([
  [{ text: "Die Bahn" }, "Die Bahn"],
  [{ text: "Die Bahn fährt", ranges: [[4, 8]] }, "Die <mark>Bahn</mark> fährt"],
  [
    {
      text: "Bahn <b>",
      ranges: [
        [0, 4],
        [5, 8],
      ],
    },
    "<mark>Bahn</mark> <mark>&lt;b&gt;</mark>",
  ],
  [{ text: "Die Bahn fährt", ranges: [[4, 8]], until: 6 }, "Die <mark>Ba</mark>"],
  [
    {
      text: "Die Bahn fährt",
      ranges: [
        [0, 3],
        [4, 8],
      ],
      from: 6,
    },
    "<mark>hn</mark> fährt",
  ],
  [{ text: "kurz", ranges: [[2, 99]] }, "ku<mark>rz</mark>"],
])("marks the ranges of %j", (props, html) => {
  expect(renderToStaticMarkup(<Highlight {...props} />)).toBe(html);
});
