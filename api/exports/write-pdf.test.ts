import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readPdf } from "../../tests/support/read-pdf";
import { exportFonts } from "../config";
import type { ExportArticle, ExportHead } from "./document";
import * as typst from "./typst-document";
import { pictureSize, writePdf } from "./write-pdf";

const unlaid = "Läuft nie";

const { typstArticle } = typst;
beforeAll(() => {
  // Every version of Typst rejects this code.
  vi.spyOn(typst, "typstArticle").mockImplementation((article, head, options = {}) =>
    article.title === unlaid && !options.plainly ? '#panic("no")\n' : typstArticle(article, head, options),
  );
});
afterAll(() => vi.restoreAllMocks());

const head: ExportHead = {
  title: "Korridor",
  locale: "de",
  hasCover: true,
  logo: null,
  colors: { light: "#0b5a42", dark: "#7fd3b0", onLight: "#ffffff", onDark: "#08100c" },
  createdAt: 1_780_000_000,
  lines: [],
  notes: [],
  productName: "Folda",
  words: {
    contents: "Inhalt",
    toContents: "Zum Inhalt",
    tags: "Tags",
    files: "Anhänge",
    highPriority: "Hoch",
    picture: "Bild {name}",
    brokenPicture: "{name} fehlt",
    page: "Seite {page} von {pages}",
  },
};
const article = (title: string, body: string): ExportArticle => ({
  title,
  language: "de",
  isHigh: false,
  kicker: "",
  intro: null,
  facts: [],
  tags: [],
  body,
  pictures: [],
  files: [],
});

async function pdfOf(articles: ExportArticle[], changes: Partial<ExportHead> = {}, files: Record<string, Uint8Array> = {}) {
  const directory = await mkdtemp(join(tmpdir(), "folda-pdf-"));
  try {
    const order = { format: "pdf" as const, directory, count: articles.length, fonts: exportFonts };
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(directory, name), bytes);
    const { file } = await writePdf(order, { ...head, ...changes }, async function* () {
      yield* articles;
    });
    return await readPdf(new Uint8Array(await readFile(file)));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

test("An article that cannot be laid out becomes plain text, and the others keep their lists and links", async () => {
  const pdf = await pdfOf([
    article("Davor", '<ul><li>Punkt</li></ul><p><a href="https://ziel.example/">Ziel</a></p>'),
    article(unlaid, "<p>Trotzdem <b>zu lesen</b></p>"),
    article("Danach", "<blockquote><p>Zitat</p></blockquote>"),
  ]);
  expect(pdf.pages.join(" ")).toContain("Trotzdem zu lesen");
  expect(pdf.links).toEqual(["https://ziel.example/"]);
  for (const role of ["L", "BlockQuote"]) expect([...pdf.roles.keys()]).toContain(role);
});

test("The address of a link is printed, once", async () => {
  const pdf = await pdfOf([
    article(
      "Adressen",
      '<p><a href="https://ziel.example/a">Ziel</a>, <a href="https://gleich.example/">gleich.example</a>, <a href="mailto:presse@x.example">Presse</a></p>',
    ),
  ]);
  const words = pdf.pages.join(" ").replace(/\s+/g, " ");
  expect(words).toContain("Ziel (https://ziel.example/a)");
  expect(words).toContain("Presse (presse@x.example)");
  expect(words).not.toContain("(https://gleich.example/)");
});

test("An address too long for a link is not linked, and nothing else changes", async () => {
  const long = `https://ziel.example/?q=${"x".repeat(8000)}`;
  const pdf = await pdfOf([
    {
      ...article("Adressen", `<p><a href="${long}">Langes Ziel</a> <a href="https://kurz.example/">Kurzes</a></p>`),
      facts: [{ label: "URL", text: "https://quelle.example/", url: long }],
    },
  ]);
  expect(pdf.pages.join(" ")).toContain("Langes Ziel");
  expect(pdf.pages.join(" ")).toContain("https://quelle.example/");
  expect(pdf.links).toEqual(["https://kurz.example/"]);
});

test("A missing picture is named as it is called, whatever signs its name has", async () => {
  const missing = { file: null, alt: null, caption: null, name: "a$&$$b.png" };
  const pdf = await pdfOf([{ ...article("Bilder", "<p>Text</p>"), pictures: [missing] }]);
  expect(pdf.pages.join(" ")).toContain("a$&$$b.png fehlt");
});

test("Pictures are drawn in print size, and smaller if many would exceed the memory", () => {
  expect([0, 1, 70].map(pictureSize)).toEqual([1134, 1134, 1134]);
  expect(pictureSize(1000)).toBe(316);
  for (const count of [100, 333, 1000]) expect(count * pictureSize(count) ** 2).toBeLessThanOrEqual(100_000_000);
});

test("The title page has the logo with its name, and the PDF is universal with and without one, or with one that is broken", async () => {
  const logo = { file: "logo.png", alt: "Nordbahn" };
  const png = await sharp({ create: { width: 400, height: 80, channels: 4, background: "#12345680" } })
    .png()
    .toBuffer();
  const withLogo = await pdfOf([article("Eins", "<p>Text</p>")], { logo }, { "logo.png": png });
  expect(withLogo).toMatchObject({ isUniversal: true, alts: ["Nordbahn"] });
  const broken = await pdfOf([article("Eins", "<p>Text</p>")], { logo }, { "logo.png": png.subarray(0, 60) });
  expect(broken).toMatchObject({ isUniversal: true, alts: [] });
});

test("In the contents, page numbers are at the right of titles of both directions", async () => {
  const titles = [
    "Arabisch: مرحبا بالعالم",
    "مرحبا بالعالم",
    "שלום 2026",
    "שלום and hello",
    "Gemischt: مرحبا und שלום 12",
    "مرحبا \u2069بالعالم \u202eX",
    "Ein gewöhnlicher Titel mit der Zahl 12",
    "مرحبا بالعالم ".repeat(12),
    "Ein langer Titel ".repeat(12),
    ...Array.from({ length: 10 }, (_, index) => `${"Donau ".repeat(13)}${"x".repeat(index)}`),
  ];
  const { printed, pages, isUniversal, roles } = await pdfOf(titles.map((title) => article(title, "<p>Text</p>")));
  const contents = printed[0]?.filter(({ text, y }) => text.trim() !== "" && y > 80) ?? [];
  const numbers = contents.filter(({ text, x }) => /^\d+$/.test(text) && x > 500);
  expect(numbers.map(({ text }) => text)).toEqual(titles.map((_, index) => String(index + 2)));
  for (const number of numbers) {
    const line = contents.filter(({ y }) => Math.abs(y - number.y) < 3);
    expect(line.length).toBeGreaterThan(1);
    expect(Math.max(...line.map(({ x }) => x))).toBe(number.x);
  }
  // Fonts draw direction marks with the glyph of the space, and a PDF maps each glyph to one character: spaces would be read as marks.
  expect(pages.join("")).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect([isUniversal, roles.get("TOCI")]).toEqual([true, titles.length]);
});
