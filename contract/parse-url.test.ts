import { expect, test } from "vitest";
import { parseUrl } from "./parse-url";

test("A URL with an umlaut stays one, however often it is parsed", () => {
  let count = 0;
  for (let time = 0; time < 20_000; time += 1) if (parseUrl("https://www.zürich.example/")) count += 1;
  expect(count).toBe(20_000);
});

test.each(["", "zürich", "http://", "https://a b.example/", "//paper.example"])("%j is no URL", (text) => {
  expect(parseUrl(text)).toBeUndefined();
});

test("A relative URL is resolved against its base", () => {
  expect(parseUrl("/a?b", "https://paper.example/c")?.href).toBe("https://paper.example/a?b");
});
