import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import sharp from "sharp";
import type { ExportArticle, ExportHead, ExportOrder, ExportPicture, ReadArticles, WrittenFile } from "./document";
import { type PaperPicture, typstArticle, typstHead } from "./typst-document";

/** Pixels: 160 mm of paper at 180 dots an inch. */
const widest = 1134;
/** Pixels of all pictures together: Typst unpacks each, to four bytes a pixel, and keeps them until the end. */
const mostPixels = 100_000_000;

/** So wide and high pictures are drawn: the more there are, the smaller. */
export const pictureSize = (count: number): number => Math.min(widest, Math.floor(Math.sqrt(mostPixels / Math.max(1, count))));

type DrawnArticle = ExportArticle & { pictures: PaperPicture[] };

/**
 * Writes an export as PDF. Articles whose pictures or letters keep it from being PDF/UA-1 make it a tagged one that does not say so. One that
 * cannot be laid out stands there as plain text, the others as they are; only where each can be alone, but not all together, all are plain.
 */
export async function writePdf(order: ExportOrder, head: ExportHead, articles: ReadArticles): Promise<WrittenFile> {
  const { directory, fonts } = order;
  const drawn: DrawnArticle[] = [];
  let count = 0;
  for await (const { pictures } of articles()) count += pictures.length;
  const size = pictureSize(count);
  for await (const article of articles()) {
    const pictures: PaperPicture[] = [];
    for (const picture of article.pictures) pictures.push(await drawForPaper(directory, picture, size));
    drawn.push({ ...article, pictures });
  }
  const compiler = NodeCompiler.create({ workspace: directory, fontArgs: [{ fontPaths: [fonts] }] });
  const options = { creationTimestamp: head.createdAt };
  const problems: unknown[] = [];
  const layOut = (ones: DrawnArticle[], isPlain: (article: DrawnArticle) => boolean) => {
    const source = typstHead(head) + ones.map((article) => typstArticle(article, head, { plainly: isPlain(article) })).join("");
    const result = compiler.compile({ mainFileContent: source });
    if (result.result) return result.result;
    const error = result.takeError();
    problems.push(error && compiler.fetchDiagnostics(error));
    return undefined;
  };
  /** Each way is thought of when those before have failed. */
  const ways = [
    () => () => false,
    () => {
      const atFault = new Set(drawn.filter((article) => !layOut([article], () => false)));
      return atFault.size > 0 ? (article: DrawnArticle) => atFault.has(article) : undefined;
    },
    () => () => true,
  ];
  for (const findPlain of ways) {
    const isPlain = findPlain();
    const laidOut = isPlain && layOut(drawn, isPlain);
    if (!laidOut) continue;
    for (const isUniversal of [true, false]) {
      try {
        const pdf = compiler.pdf(laidOut, isUniversal ? { ...options, pdfStandard: "ua-1" } : options);
        const file = join(directory, "export.pdf");
        await writeFile(file, pdf);
        return { file, isUniversal };
      } catch (error) {
        problems.push(error instanceof Error ? error.message : error);
      }
    }
  }
  throw new Error(`the PDF could not be made: ${JSON.stringify(problems).slice(0, 2000)}`);
}

/** As JPEG: Typst would unpack other formats, and a photograph is twenty times as large then. */
async function drawForPaper(directory: string, picture: ExportPicture, size: number): Promise<PaperPicture> {
  if (picture.file === null) return { ...picture, ratio: 1 };
  try {
    const { data, info } = await sharp(await readFile(join(directory, picture.file)))
      .resize({ width: size, height: size, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#fff" })
      .jpeg({ quality: 78 })
      .toBuffer({ resolveWithObject: true });
    const file = `${basename(picture.file, ".webp")}.jpg`;
    await writeFile(join(directory, file), data);
    return { ...picture, file, ratio: info.height / info.width };
  } catch {
    return { ...picture, file: null, ratio: 1 };
  }
}
