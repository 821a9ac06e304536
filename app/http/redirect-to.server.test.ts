import { describe, expect, it } from "vitest";
import { findRedirectTo } from "./redirect-to.server";

describe("findRedirectTo", () => {
  it.each([
    ["/", "/"],
    ["/stream", "/stream"],
    ["/stream?page=2&layout=list#top", "/stream?page=2&layout=list#top"],
    ["/folda/ä b", "/folda/%C3%A4%20b"],
    ["/stream?to=//evil.example", "/stream?to=//evil.example"],
    ["/a/../stream", "/stream"],
    ["/%2F%2Fevil.example", "/%2F%2Fevil.example"],
    ["/@evil.example", "/@evil.example"],
  ])("%j becomes %j", (value, path) => expect(findRedirectTo(value)).toBe(path));

  it.each<[string, Parameters<typeof findRedirectTo>[0]]>([
    ["nothing", undefined],
    ["null", null],
    ["an empty text", ""],
    ["a file", new File(["/stream"], "to")],
    ["another site", "https://evil.example/"],
    ["this site in full", "http://localhost:3000/stream"],
    ["another site without its scheme", "//evil.example"],
    ["three slashes", "///evil.example"],
    ["a backslash", "/\\evil.example"],
    ["two backslashes", "\\\\evil.example"],
    ["a backslash within the path", "/stream\\..\\..\\evil.example"],
    ["a tab, which browsers remove", "/\t/evil.example"],
    ["a line feed, which browsers remove", "/\n/evil.example"],
    ["a carriage return and a header", "/stream\r\nSet-Cookie: a=b"],
    ["a NUL", "/\u0000/evil.example"],
    ["a leading space", " /stream"],
    ["a script", "javascript:alert(1)"],
    ["data", "data:text/html,<script>alert(1)</script>"],
    ["a relative path", "stream"],
    ["a leading dot", "./stream"],
    ["a query alone", "?page=2"],
    ["a path that resolves to another site", "/.//evil.example"],
    ["the same with two dots", "/a/..//evil.example"],
    ["the same encoded", "/%2e//evil.example"],
  ])("%s is rejected", (_, value) => expect(findRedirectTo(value)).toBeUndefined());
});
