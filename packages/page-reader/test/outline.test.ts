import { describe, expect, it } from "vitest";
import { outlinePage } from "../src/outline";

const limits = { maxDepth: 512, maxElements: 1_000_000 };

describe("what is too complex in a page", () => {
  it.each([
    ["nested divs", "<div>".repeat(600), true],
    ["nested divs that are closed", "<div>".repeat(600) + "</div>".repeat(600), true],
    ["nested inline elements", "<b><i>".repeat(300), true],
    ["capitals and attributes", '<DIV class="x">'.repeat(600), true],
    ["nested lists", "<ul><li>".repeat(300), true],
    ["nested tables", "<table><tr><td>".repeat(200), true],
    ["wrong end tags between them", "<div></span>".repeat(600), true],
    ["comments between them", "<div><!-- </div> -->".repeat(600), true],
    ["paragraphs that nest because items lie between", "<li><p>".repeat(600), true],
    ["thousands of classes", `<p class="${"x ".repeat(20_000)}">`, true],
    ["a long identifier", `<p id="${"x".repeat(50_000)}">`, false],
    ["tags that are not closed", "<div".repeat(600), false],
    ["many siblings", "<div></div>".repeat(20_000), false],
    ["paragraphs left open", "<p>Absatz".repeat(5_000), false],
    ["paragraphs and headings in turn", "<p>Absatz<h2>Titel</h2>".repeat(5_000), false],
    ["items left open", `<ul>${"<li>Punkt".repeat(5_000)}</ul>`, false],
    ["cells left open", `<table>${"<tr><td>a".repeat(5_000)}</table>`, false],
    ["line breaks and pictures", "<br><img src=x><hr>".repeat(5_000), false],
    ["markup in comments", `<!-- ${"<div>".repeat(600)} -->`, false],
    ["markup in scripts", `<script>${"'<div>'".repeat(600)}</script>`, false],
    ["markup in attributes", `<p title="${"<div>".repeat(600)}">`, false],
    ["500 levels", `${"<div>".repeat(500)}x${"</div>".repeat(500)}`.repeat(3), false],
  ])("%s", (_name, html, isTooComplex) => {
    expect(outlinePage(html, limits).isTooComplex).toBe(isTooComplex);
  });

  it("ends before the first element too many", () => {
    const html = "<p>eins</p><!-- <p> --><p>zwei</p><p>drei</p>";
    expect(html.slice(0, outlinePage(html, { maxDepth: 512, maxElements: 2 }).end)).toBe("<p>eins</p><!-- <p> --><p>zwei</p>");
    expect(outlinePage(html, { maxDepth: 512, maxElements: 3 })).toEqual({ isTooComplex: false, end: html.length });
  });
});

describe("the length of a page", () => {
  it.each([
    ["one long text", `<p>${"x".repeat(500)}</p>`, 3 + 100],
    ["text in pieces", `<p>${"<b>xxxx</b>".repeat(50)}</p>`, 3 + 25 * 11 + 3],
    ["scripts, which do not count", `<script>${"x".repeat(500)}</script><p>${"x".repeat(50)}</p>`, 8 + 500 + 9 + 3 + 50 + 4],
  ])("ends after 100 characters: %s", (_name, html, end) => {
    expect(outlinePage(html, { maxDepth: 512, maxText: 100 })).toEqual({ isTooComplex: false, end });
  });
});
