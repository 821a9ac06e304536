// `npm run mails`: every mail in the browser, in both languages, as HTML and as plain text. Starts anew when a file changes.
import { createServer } from "node:http";
import { renderHtml, renderText } from "../api/mail/layout";
import { exampleMails } from "../api/mail/mails.examples";
import { type Locale, mailTexts } from "../api/mail/texts";

const product = "Folda";
const port = Number(process.env.PORT ?? 3025);
const locales: Locale[] = ["de", "en"];

/** The mail behind a path such as `/de/password-reset.html`. */
function findMail(path: string): { type: string; body: string } | undefined {
  const [, locale = "", name = "", form = ""] = /^\/(de|en)\/([a-z-]+)\.(html|txt)$/.exec(path) ?? [];
  const toMessage = exampleMails[name];
  if (!toMessage) return undefined;
  const frame = { product, publicUrl: new URL("http://localhost:3000"), locale: locale as Locale };
  const message = toMessage(mailTexts(frame.locale, product));
  return form === "html"
    ? { type: "text/html", body: renderHtml(message, frame) }
    : { type: "text/plain", body: `${message.subject}\n\n${renderText(message, frame)}` };
}

function listMails(): string {
  const row = (name: string) =>
    `<li>${name}: ${locales.flatMap((locale) => ["html", "txt"].map((form) => `<a href="/${locale}/${name}.${form}">${locale} ${form}</a>`)).join(" ")}`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mails</title><h1>Mails</h1><ul>${Object.keys(exampleMails).map(row).join("")}</ul>`;
}

createServer((request, response) => {
  const path = request.url ?? "/";
  const found = path === "/" ? { type: "text/html", body: listMails() } : findMail(path);
  response
    .writeHead(found ? 200 : 404, { "Content-Type": `${found?.type ?? "text/plain"}; charset=utf-8` })
    .end(found?.body ?? "No such mail.");
}).listen(port, "127.0.0.1", () => console.log(`Mails at http://127.0.0.1:${port}/`));
