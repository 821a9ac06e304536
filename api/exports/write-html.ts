import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { escapeAttribute } from "@folda/page-reader/escape";
import sharp from "sharp";
import { type BodyNode, isOwnAddress, textOf, toBodyTree } from "../html/body-tree";
import type { ExportArticle, ExportHead, ExportOrder, ExportPicture, ExportWords, ReadArticles, WrittenFile } from "./document";
import { exportStyles } from "./html-styles";
import type { Locale } from "./texts";

/** Writes an export article by article as one HTML file that loads nothing and runs no code. */
export async function writeHtml(order: ExportOrder, head: ExportHead, articles: ReadArticles): Promise<WrittenFile> {
  const file = join(order.directory, "export.html");
  await pipeline(Readable.from(pagesOf(order, head, articles)), createWriteStream(file));
  return { file };
}

async function* pagesOf({ directory }: ExportOrder, head: ExportHead, articles: ReadArticles) {
  yield* opening(directory, head, articles);
  let number = 0;
  for await (const article of articles()) {
    number += 1;
    yield* articleParts(directory, head, article, number);
  }
  yield `</main>\n<footer><p>${escapeAttribute(head.productName)}</p></footer>\n</body>\n</html>\n`;
}

async function* opening(
  directory: string,
  { title, locale, hasCover, logo, colors, lines, notes, words, productName }: ExportHead,
  articles: ReadArticles,
) {
  yield `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="${escapeAttribute(productName)}">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${escapeAttribute(title)}</title>
<style>${exportStyles(colors)}</style>
</head>
<body${hasCover ? "" : ' class="bare"'}>
<header>
`;
  if (hasCover) yield `${await logoOf(directory, logo)}<h1 dir="auto">${escapeAttribute(title)}</h1>\n`;
  else yield `<h1 class="unseen">${escapeAttribute(title)}</h1>\n`;
  for (const line of hasCover ? lines : []) yield `<p class="soft">${escapeAttribute(line)}</p>\n`;
  for (const note of notes) yield `<p class="note">${escapeAttribute(note)}</p>\n`;
  yield "</header>\n";
  if (hasCover) yield* contents(articles, locale, words);
  yield "<main>\n";
}

async function* contents(articles: ReadArticles, locale: Locale, words: ExportWords) {
  yield `<nav aria-labelledby="contents">\n<h2 id="contents">${escapeAttribute(words.contents)}</h2>\n<ol>\n`;
  let number = 0;
  for await (const { title: name, kicker, language } of articles()) {
    number += 1;
    const source = kicker ? ` <small>${escapeAttribute(kicker)}</small>` : "";
    yield `<li><a href="#a${number}"${langOf(language, locale)} dir="auto">${escapeAttribute(name)}</a>${source}</li>\n`;
  }
  yield "</ol>\n</nav>\n";
}

async function* articleParts(directory: string, { locale, hasCover, words }: ExportHead, article: ExportArticle, number: number) {
  const { title, kicker, isHigh, facts, tags, intro, pictures, files } = article;
  const [first, ...others] = pictures;
  const high = isHigh ? `<strong class="high">! ${escapeAttribute(words.highPriority)}</strong>` : "";
  yield `<article id="a${number}"${langOf(article.language, locale)}>\n`;
  if (kicker || high) yield `<p class="kicker" lang="${locale}">${[high, escapeAttribute(kicker)].filter(Boolean).join(" · ")}</p>\n`;
  yield `<h2 dir="auto">${escapeAttribute(title)}</h2>\n`;
  const known = [
    ...facts.map(({ label, text, url }) => [
      label,
      url ? `<a href="${escapeAttribute(url)}" rel="noopener noreferrer">${escapeAttribute(text)}</a>` : escapeAttribute(text),
    ]),
    ...(tags.length > 0 ? [[words.tags, escapeAttribute(tags.join(", "))]] : []),
  ];
  yield `<dl lang="${locale}">${known.map(([label, text]) => `<div><dt>${escapeAttribute(label ?? "")}</dt><dd dir="auto">${text}</dd></div>`).join("")}</dl>\n`;
  if (intro) yield `<p class="intro" dir="auto">${escapeAttribute(intro)}</p>\n`;
  if (first) yield* pictureParts(directory, first, words);
  yield `${write(toBodyTree(article.body))}\n`;
  for (const picture of others) yield* pictureParts(directory, picture, words);
  if (files.length > 0)
    yield `<p class="soft" lang="${locale}">${escapeAttribute(words.files)}: ${escapeAttribute(files.join(", "))}</p>\n`;
  if (hasCover) yield `<p class="back" lang="${locale}"><a href="#contents">${escapeAttribute(words.toContents)}</a></p>\n`;
  yield "</article>\n";
}

async function* pictureParts(directory: string, picture: ExportPicture, words: ExportHead["words"]) {
  const found = picture.file === null ? undefined : await readPicture(join(directory, picture.file));
  if (!found) {
    yield `<p class="note">${escapeAttribute(words.brokenPicture.replace("{name}", () => picture.name))}</p>\n`;
    return;
  }
  const alt = picture.alt ?? (picture.caption ? "" : words.picture.replace("{name}", () => picture.name));
  yield `<figure><img alt="${escapeAttribute(alt)}" width="${found.width}" height="${found.height}" src="data:image/webp;base64,${found.data}">`;
  yield `${picture.caption ? `<figcaption dir="auto">${escapeAttribute(picture.caption)}</figcaption>` : ""}</figure>\n`;
}

async function logoOf(directory: string, logo: ExportHead["logo"]): Promise<string> {
  const drawn = logo && (await readPicture(join(directory, logo.file)));
  if (!drawn) return "";
  const { width, height } = fitLogo(drawn);
  return `<p class="logo"><img alt="${escapeAttribute(logo.alt)}" width="${width}" height="${height}" src="data:image/png;base64,${drawn.data}"></p>\n`;
}

/** Pixels of the page, at most 240 × 48: the PNG is drawn for denser screens. */
function fitLogo({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, 240 / width, 48 / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** `undefined` if the picture cannot be decoded. */
async function readPicture(path: string) {
  try {
    const bytes = await readFile(path);
    const { width, height } = await sharp(bytes).metadata();
    return { data: bytes.toString("base64"), width, height };
  } catch {
    return undefined;
  }
}

const withDirection = new Set(["p", "li", "td", "th", "caption", "blockquote", "h2", "h3", "h4", "h5", "h6"]);

/** Serializes the body from known elements only. */
function write(nodes: readonly BodyNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return escapeAttribute(node);
      if (node.name === "br") return "<br>";
      const content = write(node.children);
      const [, level] = /^h(\d)$/.exec(node.name) ?? [];
      // The article's title is an h2, so the headings of its body start at h3.
      const name = level === undefined ? node.name : `h${Math.min(6, Number(level) + 1)}`;
      if (name === "a") {
        if (!node.href) return content;
        // Print shows the address of a link, but not twice.
        const bare = isOwnAddress(node.href, textOf(node.children)) ? ' class="bare"' : "";
        return `<a href="${escapeAttribute(node.href)}" rel="noopener noreferrer"${bare}>${content}</a>`;
      }
      const direction = withDirection.has(node.name) ? ' dir="auto"' : "";
      const spans = `${node.colspan > 1 ? ` colspan="${node.colspan}"` : ""}${node.rowspan > 1 ? ` rowspan="${node.rowspan}"` : ""}`;
      const written = `<${name}${direction}${spans}>${content}</${name}>`;
      return name === "table" ? `<div class="table">${written}</div>` : written;
    })
    .join("");
}

const langOf = (language: string | null, locale: string) =>
  language && language !== locale && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language) ? ` lang="${language}"` : "";
