// Fills a data directory with the demo workspace and a folder of 96 articles to export, each with the text of a demo article and its own photograph,
// or with BENCH_EXPORTS_AT=limits with as many articles, pictures, characters and elements as one export may have.
import { randomBytes, randomUUID } from "node:crypto";
import sharp from "sharp";
import { createApi } from "../api/app";
import { readConfig } from "../api/config";
import { openDemo } from "../api/demo/open-demo";
import { toFileKey } from "../api/domain/stored-files";
import { createLog } from "../api/log";
import { openServices } from "../api/open-services";
import * as limits from "../contract/limits";
import { variantWidths } from "../contract/picture-variants";
import { createCaller } from "../tests/support/caller";

const { services, close } = await openServices(readConfig(), createLog("silent"));
await openDemo(services, () => {});
const api = createApi(services);
const send = async (request: Request) => api.fetch(request);
const visitor = createCaller(send, "http://api.bench", async () => ({}));
const credentials = { workspace: "demo", email: "anna@demo.example", password: services.config.demoPassword };
const { body: session } = await visitor.post("/auth", credentials);
const anna = createCaller(send, "http://api.bench", async () => ({ Authorization: `Bearer ${session.auth_token}` }));

const { rows: teams } = await services.database.pool.query("select id from teams where slug = 'kommunikation'");
const { body: folder } = await anna.post("/folders", { folder: { name: "Export", team_id: teams[0].id } });
if (process.env.BENCH_EXPORTS_AT === "limits") await fillToTheLimits();
else await fillAsPeopleDo();
await close();

async function fillAsPeopleDo(): Promise<void> {
  const { rows: texts } = await services.database.pool.query("select title, body from articles order by length(body) desc limit 24");
  for (let number = 0; number < 96; number += 1) {
    const { title, body } = texts[number % texts.length];
    const form = new FormData();
    form.append("content_id", await fileArticle(`${title} (${number + 1})`, body));
    form.append("file", new File([await photograph(number, [1600, 1067])], `foto-${number}.jpg`, { type: "image/jpeg" }));
    const attached = await anna.request("/attachments", { method: "POST", body: form });
    if (attached.status !== 201) throw new Error(`not attached: ${attached.status}`);
  }
}

/** Eight portrait photographs, each stored again for every article that has it: drawing a thousand would take longer than the measurement. */
async function fillToTheLimits(): Promise<void> {
  const { files, database } = services;
  const elements = Math.floor(limits.pdfElements / limits.exportContents) - 1;
  const letters = Math.floor(limits.pdfText / limits.exportContents / elements) - "<p></p>".length - 1;
  const body = `<p>${"Gleis und Weiche, Schotter und Schwelle. ".repeat(10).slice(0, letters).trim()}</p>`.repeat(elements);
  const large: Buffer[] = [];
  for (let number = 0; number < 8; number += 1) {
    const picture = sharp(await photograph(number, [1600, 2400])).resize({ width: variantWidths.large });
    large.push(await picture.webp().toBuffer());
  }
  for (let number = 0; number < limits.exportContents; number += 1) {
    const articleId = await fileArticle(`Nummer ${number + 1}`, body);
    for (let position = 0; position < limits.exportPictures / limits.exportContents; position += 1) {
      const storageKey = `${randomBytes(32).toString("hex")}-${randomBytes(8).toString("hex")}`;
      await files.put(toFileKey(storageKey, "large"), large[(number + position) % large.length] ?? Buffer.of());
      await database.pool.query(
        `insert into attachments (id, client_id, article_id, position, name, original_filename, content_type, file_size, width, height, storage_key)
         select $1, client_id, id, $2, 'Foto', 'foto.jpg', 'image/jpeg', 1000000, 1600, 2400, $3 from articles where id = $4`,
        [randomUUID(), position, storageKey, articleId],
      );
    }
  }
}

async function fileArticle(title: string, body: string): Promise<string> {
  const content = { title, body, tags: ["Bau"], published_at: "2026-03-01", folder_id: folder.id };
  const filed = await anna.post("/contents", { content });
  if (filed.status !== 201) throw new Error(`not filed: ${filed.status} ${JSON.stringify(filed.body)}`);
  return filed.body.id;
}

/** As large and as hard to compress as a scaled-down photograph: even areas with grain. */
async function photograph(number: number, [width, height]: [number, number]): Promise<Uint8Array<ArrayBuffer>> {
  const background = { r: (number * 37) % 200, g: (number * 61) % 200, b: (number * 89) % 200 };
  const grain = await sharp({ create: { width, height, channels: 3, background, noise: { type: "gaussian", mean: 128, sigma: 18 } } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const picture = sharp({ create: { width, height, channels: 3, background } }).composite([{ input: grain, blend: "soft-light" }]);
  return new Uint8Array(await picture.jpeg({ quality: 82 }).toBuffer());
}
