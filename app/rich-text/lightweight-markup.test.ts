import { describe, expect, it } from "vitest";
import { cleanLightweightMarkup } from "./convert.server";
import { fromLightweightMarkup } from "./from-lightweight-markup";
import { toLightweightMarkup } from "./to-lightweight-markup.server";

const p = (html: string) => `<p>${html}</p>`;

describe("Plain prose is restored exactly as typed, and unchanged on the page", () => {
  it.each([
    ["a date", "21. November 2026: Die Sperrung beginnt.", p("21. November 2026: Die Sperrung beginnt.")],
    ["the first of May", "1. Mai", p("1. Mai")],
    ["numbers that do not begin at 1", "20. Oktober: Start\n21. Oktober: Ende", p("20. Oktober: Start<br>21. Oktober: Ende")],
    ["numbers that do not go on", "1. Preis: Anna\n1. Preis: Ben", p("1. Preis: Anna<br>1. Preis: Ben")],
    ["numbered paragraphs", "1. Einleitung\n\n2. Schluss", p("1. Einleitung") + p("2. Schluss")],
    ["prices", "Statt 20.- nur 15,50 € (−25 %), ab 3 Stück < 14 €", p("Statt 20.- nur 15,50 € (−25 %), ab 3 Stück &lt; 14 €")],
    ["multiplications", "3 * 4 * 5 = 60, 3*4*5 auch, 2**10 und 2**3", p("3 * 4 * 5 = 60, 3*4*5 auch, 2**10 und 2**3")],
    ["gender stars", "Liebe Kolleg*innen und Mitarbeiter*innen", p("Liebe Kolleg*innen und Mitarbeiter*innen")],
    ["footnotes", "Der Preis* gilt.\n*ohne Versand", p("Der Preis* gilt.<br>*ohne Versand")],
    ["left out letters", "So ein Sch**ß, ach F**k!", p("So ein Sch**ß, ach F**k!")],
    ["names of programs", "snake_case, foo__bar__baz und _privat_", p("snake_case, foo__bar__baz und _privat_")],
    ["lines to fill in", "Name: ________ Ort: ____", p("Name: ________ Ort: ____")],
    [
      "addresses with underscores and stars",
      "https://x.example/a_b/__c__/*d*?e=*f* und www.x.example/__y__",
      p("https://x.example/a_b/__c__/*d*?e=*f* und www.x.example/__y__"),
    ],
    ["paths", "C:\\Daten\\*neu und \\\\server\\__alt", p("C:\\Daten\\*neu und \\\\server\\__alt")],
    ["a signature", "Viele Grüße\nJana Petersen\n-- \nTel. 030 / 12 34\n", p("Viele Grüße<br>Jana Petersen<br>--<br>Tel. 030 / 12 34")],
    ["a line", "Oben\n---\nunten\n\n---\n\n***\n\n* * *", p("Oben<br>---<br>unten") + p("---") + p("***") + p("* * *")],
    [
      "HTML",
      "<Name>, <b>fett</b>, <script>alert(1)</script>",
      p("&lt;Name&gt;, &lt;b&gt;fett&lt;/b&gt;, &lt;script&gt;alert(1)&lt;/script&gt;"),
    ],
    ["entities", "&amp; heißt &, &nbsp; bleibt", p("&amp;amp; heißt &amp;, &amp;nbsp; bleibt")],
    [
      "signs of Markdown",
      "`Code`, ~~weg~~, ![Bild](x.png), [ ] offen, #Schlagwort",
      p("`Code`, ~~weg~~, ![Bild](x.png), [ ] offen, #Schlagwort"),
    ],
    ["a dash that a line begins with", "Die Strecke Hannover\n- Berlin ist gesperrt.", p("Die Strecke Hannover<br>- Berlin ist gesperrt.")],
    ["arrows and mails without a space", ">>Antwort\n->weiter\n>5", p("&gt;&gt;Antwort<br>-&gt;weiter<br>&gt;5")],
    ["links that are none", "[hier](javascript:alert(1)) und [da](/innen)", p("[hier](javascript:alert(1)) und [da](/innen)")],
    ["emoji", "👩🏽‍🔧 fährt 🚆, ❤️!", p("👩🏽‍🔧 fährt 🚆, ❤️!")],
    ["several spaces", "Soll:  12\n  Ist:   9", p("Soll:\u00a0 12<br>\u00a0\u00a0Ist:\u00a0\u00a0 9")],
    ["a tab", "Tel.:\t030 12 34", p("Tel.:\u2003030 12 34")],
    ["fixed spaces", "10\u00a0€ und 5\u00a0km", p("10\u00a0€ und 5\u00a0km")],
    ["nothing", "", ""],
  ])("%s", (_, text, html) => {
    expect(fromLightweightMarkup(text)).toBe(html);
    expect(toLightweightMarkup(html)).toBe(tidy(text));
  });

  it("with Windows line ends", () => {
    expect(fromLightweightMarkup("Eins\r\nzwei\r\n\r\n- a\r\n- b\r\n")).toBe("<p>Eins<br>zwei</p><ul><li>a</li><li>b</li></ul>");
  });
});

describe("The marks", () => {
  it.each([
    ["paragraphs and line breaks", "Erste Zeile\nzweite\n\nNeuer Absatz", "<p>Erste Zeile<br>zweite</p><p>Neuer Absatz</p>"],
    ["five headings", "# A\n\n## B\n\n### C\n\n#### D\n\n##### E", "<h2>A</h2><h3>B</h3><h4>C</h4><h5>D</h5><h6>E</h6>"],
    ["bullets", "- Brot\n- Butter", "<ul><li>Brot</li><li>Butter</li></ul>"],
    ["steps", "1. Sägen\n2. Bohren\n3. Leimen", "<ol><li>Sägen</li><li>Bohren</li><li>Leimen</li></ol>"],
    [
      "lists in lists, and items of several lines",
      "- Bau\n  im März\n  - Uelzen\n  - Celle\n    1. Gleis 1\n    2. Gleis 2\n- Netz",
      "<ul><li>Bau<br>im März<ul><li>Uelzen</li><li>Celle<ol><li>Gleis 1</li><li>Gleis 2</li></ol></li></ul></li><li>Netz</li></ul>",
    ],
    [
      "a quoted mail",
      "Am Montag schrieb Max:\n\n> Guten Tag,\n> wann?\n>\n> > Morgen.",
      "<p>Am Montag schrieb Max:</p><blockquote><p>Guten Tag,<br>wann?</p><blockquote><p>Morgen.</p></blockquote></blockquote>",
    ],
    [
      "a table pasted from a spreadsheet",
      "Ort\tWert\nUelzen\t12\nCelle\t**9**",
      "<table><tr><td>Ort</td><td>Wert</td></tr><tr><td>Uelzen</td><td>12</td></tr><tr><td>Celle</td><td><strong>9</strong></td></tr></table>",
    ],
    [
      "a table with a head",
      "Ort\tWert\n---\t---\nUelzen\t",
      "<table><tr><th>Ort</th><th>Wert</th></tr><tr><td>Uelzen</td><td></td></tr></table>",
    ],
    ["bold, italic, underlined", "**fett**, *kursiv*, __unter__", "<p><strong>fett</strong>, <em>kursiv</em>, <u>unter</u></p>"],
    [
      "marks in marks",
      "***beides*** und **fett, *auch kursiv***",
      "<p><strong><em>beides</em></strong> und <strong>fett, <em>auch kursiv</em></strong></p>",
    ],
    ["marks over lines", "**eins\nzwei**", "<p><strong>eins<br>zwei</strong></p>"],
    [
      "links",
      "[Bericht (2. Auflage)](https://x.example/a_(b)?c=1&d=2), [Mail](mailto:anna@demo.example)",
      '<p><a href="https://x.example/a_(b)?c=1&amp;d=2">Bericht (2. Auflage)</a>, <a href="mailto:anna@demo.example">Mail</a></p>',
    ],
    [
      "a mark beside other signs",
      "(**fett**), „*kursiv*“ und __unter__-Strich",
      "<p>(<strong>fett</strong>), „<em>kursiv</em>“ und <u>unter</u>-Strich</p>",
    ],
  ])("%s", (_, text, html) => {
    expect(fromLightweightMarkup(text)).toBe(html);
    expect(toLightweightMarkup(html).replaceAll("\u2060", "")).toBe(text);
    expect(fromLightweightMarkup(toLightweightMarkup(html))).toBe(html);
  });

  it.each([
    ["a list below its title", "Einkauf:\n- Brot\n- Butter", "Einkauf:\n\n- Brot\n- Butter"],
    ["a text below its heading", "# Titel\nText", "# Titel\n\nText"],
    ["a reply below a quote", "> Wann?\nMorgen.", "> Wann?\n\nMorgen."],
    ["deeply indented items", "1. Eins\n   - a\n2. Zwei", "1. Eins\n  - a\n2. Zwei"],
    ["empty lines", "\n\nEins\n\n\n\nzwei  \n\n", "Eins\n\nzwei"],
  ])("are normalised: %s", (_, text, tidied) => {
    expect(toLightweightMarkup(fromLightweightMarkup(text))).toBe(tidied);
    expect(toLightweightMarkup(fromLightweightMarkup(tidied))).toBe(tidied);
  });
});

describe("Text that would be a mark is escaped once", () => {
  it.each([
    [p("*Stern* und *noch einer*"), "\\*Stern* und \\*noch einer*"],
    [p("**Achtung**"), "\\**Achtung**"],
    [p("__init__"), "\\__init__"],
    [p("[x](https://x.example)"), "\\[x](https://x.example)"],
    ["<p><em>3* Hotel</em></p>", "*3\\* Hotel*"],
    [p("\\*x*"), "\\\\*x*"],
    [p("# eins"), "\\# eins"],
    [p("- eins"), "\\- eins"],
    [p("- eins<br>- zwei<br>- drei"), "- eins\n\\- zwei\n- drei"],
    [p("1. eins<br>2. zwei"), "\\1. eins\n2. zwei"],
    [p("&gt; 5 Punkte"), "\\> 5 Punkte"],
    [p("a\u2003b<br>c\u2003d"), "\\a\tb\nc\td"],
    ["<ul><li>a<br>- b</li></ul>", "- a\n  \\- b"],
  ])("%s", (html, text) => {
    expect(toLightweightMarkup(html)).toBe(text);
    expect(fromLightweightMarkup(text)).toBe(html);
  });
});

describe("HTML from elsewhere", () => {
  it.each([
    ["equivalent elements", "<p><b>a</b> <i>b</i></p>", "**a** *b*"],
    ["spaces at the edge of a mark", "<p>ein<b> fetter </b>Zug</p>", "ein **fetter** Zug"],
    ["marks around paragraphs", "<b><p>a</p><p>b</p></b>", "**a**\n\n**b**"],
    ["two line breaks", "<p>a<br><br>b</p>", "a\n\nb"],
    ["whitespace between tags", "<ul>\n  <li>\n a\n b </li>\n</ul>\n<p>\n</p>", "- a b"],
    ["paragraphs in items", "<ul><li><p>a</p><p>b</p></li></ul>", "- a\n  b"],
    [
      "a table with groups and spans",
      '<table><thead><tr><th colspan="2">Jahr</th></tr></thead><tbody><tr><td>1</td><td><p>a</p><p>b</p></td></tr></tbody></table>',
      "Jahr\t\n---\t---\n1\ta b",
    ],
    ["a table with a single column", "<table><tr><td>eins</td></tr><tr><td>zwei</td></tr></table>", "eins\nzwei"],
    ["a first heading", "<h1>A</h1><h2>B</h2>", "# A\n\n# B"],
    ["links that lead nowhere", '<p><a href="/x">hier</a> und <a>da</a></p>', "hier und da"],
    ["links whose URL contains brackets", '<p><a href="https://x.example/a)b">x</a></p>', "[x](https://x.example/a%29b)"],
    ["scripts and pictures", '<p>a<script>alert(1)</script><img src="x" alt="y"></p>', "a"],
    ["nothing", "<p> </p><ul><li></li></ul><table><tr><td></td></tr></table><blockquote></blockquote>", ""],
  ])("%s", (_, html, text) => expect(toLightweightMarkup(html)).toBe(text));
});

/** The same numbers in every run, so that failures can be reproduced. */
function createDice(seed: number) {
  let state = seed;
  const throwDice = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const upTo = (most: number) => 1 + Math.floor(throwDice() * most);
  const pick = <T>(from: readonly T[]) => from[upTo(from.length) - 1] as T;
  return {
    pick,
    happens: (chance: number) => throwDice() < chance,
    some: (most: number, make: () => string) => Array.from({ length: upTo(most) }, make),
  };
}

const prose = [
  ..."a Wort 3 * ** *** __ _ [ ](https://x.example/a_b) ] ( )".split(" "),
  " ",
  " ",
  " ",
  "  ",
  ..."\n \n\n . <b> &amp; & 👩🏽‍🔧 https://x.example/_a_ ä „ “".split(" "),
];
const anything = [
  ...prose,
  ..."\\ \\ \t \u00a0 ---".split(" "),
  "- ",
  "# ",
  "1. ",
  "2. ",
  "> ",
  "\n- ",
  "\n1. ",
  "\n2. ",
  "\n> ",
  "\n# ",
  "\n  ",
  "\n  - ",
  "\n  1. ",
  "\n  2. ",
];
const tidy = (text: string) =>
  text
    .replace(/[ \u00a0\t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

describe("Random text", () => {
  const dice = createDice(20_261_121);
  const text = (parts: readonly string[]) => tidy(dice.some(14, () => dice.pick(parts)).join(""));

  it("is restored as typed, without backslashes and lists", () => {
    for (let round = 0; round < 5_000; round++) {
      const typed = text(prose);
      expect(toLightweightMarkup(fromLightweightMarkup(typed))).toBe(typed);
    }
  });

  it("is the same HTML after opening and saving, and the same text after opening again", () => {
    for (let round = 0; round < 5_000; round++) {
      const typed = text(anything);
      const html = fromLightweightMarkup(typed);
      const shown = toLightweightMarkup(html);
      expect(fromLightweightMarkup(shown), JSON.stringify(typed)).toBe(html);
      expect(toLightweightMarkup(fromLightweightMarkup(shown)), JSON.stringify(typed)).toBe(shown);
    }
  });

  const words = [
    ..."Bahn 3 * ** *** _ __ [x] ](https://x.example) \\ a*b (ja) 1. - #".split(" "),
    "- a",
    ..."&lt;b&gt; &amp; &gt; ä 👩🏽‍🔧 10\u00a0€ https://x.example/_a_ \\*x*".split(" "),
  ];
  const line = (open: string[], lineBreak: string): string =>
    dice
      .some(4, () => {
        const tags = ["strong", "em", "u", "a"].filter((tag) => !open.includes(tag));
        if (tags.length === 0 || dice.happens(0.7)) return dice.pick(words);
        const tag = dice.pick(tags);
        const inside = line([...open, tag], lineBreak);
        return tag === "a" ? `<a href="https://x.example/?a=1&amp;b=2">${inside}</a>` : `<${tag}>${inside}</${tag}>`;
      })
      .join(dice.pick(["", " ", " ", lineBreak]));
  const list = (depth: number): string => {
    const items = dice.some(3, () => `<li>${line([], "<br>")}${depth < 3 && dice.happens(0.3) ? list(depth + 1) : ""}</li>`).join("");
    return dice.happens(0.5) ? `<ul>${items}</ul>` : `<ol>${items}<li>zuletzt</li></ol>`;
  };
  const table = () => {
    const row = (tag: string) => `<tr><${tag}>${line([], " ")}</${tag}><${tag}>${dice.happens(0.2) ? "" : line([], " ")}</${tag}></tr>`;
    return `<table>${row(dice.pick(["th", "td"]))}${row("td")}${row("td")}</table>`;
  };
  const block = (depth: number): string =>
    dice.pick([
      () => p(line([], "<br>")),
      () => `<h3>${line([], " ")}</h3>`,
      () => list(0),
      () => (depth < 3 ? `<blockquote>${dice.some(2, () => block(depth + 1)).join("")}</blockquote>` : "<p>tief</p>"),
      table,
    ])();
  /** Merges adjacent marks, with bold outside of italic. */
  const inOneWay = (html: string): string => {
    const next = html
      .replace(/<\/(strong|em|u)><\1>/g, "")
      .replace(/<em><strong>((?:(?!<\/?(?:strong|em)>).)*)<\/strong><\/em>/g, "<strong><em>$1</em></strong>");
    return next === html ? html : inOneWay(next);
  };

  it("as HTML is the same after opening, cleaning and saving", () => {
    for (let round = 0; round < 1_000; round++) {
      const html = inOneWay(dice.some(3, () => block(0)).join(""));
      const shown = cleanLightweightMarkup(toLightweightMarkup(html));
      expect(inOneWay(fromLightweightMarkup(shown)), JSON.stringify(shown)).toBe(html);
    }
  });
});

describe("Large inputs", () => {
  const nested = (depth: number) => "<ul><li>x".repeat(depth) + "</li></ul>".repeat(depth);

  it("lists 100 deep are the same after opening and saving", () => {
    expect(fromLightweightMarkup(toLightweightMarkup(nested(100)))).toBe(nested(100));
  });

  it("excessively deep lists become text", () => expect(toLightweightMarkup(nested(100_000))).toMatch(/^x x x[ x]+x$/));

  it("two megabytes of prose are the same after opening and saving", () => {
    const text = "Ab Februar ruht der Verkehr, **fünf Monate** lang; 3 * 4 und snake_case. ".repeat(7).trim();
    const whole = Array(4_000).fill(text).join("\n\n");
    expect(toLightweightMarkup(fromLightweightMarkup(whole))).toBe(whole);
  });
});

describe("A link around everything", () => {
  it("is omitted if it would be repeated too often", () => {
    const text = toLightweightMarkup(`<a href="https://a.example/${"y".repeat(50_000)}">${"<p>x".repeat(30_000)}`);
    expect(text.length).toBeLessThan(200_000);
    expect(text.match(/x/g)).toHaveLength(30_000);
  });
});
