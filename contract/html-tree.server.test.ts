import { expect, it } from "vitest";
import { HtmlTooLarge, toHtmlTree } from "./html-tree.server";

it("Elements are closed as browsers do, and comments separate texts", () => {
  expect(toHtmlTree('a<!-- b -->c &amp; d<p x="1">e<p>f<br>g')).toEqual([
    "a",
    "c & d",
    { name: "p", attributes: { x: "1" }, children: ["e"] },
    { name: "p", attributes: {}, children: ["f", { name: "br", attributes: {}, children: [] }, "g"] },
  ]);
});

it("Deep nesting is rejected before it takes quadratic time", () => {
  expect(() => toHtmlTree("<b>".repeat(1_000_000), 1_000)).toThrow(HtmlTooLarge);
});
