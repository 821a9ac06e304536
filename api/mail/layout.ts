import { escapeAttribute } from "@folda/page-reader/escape";
import { plainLine } from "../../contract/rest/shared";
import { brandColors } from "./colors";
import { cut, hyphenation, page, preheader } from "./frame";
import type { Block, Fact, Message } from "./message";
import { type Locale, type MailText, mailTexts } from "./texts";

interface Frame {
  product: string;
  publicUrl: URL;
  locale: Locale;
  /** The theme of the recipient's workspace, as stored. */
  theme?: string | null;
}

type Brand = ReturnType<typeof brandColors>;

const legalPaths = {
  imprint: { de: "/de/impressum", en: "/en/imprint" },
  privacy: { de: "/de/datenschutz", en: "/en/privacy" },
} as const;

/** The mail as plain text. */
export function renderText({ blocks, replyTo }: Message, { product, publicUrl, locale }: Frame): string {
  const t = mailTexts(locale, product);
  const footer = ["-- ", senderNote(t, replyTo), ...legalLinks(t, publicUrl, locale).map(({ label, url }) => `${label}: ${url}`)];
  return `${[...blocks.map(blockText), footer.join("\n")].join("\n\n")}\n`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case "button":
      return `${block.label}:\n${block.url}`;
    case "link":
      return `${block.text}\n${block.url}`;
    case "facts":
      return block.facts.map(({ label, value }) => plainLine(`${label}: ${value}`)).join("\n");
    default:
      return plainLine(block.text);
  }
}

/** The mail as a self-contained HTML document: it loads no pictures, fonts or styles. */
export function renderHtml({ subject, blocks, replyTo }: Message, { product, publicUrl, locale, theme = null }: Frame): string {
  const brand = brandColors(theme);
  const t = mailTexts(locale, product);
  const [intro] = blocks.filter((block) => block.kind === "text").slice(1);
  const legal = legalLinks(t, publicUrl, locale).map(
    ({ label, url }) => `<a href="${escaped(url)}" class="ink2" style="color:#47534c">${escaped(label)}</a>`,
  );
  return `<!doctype html>
<html lang="${locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${stylesheet(brand)}</style>
</head>
<body class="bg" style="margin:0;padding:0;background:#f4f6f4">
${intro ? preheader(escaped(cut(plainLine(intro.text), 140))) : ""}
<div role="main" lang="${locale}" dir="ltr">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="bg" style="table-layout:fixed;background:#f4f6f4">
<tr><td align="center" style="padding:24px 8px">
${page.open}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;max-width:600px;margin:0 auto;text-align:left">
<tr><td class="sheet" style="padding:20px;background:#ffffff;border:1px solid #dbe1dd;border-radius:4px">
<div class="brand" style="${serif};font-size:18px;line-height:24px;font-weight:bold;color:${brand.light}">${escaped(product)}</div>
<h1 class="ink" style="margin:10px 0 0;padding:0 0 18px;border-bottom:4px double #17201b;${serif};font-size:28px;line-height:34px;font-weight:bold;color:#17201b;overflow-wrap:break-word">${escaped(subject)}</h1>
${blocks.map((block) => blockHtml(block, t, brand)).join("\n")}
</td></tr>
<tr><td class="ink2" style="padding:16px 4px 0;${sans};font-size:13px;line-height:20px;color:#47534c">${escaped(senderNote(t, replyTo))}<br>${legal.join(" · ")}</td></tr>
</table>${page.close}
</td></tr>
</table>
</div>
</body>
</html>
`;
}

const serif = "font-family:Georgia,'Times New Roman',serif";
const sans = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const paragraph = `margin:22px 0 0;${sans};font-size:16px;line-height:25px`;

const senderNote = (t: MailText, replyTo: Message["replyTo"]) =>
  replyTo ? t("mail:layout.replies", { address: replyTo.address }) : t("mail:layout.automatic");

/** Rules that inline styles cannot express. Mail programs that drop them show the light colours and the layout of a phone. */
const stylesheet = ({ dark, onDark }: Brand) => `
body { -webkit-text-size-adjust: 100%; ${hyphenation} }
.link { -webkit-hyphens: manual; hyphens: manual; }
@media (min-width: 621px) { .sheet { padding: 40px !important; } }
@media (prefers-color-scheme: dark) {
body, .bg { background: #0f1412 !important; }
.sheet { background: #161c19 !important; border-color: #2b3430 !important; }
.ink { color: #e7ece9 !important; border-color: #e7ece9 !important; }
.ink2 { color: #b5c0ba !important; }
.rule { border-color: #2b3430 !important; }
.brand, .link { color: ${dark} !important; }
.button { background: ${dark} !important; }
.button a { color: ${onDark} !important; }
}
`;

function blockHtml(block: Block, t: MailText, brand: Brand): string {
  switch (block.kind) {
    case "text":
      return `<p class="ink" style="${paragraph};color:#17201b">${escaped(block.text)}</p>`;
    case "note":
      return `<p class="ink2" style="${paragraph};font-size:15px;line-height:23px;color:#47534c">${escaped(block.text)}</p>`;
    case "link":
      return `<p class="ink2" style="${paragraph};font-size:15px;line-height:23px;color:#47534c">${escaped(block.text)}<br>${addressHtml(block.url, brand)}</p>`;
    case "facts":
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:22px 0 0">${block.facts.map((fact) => factHtml(fact, brand)).join("")}</table>`;
    case "button":
      // Outlook ignores the padding of links and uses the cell's.
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:26px 0 0"><tr><td class="button" bgcolor="${brand.light}" style="background:${brand.light};border-radius:3px;mso-padding-alt:13px 22px"><a href="${escaped(block.url)}" style="display:inline-block;padding:13px 22px;${sans};font-size:16px;line-height:20px;font-weight:bold;color:${brand.onLight};text-decoration:none">${escaped(block.label)}</a></td></tr></table>
<p class="ink2" style="margin:14px 0 0;${sans};font-size:13px;line-height:20px;color:#47534c">${escaped(t("mail:layout.copy"))}<br>${addressHtml(block.url, brand)}</p>`;
  }
}

function factHtml({ label, value, url }: Fact, { light }: Brand): string {
  const cell = `padding:6px 0;border-bottom:1px solid #dbe1dd;${sans};font-size:16px;line-height:25px`;
  return `<tr><td class="ink2 rule" style="${cell};padding-right:24px;color:#47534c">${escaped(label)}</td><td class="ink rule" style="${cell};font-weight:bold;color:#17201b;overflow-wrap:anywhere">${url ? `<a href="${escaped(url)}" class="link" style="color:${light}">${escaped(value)}</a>` : escaped(value)}</td></tr>`;
}

const addressHtml = (url: string, { light }: Brand) =>
  `<a href="${escaped(url)}" class="link" style="color:${light};word-break:break-all">${escaped(url)}</a>`;

export function legalLinks(t: MailText, publicUrl: URL, locale: Locale): { label: string; url: string }[] {
  return [
    { label: t("mail:layout.imprint"), url: new URL(legalPaths.imprint[locale], publicUrl).href },
    { label: t("mail:layout.privacy"), url: new URL(legalPaths.privacy[locale], publicUrl).href },
  ];
}

/** One line for text, and for attributes in either kind of quotes. */
export const escaped = (text: string): string => escapeAttribute(plainLine(text)).replaceAll("'", "&#39;");
