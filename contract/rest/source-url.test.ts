import { describe, expect, it } from "vitest";
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
    ["2001 characters", `https://paper.example/${"x".repeat(1979)}`],
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

it.each([5, null, undefined, "", " "])("%j is not a required source URL", (value) => {
  expect(sourceUrlSchema.safeParse(value).success).toBe(false);
});
