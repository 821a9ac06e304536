import { encode, wrap } from "nodemailer/lib/qp";
import { unsubscribeMark } from "./render";

/** Both parts of a newsletter, encoded once and split where each recipient's own link is inserted. */
export interface NewsletterParts {
  html: string[];
  text: string[];
}

/** Encodes both parts once: encoding 40 KB for each recipient took most of a mail's time. */
export const toParts = ({ html, text }: { html: string; text: string }): NewsletterParts => ({
  html: html.split(unsubscribeMark).map(quotedPrintable),
  text: text.split(unsubscribeMark).map(quotedPrintable),
});

/** One MIME part. The link is inserted between soft line breaks, which mail programs remove. */
export function toMimePart(kind: "html" | "plain", pieces: string[], address: string): string {
  const header = `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`;
  return header + pieces.join(`=\r\n${quotedPrintable(address)}=\r\n`);
}

const quotedPrintable = (text: string): string => wrap(encode(text.replace(/\r?\n/g, "\r\n")));
