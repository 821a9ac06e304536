import { describe, expect, it } from "vitest";
import { toFieldProblem } from "../errors";
import { findSourceUrl, optionalSourceUrlSchema, sourceUrlSchema } from "./source-url";

describe("A source URL", () => {
  it.each([
    ["https://www.paper.example/a", "https://www.paper.example/a"],
    ["http://paper.example", "http://paper.example/"],
    ["HTTPS://Paper.Example/A", "https://paper.example/A"],
    ["  https://paper.example/a\n", "https://paper.example/a"],
    ["paper.example", "https://paper.example/"],
    ["www.paper.example/a?b=c#d", "https://www.paper.example/a?b=c#d"],
    ["paper.example:8443/a", "https://paper.example:8443/a"],
    ["//paper.example/a", "https://paper.example/a"],
    ["https://paper.example:8443/a", "https://paper.example:8443/a"],
    ["https://t.co/x", "https://t.co/x"],
    ["https://a.museum/", "https://a.museum/"],
    ["https://bahn.technology/", "https://bahn.technology/"],
    ["https://x.photography/", "https://x.photography/"],
    ["https://www.zürich.example/", "https://www.xn--zrich-kva.example/"],
    ["https://xn--80ak6aa92e.xn--p1ai/", "https://xn--80ak6aa92e.xn--p1ai/"],
    ["https://пример.рф/", "https://xn--e1afmkfd.xn--p1ai/"],
    ["https://under_score.paper.example/", "https://under_score.paper.example/"],
    ["https://1.2.3.paper.example/", "https://1.2.3.paper.example/"],
    ["https://paper.example/a(b)_c~d;e,f'%20%C3%A4", "https://paper.example/a(b)_c~d;e,f'%20%C3%A4"],
    ["https://paper.example/<script>", "https://paper.example/%3Cscript%3E"],
    [`https://paper.example/${"x".repeat(1978)}`, `https://paper.example/${"x".repeat(1978)}`],
    [`https://paper.example/?q=${"ü".repeat(1975)}`, `https://paper.example/?q=${"%C3%BC".repeat(1975)}`],
    [`https://paper.example/?q=${"%C3%BC".repeat(400)}`, `https://paper.example/?q=${"%C3%BC".repeat(400)}`],
    [`https://paper.example/?q=${"🎉".repeat(1975)}`, `https://paper.example/?q=${"%F0%9F%8E%89".repeat(1975)}`],
    [`https://paper.example/?q=${"<".repeat(1975)}`, `https://paper.example/?q=${"%3C".repeat(1975)}`],
    ["https://paper.example./a", "https://paper.example/a"],
    ["www.paper.example.", "https://www.paper.example/"],
    ["https://paper.example.:8443/a", "https://paper.example:8443/a"],
    ["https://paper.example/a\u200b", "https://paper.example/a"],
    ["\u200ehttps://paper.example/a", "https://paper.example/a"],
    ["\ufeff \u202ahttps://paper.example/a\u202c\u00a0\u200b\n", "https://paper.example/a"],
    ["https://paper.exa\u00admple/Haus\u00adhalt\u200bs\u2060plan", "https://paper.example/Haushaltsplan"],
    ["https://\u200bpaper.example/a\u00a0b\u202fc?x=\u20681\u2069", "https://paper.example/abc?x=1"],
    ["\u2066paper.example/a\u200d\u2069", "https://paper.example/a"],
    ["https://paper.example/می\u200cخواهم", `https://paper.example/${encodeURIComponent("می\u200cخواهم")}`],
    ["https://paper.example/👩\u200d👧", `https://paper.example/${encodeURIComponent("👩\u200d👧")}`],
    ["https://paper.example/a%E2%80%8B", "https://paper.example/a%E2%80%8B"],
  ])("%s is %s", (text, href) => {
    expect(findSourceUrl(text)?.href).toBe(href);
    expect(sourceUrlSchema.parse(text)).toBe(href);
    expect(optionalSourceUrlSchema.parse(text)).toBe(href);
  });

  it.each([
    ["an empty text", ""],
    ["only spaces", " \n"],
    ["a word", "zeitung"],
    ["a sentence", "siehe paper.example"],
    ["a space in the host", "https://pa per.example/"],
    ["a space in the path", "https://paper.example/a b"],
    ["a scheme alone", "https://"],
    ["a script", "javascript:alert(1)"],
    ["a script that looks like a URL", "javascript://paper.example/%0aalert(1)"],
    ["data", "data:text/html,<b>a</b>"],
    ["a file", "file:///etc/passwd"],
    ["another scheme", "ftp://paper.example/a"],
    ["an e-mail address", "mailto:jana@paper.example"],
    ["a bare e-mail address", "jana@paper.example"],
    ["credentials", "https://jana:secret@paper.example/"],
    ["a name before the host", "https://jana@paper.example/"],
    ["a host without a top-level domain", "https://intranet/"],
    ["a top-level domain of one letter", "https://paper.x/"],
    ["a top-level domain of digits", "https://paper.123abc/"],
    ["an empty label", "https://paper..example/"],
    ["a label that begins with a hyphen", "https://-paper.example/"],
    ["a label that ends with a hyphen", "https://paper-.example/"],
    ["a label of 64 letters", `https://${"a".repeat(64)}.example/`],
    ["a host of more than 253 letters", `https://${"abcdefghi.".repeat(25)}example/`],
    ["a host without its end", "https://paper./"],
    ["an invalid port", "https://paper.example:99999/"],
    ["markup", "<script>alert(1)</script>"],
    ["a path", "/contents/1"],
    ["a host that ends with two dots", "https://paper.example../"],
    ["a sentence with a non-breaking space", "siehe\u00a0paper.example"],
    ["only invisible characters", "\u200b\ufeff\u00a0"],
    ["2001 characters", `https://paper.example/${"x".repeat(1979)}`],
    ["2001 characters after encoding", `https://paper.example/?q=${"ü".repeat(1976)}`],
    ["100,000 characters", `https://paper.example/?q=${"ü".repeat(100_000)}`],
  ])("%s is rejected", (_, text) => {
    expect(findSourceUrl(text, { allowLocalHosts: true })).toBeUndefined();
    expect(sourceUrlSchema.safeParse(text).success).toBe(false);
  });

  it.each([
    ..."http://localhost:4100/a http://127.0.0.1:8080/ http://[::1]:8080/ http://10.0.0.1/ https://wiki.intranet/".split(" "),
    "https://firma.quatschx/",
  ])("%s is accepted only with `allowLocalHosts`", (text) => {
    expect(findSourceUrl(text)).toBeUndefined();
    expect(findSourceUrl(text, { allowLocalHosts: true })).toBeDefined();
  });

  it.each(["http://0x7f000001/", "http://2130706433/", "http://127.1/", "http://0177.0.0.1/"])(
    "%s is normalised to the loopback address",
    (text) => {
      expect(findSourceUrl(text)).toBeUndefined();
      expect(findSourceUrl(text, { allowLocalHosts: true })?.hostname).toBe("127.0.0.1");
    },
  );
});

describe("An optional source URL", () => {
  it.each([undefined, null, "", "  "])("is null for %j", (value) => expect(optionalSourceUrlSchema.parse(value)).toBeNull());
  it.each([5, [], {}, "no address"])("is not %j", (value) => expect(optionalSourceUrlSchema.safeParse(value).success).toBe(false));
});

it.each([
  ["an address of 2001 characters", `https://paper.example/${"x".repeat(1979)}`, { key: "tooLong", values: { max: 2000 } }],
  ["an address of 2001 letters", `https://paper.example/?q=${"ü".repeat(1976)}`, { key: "tooLong", values: { max: 2000 } }],
  ["a text of 100,000 letters", "ü".repeat(100_000), { key: "tooLong", values: { max: 2000 } }],
  ["a word", "Zeitung", { key: "invalidUrl" }],
])("The field error for %s names what is wrong", (_, text, problem) => {
  for (const schema of [sourceUrlSchema, optionalSourceUrlSchema]) {
    const [issue] = schema.safeParse(text).error?.issues ?? [];
    expect(issue && toFieldProblem(issue, text)).toMatchObject(problem);
  }
});

it.each([5, null, undefined, "", " "])("%j is not a required source URL", (value) => {
  expect(sourceUrlSchema.safeParse(value).success).toBe(false);
});
