import { expect, test } from "vitest";
import { readNumberedList, toPageOfTotal } from "./numbered-list.server";

const read = (search: string) => readNumberedList(new Request(`https://folda.example/list${search}`));

test.each([
  ["", {}],
  ["?page=3", { page: 2 }],
  ["?page=0", {}],
  ["?page=-4", {}],
  ["?page=1.5", {}],
  ["?page=abc", {}],
  ["?page=1e99", { page: 99_999 }],
  ["?role=admin", { role: "admin" }],
  ["?role=all", {}],
  ["?role=boss", {}],
  ["?term=%20%20Lena%0A%20Groß%20", { term: "Lena Groß" }],
  ["?term=%20%00", {}],
])("%s is read as a list of people", (search, expected) => {
  expect(read(search)).toEqual({ term: undefined, role: undefined, page: 0, ...expected });
});

test("a term is cut to the limit of the API", () => {
  expect(read(`?term=${"x".repeat(5000)}`).term).toHaveLength(1000);
});

test("toPageOfTotal returns the range of a page", () => {
  const meta = { currentPage: 3, perPage: 25, totalCount: 96, totalIsExact: true };
  expect(toPageOfTotal(meta, 21)).toEqual({ page: 3, pages: 4, first: 76, last: 96, total: 96, totalIsExact: true });
  expect(toPageOfTotal({ ...meta, currentPage: 0, totalCount: 50 }, 25)).toMatchObject({ pages: 2, first: 1, last: 25 });
});
