import { expect, test } from "vitest";
import { withFirst } from "./most-used.server";

test("The most used entries come first, all others stay in their order", () => {
  const entries = ["anlage", "bau", "elbe", "weiche"];
  expect(withFirst(entries, ["weiche", "gone", "bau"], (entry) => entry)).toEqual(["weiche", "bau", "anlage", "elbe"]);
  expect(withFirst(entries, [], (entry) => entry)).toEqual(entries);
});
