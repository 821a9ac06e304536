import { parseSetCookie } from "cookie";
import { expect, test } from "vitest";
import { keepSearch, lastSearches } from "./last-searches.server";

const request = (value?: string) =>
  new Request("http://localhost:3000/search", value ? { headers: { Cookie: `lastSearches=${encodeURIComponent(value)}` } } : {});

/** The value of the cookie after these searches. */
function after(...terms: string[]): string | undefined {
  return terms.reduce<string | undefined>((value, term) => {
    const cookie = keepSearch(request(value), "jana", term);
    return cookie === undefined ? value : parseSetCookie(cookie).value;
  }, undefined);
}

test.each([
  [
    ["Weiche", "Bahnhof"],
    ["Bahnhof", "Weiche"],
  ],
  [
    ["Weiche", "Bahnhof", "Weiche"],
    ["Weiche", "Bahnhof"],
  ],
  [["Weiche", "Weiche"], ["Weiche"]],
  [
    ["a", "b", "c", "d", "e", "f"],
    ["f", "e", "d", "c", "b"],
  ],
  [['"Über; Äpfel", 50 %', ""], ['"Über; Äpfel", 50 %']],
  [["x".repeat(81)], []],
])("After %j, the last searches are %j", (terms, last) => expect(lastSearches(request(after(...terms)), "jana")).toEqual(last));

test("Another person in the same browser does not see them, and the next search replaces them", () => {
  const cookie = after("Weiche");
  expect(lastSearches(request(cookie), "lena")).toEqual([]);
  const replaced = parseSetCookie(keepSearch(request(cookie), "lena", "Gleis") ?? "").value;
  expect(lastSearches(request(replaced), "jana")).toEqual([]);
});

test.each(["", "{}", "[]", "[1]", '["jana",7]', "jana", '["jana"', `["jana","${"x".repeat(81)}"]`])("There are none in %j", (value) =>
  expect(lastSearches(request(value), "jana")).toEqual([]),
);

test("The cookie is sent to the search only", () => {
  expect(parseSetCookie(keepSearch(request(), "jana", "Weiche") ?? "")).toMatchObject({ path: "/search", httpOnly: true, sameSite: "lax" });
});
