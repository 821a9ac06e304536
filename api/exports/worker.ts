import { readFile } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { describeError } from "../../contract/describe-error.server";
import type { ExportArticle, ExportHead, ExportOrder, WrittenFile } from "./document";
import { writeHtml } from "./write-html";
import { writePdf } from "./write-pdf";

/** The server's own work has priority. */
setPriority(constants.priority.PRIORITY_LOW);
sharp.concurrency(1);
// The server that requested the export is gone; the job will be retried.
process.on("disconnect", () => process.exit(1));

process.once("message", (order: ExportOrder) => {
  write(order).then(
    (written) => process.send?.({ written }, () => process.exit(0)),
    (error: unknown) => process.send?.({ failure: describeError(error) }, () => process.exit(1)),
  );
});

async function write(order: ExportOrder): Promise<WrittenFile> {
  const { directory, count } = order;
  const read = async <T>(file: string) => JSON.parse(await readFile(join(directory, file), "utf8")) as T;
  const head = await read<ExportHead>("head.json");
  async function* articles() {
    for (let index = 0; index < count; index += 1) yield read<ExportArticle>(`${index}.json`);
  }
  return order.format === "pdf" ? writePdf(order, head, articles) : writeHtml(order, head, articles);
}
