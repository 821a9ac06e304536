import { expect, it } from "vitest";
import { linksOf, tokensOf } from "./tokens";

it.each(['<p>a &lt; <a href="https://b.example/?c=1&amp;d=2" rel="noopener nofollow">e</a><br>f</p>', ""])(
  "The tokens of %j are all of it, without a tag that is cut off",
  (html) => {
    for (const cut of ["", "<", "</", "</p", "<a href="])
      expect(Array.from(tokensOf(html + cut), ({ source }) => source).join("")).toBe(html);
  },
);

it("Addresses of links are decoded", () => {
  const html = '<p><a href="https://a.example/?b=1&amp;c=&quot;d&quot;">e</a> https://f.example/ <a href="mailto:g@h.example">i</a></p>';
  expect(linksOf(html)).toEqual(['https://a.example/?b=1&c="d"', "mailto:g@h.example"]);
});
