import { expect, test } from "vitest";
import { chosenOrder, readOrder } from "./list-order";

const sortable = [
  ["name", "asc"],
  ["created_at", "desc"],
] as const;

test.each([
  ["", { sortBy: "name", sortDir: "asc" }],
  ["?sort_by=created_at", { sortBy: "created_at", sortDir: "desc" }],
  ["?sort_by=created_at&sort_dir=asc", { sortBy: "created_at", sortDir: "asc" }],
  ["?sort_by=password&sort_dir=up", { sortBy: "name", sortDir: "asc" }],
  ["?sort_dir=desc", { sortBy: "name", sortDir: "desc" }],
] as const)("%s is read as an order", (search, order) => {
  expect(readOrder(search, sortable)).toEqual(order);
});

test("the same field again reverses, another has its initial direction, and the default needs no parameters", () => {
  expect(chosenOrder("name", { sortBy: "name", sortDir: "asc" }, sortable)).toEqual({ sort_by: "name", sort_dir: "desc" });
  expect(chosenOrder("name", { sortBy: "name", sortDir: "desc" }, sortable)).toEqual({ sort_by: null, sort_dir: null });
  expect(chosenOrder("created_at", { sortBy: "name", sortDir: "desc" }, sortable)).toEqual({ sort_by: "created_at", sort_dir: "desc" });
  expect(chosenOrder("name", { sortBy: "created_at", sortDir: "asc" }, sortable)).toEqual({ sort_by: null, sort_dir: null });
});
