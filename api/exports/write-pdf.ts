import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import sharp from "sharp";
import type { ExportArticle, ExportHead, ExportOrder, ExportPicture, ReadArticles, WrittenFile } from "./document";
import { type PaperPicture, typstArticle, typstHead } from "./typst-document";

/** Pixels: 160 mm of paper at 180 dots an inch. */
const widest = 1134;
/** Pixels of all pictures together: Typst decodes each to four bytes per pixel and keeps them until the end. */
const mostPixels = 100_000_000;

/** Maximum width and height of a picture in pixels; the more pictures, the smaller. */
export const pictureSize = (count: number): number => Math.min(widest, Math.floor(Math.sqrt(mostPixels / Math.max(1, count))));

type DrawnArticle = ExportArticle & { pictures: PaperPicture[] };

/**
 * Writes an export as PDF/UA-1, or as a tagged PDF that does not claim conformance if its pictures or characters prevent that. An article that
 * cannot be laid out becomes plain text; if articles only fail together, all of them do.
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
  const ratio = head.logo && (await findRatio(join(directory, head.logo.file)));
  const logo = head.logo && ratio ? { ...head.logo, ratio } : null;
  const compiler = NodeCompiler.create({ workspace: directory, fontArgs: [{ fontPaths: [fonts] }] });
  const options = { creationTimestamp: head.createdAt };
  const problems: unknown[] = [];
  const layOut = (ones: DrawnArticle[], isPlain: (article: DrawnArticle) => boolean) => {
    const source =
      typstHead({ ...head, logo }) + ones.map((article) => typstArticle(article, head, { plainly: isPlain(article) })).join("");
    const result = compiler.compile({ mainFileContent: source });
    if (result.result) return result.result;
    const error = result.takeError();
    problems.push(error && compiler.fetchDiagnostics(error));
    return undefined;
  };
  /** Tried in order until one succeeds. */
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
  throw new Error(`writing the PDF failed: ${JSON.stringify(problems).slice(0, 2000)}`);
}

/** Height divided by width; `undefined` if Typst could not decode the picture either. */
async function findRatio(path: string): Promise<number | undefined> {
  try {
    const { info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
    return info.height / info.width;
  } catch {
    return undefined;
  }
}

/** As JPEG: Typst would decode other formats, which makes a photograph twenty times as large. */
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
