// `npm run mails`: every mail in the browser, in both languages, as HTML and as plain text. Restarts when a file changes.
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import sharp from "sharp";
import { renderHtml, renderText } from "../api/mail/layout";
import { exampleMails } from "../api/mail/mails.examples";
import { renderDigest } from "../api/mail/newsletter/digest";
import { exampleDigest } from "../api/mail/newsletter/digest.examples";
import { exampleNewsletters } from "../api/mail/newsletter/newsletters.examples";
import { renderNewsletter } from "../api/mail/newsletter/render";
import { type Locale, mailTexts } from "../api/mail/texts";
import { projectRoot } from "./project-root.js";

interface Shown {
  type: string;
  body: string | Buffer;
}

const product = "Folda";
const port = Number(process.env.PORT ?? 3025);
const publicUrl = new URL(`http://127.0.0.1:${port}`);
const locales: Locale[] = ["de", "en"];
const pictures = join(projectRoot, "api/demo/pictures");

/** The mail behind a path such as `/de/password-reset.html`. */
function findMail(path: string): Shown | undefined {
  const [, language = "", name = "", form = ""] = /^\/(de|en)\/([a-z-]+)\.(html|txt)$/.exec(path) ?? [];
  const mail = renderMail(name, language as Locale);
  if (!mail) return undefined;
  return form === "html" ? { type: "text/html", body: mail.html } : { type: "text/plain", body: `${mail.subject}\n\n${mail.text}` };
}

function renderMail(name: string, locale: Locale): { subject: string; html: string; text: string } | undefined {
  if (name === "digest") return renderDigest(exampleDigest(locale), { productName: product, publicUrl, timeZone: "Europe/Berlin" });
  const message = exampleMails[name]?.(mailTexts(locale, product));
  const frame = { product, publicUrl, locale };
  if (message) return { subject: message.subject, html: renderHtml(message, frame), text: renderText(message, frame) };
  const newsletter = exampleNewsletters[name]?.(locale);
  if (!newsletter) return undefined;
  const rendered = renderNewsletter(
    newsletter,
    { productName: product, publicUrl, productSlug: "folda", timeZone: "Europe/Berlin" },
    "mail",
  );
  return { subject: newsletter.content.subject, ...rendered };
}

/** Pictures of the demo in the size of those in newsletters. */
async function findPicture(path: string): Promise<Shown | undefined> {
  const [, name] = /^\/newsletter-pictures\/(\w+)$/.exec(path) ?? [];
  if (name === undefined) return undefined;
  const names = readdirSync(pictures);
  const [width, height] = name === "logo" ? [240, 80] : [272, 204];
  const drawn = sharp(join(pictures, names[Number(name) % names.length] ?? names[0] ?? "")).resize(width, height);
  return { type: "image/jpeg", body: await drawn.jpeg().toBuffer() };
}

function listMails(): string {
  const row = (name: string) =>
    `<li>${name}: ${locales.flatMap((locale) => ["html", "txt"].map((form) => `<a href="/${locale}/${name}.${form}">${locale} ${form}</a>`)).join(" ")}`;
  const names = [...Object.keys(exampleMails), ...Object.keys(exampleNewsletters), "digest"];
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mails</title><h1>Mails</h1><ul>${names.map(row).join("")}</ul>`;
}

createServer(async (request, response) => {
  const path = request.url ?? "/";
  const found = path === "/" ? { type: "text/html", body: listMails() } : (findMail(path) ?? (await findPicture(path)));
  response
    .writeHead(found ? 200 : 404, { "Content-Type": `${found?.type ?? "text/plain"}; charset=utf-8` })
    .end(found?.body ?? "No such mail.");
}).listen(port, "127.0.0.1", () => console.log(`Mails at ${publicUrl.href}`));
