import { encode, wrap } from "nodemailer/lib/qp";
import { unsubscribeMark } from "./render";

/** A newsletter ready to be copied for each recipient: its parts are encoded once, around the one address that differs. */
export interface NewsletterParts {
  html: string[];
  text: string[];
}

/** Encodes both parts. What a person's copy costs then is little: encoding 40 KB took most of a mail's time. */
export const toParts = ({ html, text }: { html: string; text: string }): NewsletterParts => ({
  html: html.split(unsubscribeMark).map(quotedPrintable),
  text: text.split(unsubscribeMark).map(quotedPrintable),
});

/** One MIME part, the person's address put in between soft line breaks, which no reader sees. */
export function toMimePart(kind: "html" | "plain", pieces: string[], address: string): string {
  const header = `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`;
  return header + pieces.join(`=\r\n${quotedPrintable(address)}=\r\n`);
}

const quotedPrintable = (text: string): string => wrap(encode(text.replace(/\r?\n/g, "\r\n")));
