import { expect, test } from "vitest";
import { withoutLevelGaps } from "./headings";

test.each([
  ["<p>Ohne</p>", "<p>Ohne</p>"],
  ["<h3>Klein</h3><p>x</p><h3>Noch einer</h3>", "<h2>Klein</h2><p>x</p><h2>Noch einer</h2>"],
  ["<h2>A</h2><h5>B</h5><h4>C</h4><h2>D</h2><h6>E</h6>", "<h2>A</h2><h3>B</h3><h3>C</h3><h2>D</h2><h3>E</h3>"],
  ["<h4>A</h4><h3>B</h3><h4>C</h4><h2>D</h2>", "<h2>A</h2><h2>B</h2><h3>C</h3><h2>D</h2>"],
  ["<h1>A</h1><h2>B</h2><h3>C</h3><h4>D</h4><h5>E</h5><h6>F</h6>", "<h2>A</h2><h3>B</h3><h4>C</h4><h5>D</h5><h6>E</h6><h6>F</h6>"],
  ["<h3><b>A</b> &lt;h2&gt;</h3><hr>", "<h2><b>A</b> &lt;h2&gt;</h2><hr>"],
])("Headings skip no level: %s", (html, expected) => {
  expect(withoutLevelGaps(html)).toBe(expected);
  expect(withoutLevelGaps(expected)).toBe(expected);
});
