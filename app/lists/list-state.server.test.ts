import { parseSetCookie } from "cookie";
import { describe, expect, it } from "vitest";
import { readListState } from "./list-state.server";

function read(search: string, cookie = "") {
  const request = new Request(`http://localhost:3000/stream${search}`, { headers: { Cookie: cookie } });
  const { state, headers } = readListState(request);
  return { state, headers };
}
const queryOf = (search: string) => readListState(new Request(`http://localhost:3000/search${search}`)).query;

const first = { page: 1, from: 1, sortBy: "created_at", sortDir: "desc", layout: "grid" };

describe("The state of a list", () => {
  it("defaults to newest first, grid and first page", () => {
    expect(read("")).toEqual({ state: first, headers: {} });
  });

  it("follows the URL", () => {
    expect(read("?page=2&sort_by=comments_count&sort_dir=asc&layout=list").state).toEqual({
      page: 2,
      from: 2,
      sortBy: "comments_count",
      sortDir: "asc",
      layout: "list",
    });
  });

  it.each(["0", "-1", "1.5", "abc", "", "1e9", "100001", "NaN", "Infinity", "９", "0x", "2;drop"])(
    "begins at the first page for %j",
    (page) => {
      expect(read(`?page=${encodeURIComponent(page)}`).state.page).toBe(1);
    },
  );

  it.each([
    ["?page=3&from=1", 1],
    ["?page=25&from=1", 1],
    ["?page=26&from=1", 26],
    ["?page=2&from=3", 2],
    ["?from=1", 1],
    ["?page=2&from=x", 2],
  ])("shows for %j the pages from %i", (search, from) => {
    expect(read(search).state.from).toBe(from);
  });

  it.each(["title", "created_at;drop", "__proto__", "CREATED_AT", ""])("is sorted by time of filing for %j", (sortBy) => {
    expect(read(`?sort_by=${sortBy}`).state.sortBy).toBe("created_at");
  });

  it.each(["up", "ASC", ""])("is sorted in descending order for the direction %j", (sortDir) => {
    expect(read(`?sort_dir=${sortDir}`).state.sortDir).toBe("desc");
  });
});

describe("A list with a term", () => {
  it("is sorted by relevance, which is the default of the API", () => {
    expect(read("?term=Bahn").state.sortBy).toBe("relevance");
    expect(queryOf("?term=Bahn&sort_dir=asc")).toEqual({ term: "Bahn", page: 1 });
  });

  it("is sorted by the chosen field", () => {
    expect(queryOf("?term=Bahn&sort_by=views&sort_dir=asc&page=2")).toEqual({ term: "Bahn", page: 2, sortBy: "views", sortDir: "asc" });
  });
});

describe("The layout", () => {
  it("is remembered for a year if the URL specifies it", () => {
    const { headers } = read("?layout=list", "layout=grid");
    expect(parseSetCookie(headers["Set-Cookie"] ?? "")).toEqual({
      name: "layout",
      value: "list",
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      maxAge: 365 * 24 * 60 * 60,
    });
  });

  it("comes from the cookie if the URL does not specify it, without setting the cookie again", () => {
    expect(read("", "layout=list")).toEqual({ state: { ...first, layout: "list" }, headers: {} });
    expect(read("?layout=list", "layout=list").headers).toEqual({});
  });

  it("has 48 articles per page if it is compact, otherwise as many as the API returns", () => {
    const perPage = (search: string, cookie = "") =>
      readListState(new Request(`http://localhost:3000/stream${search}`, { headers: { Cookie: cookie } })).query.perPage;
    expect([perPage("?layout=compact"), perPage("?layout=compact&page=2"), perPage("", "layout=compact")]).toEqual([48, 48, 48]);
    expect([perPage(""), perPage("?layout=list", "layout=compact")]).toEqual([undefined, undefined]);
    // The link of somebody else with another layout.
    expect(perPage("?page=5", "layout=compact")).toBeUndefined();
  });

  it.each(["rows", "<script>", "", "list%00"])("is the grid for the invalid value %j, from the cookie and the URL", (layout) => {
    expect(read(`?layout=${encodeURIComponent(layout)}`)).toEqual({ state: first, headers: {} });
    expect(read("", `layout=${layout}`)).toEqual({ state: first, headers: {} });
  });
});
