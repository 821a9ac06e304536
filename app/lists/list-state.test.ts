import { describe, expect, it } from "vitest";
import { changedSearch, listSearch, shouldRevalidateList } from "./list-state";

it.each<[string, Record<string, string | null>, string]>([
  ["", {}, ""],
  ["", { layout: "list" }, "?layout=list"],
  ["?layout=grid", { layout: "list" }, "?layout=list"],
  ["?layout=grid&sort_by=views", { layout: null }, "?sort_by=views"],
  ["?layout=grid", { layout: null }, ""],
  ["?page=3&sort_by=views", { sort_dir: "asc" }, "?sort_by=views&sort_dir=asc"],
  ["?page=3", {}, ""],
  ["?sort_by=views", { page: "2" }, "?sort_by=views&page=2"],
  ["?term=a%26b", { term: "ä&c=d" }, "?term=%C3%A4%26c%3Dd"],
  ["?a=1&a=2", { a: "3" }, "?a=3"],
  ["?a=1&a=2", { b: "3" }, "?a=1&a=2&b=3"],
])("%j changed by %j is %j, at its first page", (search, changes, expected) => {
  expect(changedSearch(search, changes)).toBe(expected);
});

it.each([
  ["", ""],
  ["?layout=list", ""],
  ["?url=https%3A%2F%2Fpaper.example&fetch=1&mode=manual", ""],
  ["?layout=list&sort_dir=asc&page=2&sort_by=views&url=x", "?page=2&sort_by=views&sort_dir=asc"],
  ["?tags=netz&tags=bau&term=&layout=list", "?tags=netz%2Cbau"],
  ["?apply=%3Fterm%3Dx&published_at_from=2026-03-01", "?published_at_from=2026-03-01"],
])("%j shows the articles of %j", (search, articles) => expect(listSearch(search)).toBe(articles));

describe("A list", () => {
  interface Rest {
    method?: "GET" | "POST";
    status?: number;
    folders?: string[];
    tags?: string[];
  }
  const asksAgain = (from: string, to: string, { method, status, folders = ["a", "a"], tags = [] }: Rest = {}) =>
    shouldRevalidateList({
      currentUrl: new URL(from, "http://localhost:3000"),
      nextUrl: new URL(to, "http://localhost:3000"),
      currentParams: { folderId: folders[0], tag: tags[0] },
      nextParams: { folderId: folders[1], tag: tags[1] },
      formMethod: method,
      actionStatus: status,
      defaultShouldRevalidate: true,
    });

  it.each<[string, string, string, Parameters<typeof asksAgain>[2]?]>([
    ["an overlay opens", "/stream?page=2", "/stream/contents/new?page=2"],
    ["an overlay opens with a URL", "/stream", "/stream/contents/new?url=x"],
    ["an overlay fetches", "/stream/contents/new", "/stream/contents/new?fetch=1&url=x", { method: "GET" }],
    ["an overlay's form is returned with errors", "/stream/contents/new", "/stream/contents/new", { method: "POST", status: 422 }],
    ["the API fails to save an overlay's form", "/stream/contents/new", "/stream/contents/new", { method: "POST", status: 503 }],
    ["a filter is returned with errors", "/stream/filter?tags=a", "/stream/filter?apply=&created_at_from=x&tags=b"],
    ["an export's progress is polled", "/folda/a/export/4/output?page=2", "/folda/a/export/4/output?page=2"],
    ["the delivery of newsletters is polled", "/folda/a/mailings", "/folda/a/mailings"],
    ["the delivery of a newsletter is polled", "/folda/a/mailings/4/deliveries", "/folda/a/mailings/4/deliveries"],
    ["an overlay closes", "/stream/contents/new?fetch=1&url=x", "/stream"],
  ])("is not reloaded when %s", (_, from, to, rest) => expect(asksAgain(from, to, rest)).toBe(false));

  it.each<[string, string, string, Parameters<typeof asksAgain>[2]?]>([
    ["its order changes", "/stream", "/stream?sort_by=views"],
    ["its filter changes", "/stream/filter?tags=a", "/stream?tags=a,b"],
    ["its page changes", "/stream?page=2", "/stream?page=3"],
    ["its layout changes, which has to be remembered", "/stream", "/stream?layout=list"],
    ["the folder changes", "/folda/a", "/folda/b", { folders: ["a", "b"] }],
    ["the tag changes", "/tag/a", "/tag/b", { tags: ["a", "b"] }],
    ["the user follows a link to the same page", "/stream", "/stream"],
    ["something was saved", "/stream/contents/new", "/stream", { method: "POST" }],
  ])("is reloaded when %s", (_, from, to, rest) => expect(asksAgain(from, to, rest)).toBe(true));
});
