import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import PostalMime from "postal-mime";

/** A mail as its recipient gets it. */
export interface ReceivedMail {
  /** Sorts by time. */
  file: string;
  from: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Header name in lower case → value. */
  headers: Record<string, string>;
  /** The addresses of links in the HTML, unique and in order; the button's is the first. */
  links: string[];
}

interface Wanted {
  /** A part of the subject. */
  subject?: string;
  /** Only mails after this one. */
  after?: ReceivedMail;
  timeoutMs?: number;
}

/** The newest mail to an address in an outbox; waits for one. */
export async function waitForMail(
  outbox: string,
  address: string,
  { subject = "", after, timeoutMs = 120_000 }: Wanted = {},
): Promise<ReceivedMail> {
  const deadline = Date.now() + timeoutMs;
  while (true) {
    const mails = await readOutbox(outbox);
    const found = mails.findLast((mail) => mail.to === address && mail.subject.includes(subject) && mail.file > (after?.file ?? ""));
    if (found) return found;
    if (Date.now() > deadline) {
      const there = mails.map((mail) => `${mail.to}: ${mail.subject}`).join("\n");
      throw new Error(`no mail "${subject}" came to ${address}. There are:\n${there}`);
    }
    await sleep(50);
  }
}

/** By path: tests read an outbox again and again. */
const parsed = new Map<string, Promise<ReceivedMail>>();

/** Every mail in an outbox, oldest first. */
export function readOutbox(outbox: string): Promise<ReceivedMail[]> {
  const mails = listFiles(outbox).map((file) => {
    const path = join(outbox, file);
    const mail = parsed.get(path) ?? parseMail(file, readFileSync(path));
    parsed.set(path, mail);
    return mail;
  });
  return Promise.all(mails);
}

export async function parseMail(file: string, bytes: Uint8Array | string): Promise<ReceivedMail> {
  const { from, to, subject = "", html = "", text = "", headers } = await PostalMime.parse(bytes);
  const hrefs = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
  return {
    file,
    from: from?.address ?? "",
    to: to?.map(({ address }) => address).join(", ") ?? "",
    subject,
    html,
    text,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    links: [...new Set(hrefs)],
  };
}

function listFiles(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith(".eml") && !name.startsWith("."))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
