import { describe, expect, it } from "vitest";
import { findWayBack } from "./way-back.server";

describe("A way back is a path of this site", () => {
  it.each([
    ["/", "/"],
    ["/stream", "/stream"],
    ["/stream?page=2&layout=list#top", "/stream?page=2&layout=list#top"],
    ["/folda/ä b", "/folda/%C3%A4%20b"],
    ["/stream?to=//evil.example", "/stream?to=//evil.example"],
    ["/a/../stream", "/stream"],
    ["/%2F%2Fevil.example", "/%2F%2Fevil.example"],
    ["/@evil.example", "/@evil.example"],
  ])("%j leads to %j", (value, path) => expect(findWayBack(value)).toBe(path));

  it.each<[string, Parameters<typeof findWayBack>[0]]>([
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
    ["a backslash further on", "/stream\\..\\..\\evil.example"],
    ["a tab, which browsers leave out", "/\t/evil.example"],
    ["a line feed, which browsers leave out", "/\n/evil.example"],
    ["a carriage return and a header", "/stream\r\nSet-Cookie: a=b"],
    ["a NUL", "/\u0000/evil.example"],
    ["a space first", " /stream"],
    ["a script", "javascript:alert(1)"],
    ["data", "data:text/html,<script>alert(1)</script>"],
    ["a relative path", "stream"],
    ["a dot first", "./stream"],
    ["a query alone", "?page=2"],
    ["a way up that ends in another site", "/.//evil.example"],
    ["the same with two dots", "/a/..//evil.example"],
    ["the same encoded", "/%2e//evil.example"],
  ])("%s is none", (_, value) => expect(findWayBack(value)).toBeUndefined());
});
