import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LinkedText } from "./linked-text";

const rendered = (text: string) => renderToStaticMarkup(<LinkedText>{text}</LinkedText>);
const link = (url: string) => `<a href="${url}" rel="nofollow ugc noopener">${url}</a>`;

test("Web addresses in a text become links, without trailing punctuation", () => {
  expect(rendered("Siehe https://bahn.example/a?b=1. Und (http://x.example/y_(z))!")).toBe(
    `Siehe ${link("https://bahn.example/a?b=1")}. Und (${link("http://x.example/y_(z)")})!`,
  );
  expect(rendered("„https://bahn.example/“, dort")).toBe(`„${link("https://bahn.example/")}“, dort`);
});

test.each([
  ..."javascript:alert(1) data:text/html,x https:// https://localhost/x https://bank.example@evil.example/".split(" "),
  "//bahn.example/x",
])("%s stays text", (text) => expect(rendered(text)).not.toContain("<a"));

test("Text never becomes markup", () => {
  expect(rendered('https://x.example/"><img src=x onerror=alert(1)>')).toBe(
    `${link("https://x.example/")}&quot;&gt;&lt;img src=x onerror=alert(1)&gt;`,
  );
});

test("A long run of brackets at the end of an address is not part of the link", () => {
  expect(rendered(`https://x.example/${")".repeat(20_000)}`)).toContain("x.example/</a>");
});
