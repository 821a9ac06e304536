import { toBodyTree } from "../html/body-tree";
import { unescapeText } from "../html/tokens";
import type { ExportArticle, ExportHead, ExportPicture } from "./document";
import { bodyToTypst, directed, linked, literal, quote } from "./typst-text";

/** A picture as drawn for print. */
export interface PaperPicture extends ExportPicture {
  /** Height divided by width. */
  ratio: number;
}

/** The first font that has a glyph is used; system fonts are the fallback. */
const families = [
  "Libertinus Serif",
  "Noto Naskh Arabic",
  "Noto Serif Hebrew",
  "Noto Serif Devanagari",
  "Noto Serif Bengali",
  "Noto Serif Gujarati",
  "Noto Serif Gurmukhi",
  "Noto Serif Tamil",
  "Noto Serif Telugu",
  "Noto Serif Kannada",
  "Noto Serif Malayalam",
  "Noto Serif Sinhala",
  "Noto Sans Oriya",
  "Noto Serif Thai",
  "Noto Serif Lao",
  "Noto Serif Khmer",
  "Noto Serif Myanmar",
  "Noto Serif Georgian",
  "Noto Serif Armenian",
  "Noto Serif Ethiopic",
  "Noto Serif Tibetan",
  "Noto Sans Syriac",
  "Noto Sans Thaana",
  "Noto Sans Cherokee",
  "Noto Sans Tifinagh",
  "Droid Sans Fallback",
  "NanumGothic",
  "Noto Sans",
  "Noto Sans Symbols",
  "Noto Sans Symbols 2",
  "Noto Emoji",
];
type DrawnHead = ExportHead & { logo: { file: string; alt: string; ratio: number } | null };

const list = (names: string[]) => `(${names.map((name) => `"${name}"`).join(", ")})`;
const smallFont = list(["Noto Sans", ...families]);

/** Ratio of height to width above which a picture is at most half a page high. */
const tallFrom = 0.72;

/** Embeddings and isolates. A title that does not close one would draw its page number in the contents into it. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;

/** Titles with more characters get a smaller font size. */
const longTitle = 160;

/** Millimetres. */
const largestLogo = { width: 60, height: 12 };

/** Everything before the articles: styles, the cover with the table of contents, and the notes. */
export function typstHead(head: DrawnHead): string {
  const { title, locale, colors, createdAt, notes, words } = head;
  const [before, middle, after] = splitPage(words.page);
  const at = new Date(createdAt * 1000);
  const day = `datetime(year: ${at.getUTCFullYear()}, month: ${at.getUTCMonth() + 1}, day: ${at.getUTCDate()})`;
  return `#set document(title: ${literal(title)}, date: ${day})
#let small(body) = {
  set text(size: 8.5pt, font: ${smallFont}, fill: luma(70), lang: "${locale}", dir: ltr)
  body
}
#set text(font: ${list(families)}, size: 10.5pt, lang: "${locale}", hyphenate: true)
#set par(leading: 0.62em, spacing: 1.05em, justify: false)
#set page(paper: "a4", margin: (x: 25mm, top: 23mm, bottom: 25mm), footer: context {
  set text(size: 8.5pt, fill: luma(70))
  grid(columns: (1fr, auto), column-gutter: 8mm, small(${literal(shortened(title, 90))}),
    small({${literal(before)}; counter(page).display("1"); ${literal(middle)}; str(counter(page).final().first()); ${literal(after)}}))
})
#set list(indent: 0.4em, spacing: 0.7em)
#set enum(indent: 0.4em, spacing: 0.7em)
#set table(stroke: (x, y) => (bottom: 0.5pt + luma(150)), inset: (x: 4pt, y: 4pt), align: start)
#set quote(block: true)
#show quote.where(block: true): it => context {
  let begin = if text.dir == rtl { "right" } else { "left" }
  pad(..((begin): 1em), block(stroke: ((begin): 1.5pt + luma(150)), inset: ((begin): 1em), it.body))
}
#let article(language, title-size, body) = {
  show heading.where(level: 1): set text(size: title-size)
  set text(lang: language, dir: ltr)
  show link: it => text(fill: rgb("${colors.light}"), underline(it))
  body
}
#show heading: set par(leading: 0.5em)
#show heading: set text(hyphenate: false)
#show heading.where(level: 1): set block(above: 0.6em, below: 0.9em)
#show heading.where(level: 1): set text(size: 18pt)
#show heading.where(level: 2): set text(size: 13pt)
#show heading.where(level: 3): set text(size: 11.5pt)
#show heading: set block(above: 1.6em, below: 0.8em, sticky: true)
${head.hasCover ? titleBlock(head) : ""}
#{${notes.map((note) => `block(above: 1.4em, inset: (left: 1em), stroke: (left: 2pt + luma(120)), ${literal(note)})`).join("\n")}}
${head.hasCover ? contents(words.contents) : ""}
`;
}

const titleBlock = ({ title, logo, colors, lines }: DrawnHead) => `#show title: set text(size: ${title.length > longTitle ? 16 : 26}pt)
#show title: set align(start)
${logo ? `#block(image(${quote(`/${logo.file}`)}, ${sizeOf(logo)}, alt: ${literal(logo.alt)}))` : "#v(18mm)"}
#block(width: 100%, inset: 7mm, fill: rgb("${colors.light}"), {
  set text(fill: rgb("${colors.onLight}"))
  show title: set block(above: 0pt, below: 0pt)
  ${directed(title, `title(${literal(title)})`)}
})
#v(2mm)
#{${lines.map((line) => `block(spacing: 0.7em, small(${literal(line)}))`).join("\n")}}`;

const contents = (heading: string) => `#v(8mm)
#let begins-rtl = regex("^\\P{L}*[\\p{Hebrew}\\p{Arabic}\\p{Syriac}\\p{Thaana}\\p{Nko}]")
#show outline.entry: it => {
  let is-rtl = it.element.body.at("text", default: "").contains(begins-rtl)
  link(it.element.location(), it.indented(none, grid(columns: (1fr, auto), column-gutter: 0.3em, align: bottom,
    {text(dir: if is-rtl { rtl } else { ltr }, it.body()); " "; box(width: 1fr, it.fill)}, it.page()
  )))
}
#outline(title: ${literal(heading)}, depth: 1)`;

const sizeOf = ({ ratio }: { ratio: number }) => {
  const { width, height } = largestLogo;
  return ratio > height / width ? `height: ${height}mm` : `width: ${width}mm`;
};

function splitPage(text: string): [string, string, string] {
  const [before = "", rest = ""] = text.split("{page}");
  const [middle = "", after = ""] = rest.split("{pages}");
  return [before, middle, after];
}

const shortened = (text: string, most: number) => {
  const signs = Array.from(text);
  return signs.length > most ? `${signs.slice(0, most - 1).join("")}…` : text;
};

/** One article, starting on a new page. With `plainly`, its text has no markup, as a fallback if Typst cannot lay it out. */
export function typstArticle(
  article: ExportArticle & { pictures: PaperPicture[] },
  { locale, words }: Pick<ExportHead, "locale" | "words">,
  { plainly = false } = {},
): string {
  const { kicker, isHigh, facts, tags, intro, pictures, files } = article;
  const title = article.title.replace(directionMarks, "");
  const tree = toBodyTree(article.body);
  const [first, ...others] = pictures;
  const parts = [
    kicker || isHigh
      ? `small(block(below: 0.6em, ${literal(isHigh ? [`! ${words.highPriority}`, kicker].filter(Boolean).join(" · ") : kicker)}))`
      : "",
    directed(title, `heading(level: 1, ${literal(title)})`),
    ...facts.map(
      ({ label, text, url }) =>
        `small(block(spacing: 0.7em, {strong(${literal(`${label}: `)}); ${url ? linked(url, literal(text)) : literal(text)}}))`,
    ),
    tags.length > 0 ? `small(block(spacing: 0.7em, {strong(${literal(`${words.tags}: `)}); ${literal(tags.join(", "))}}))` : "",
    "v(3mm)",
    intro ? directed(intro, `par(strong(${literal(intro)}))`) : "",
    first ? picture(first, words) : "",
    plainly ? plainBody(article.body) : bodyToTypst(tree),
    ...others.map((other) => picture(other, words)),
    files.length > 0 ? `small(block(above: 1.8em, {strong(${literal(`${words.files}: `)}); ${literal(files.join(", "))}}))` : "",
  ];
  const language = /^([a-z]{2,3})\b/.exec(article.language ?? "")?.[1] ?? locale;
  return `#pagebreak(weak: true)\n#article("${language}", ${title.length > longTitle ? 13 : 18}pt, {${parts.filter(Boolean).join("\n")}})\n`;
}

const plainBody = (html: string) =>
  `{${html
    .split(/<\/(?:p|h\d|li|tr|blockquote)>/)
    .map((part) => unescapeText(part.replace(/<[^<>]*>/g, " ")).trim())
    .filter(Boolean)
    .map((text) => directed(text, `par(${literal(text)})`))
    .join("\n")}}`;

function picture({ file, ratio, alt, caption, name }: PaperPicture, words: ExportHead["words"]): string {
  if (file === null) return `block(above: 1.2em, below: 1.2em, emph(${literal(words.brokenPicture.replace("{name}", () => name))}))`;
  const size = ratio > tallFrom ? "height: 105mm" : "width: 100%";
  const said = alt || caption || words.picture.replace("{name}", () => name);
  const image = `image(${quote(`/${file}`)}, ${size}, alt: ${literal(said)})`;
  const text = caption ? `, caption: small(${literal(caption)})` : "";
  return `figure(${image}, numbering: none, supplement: none${text})`;
}
