import { randomUUID } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import nodemailer, { type SendMailOptions } from "nodemailer";
import { encodeWord, encodeWords } from "nodemailer/lib/mime-funcs";
import { RateLimiterMemory, RateLimiterQueue } from "rate-limiter-flexible";
import { storedEmailSchema } from "../../contract/rest/shared";
import type { ApiConfig } from "../config";
import { syncDirectory, writeDurably } from "../files/write-durably";
import type { Logger } from "../log";
import { type MailResult, mails } from "../metrics/instruments";
import { classifyMailFailure, type MailFailure, MailRefused, MailUncertain, MailUnsent } from "./failure";
import { renderHtml, renderText } from "./layout";
import type { Message } from "./message";
import { plainHeader, plainName } from "./names";
import { type NewsletterParts, toMimePart } from "./newsletter/copies";
import { outboxOf, unfinishedName } from "./outbox";
import type { Locale } from "./texts";

export interface MailToSend {
  to: { name: string | null; address: string };
  locale: Locale;
  message: Message;
  /** The theme of the recipient's workspace, as stored. */
  theme?: string | null;
  /** The same for every attempt, so that mail programs merge duplicates; random if unset. */
  messageId?: string;
  /** Ends such mails to this recipient. */
  unsubscribeUrl?: string;
}

/** A recipient's copy of a newsletter, or a digest. */
export interface NewsletterCopy {
  kind: "newsletter" | "digest";
  /** The same for every attempt, so that mail programs merge duplicates. */
  messageId: string;
  to: { name: string; address: string };
  /** The sender's name; the address is the product's. */
  fromName: string;
  replyTo: { name: string; address: string } | null;
  subject: string;
  parts: NewsletterParts;
  locale: Locale;
  list: { id: string; name: string };
  /** Unsubscribes this recipient; `null` in previews. */
  unsubscribeUrl: string | null;
}

/**
 * The result of sending a mail: `later` was not accepted and may be retried, `refused` is permanent, and for `unknown` nobody knows whether it was
 * accepted. `answer` is the mail server's text, for people of the workspace; logs get `failure`.
 */
export interface SendResult {
  outcome: "handed_over" | "later" | "refused" | "unknown";
  answer: string | null;
  failure: MailFailure | null;
}

export interface Mail {
  /**
   * Sends a mail to the mail server, or writes it to the outbox. Throws `MailRefused`, `MailUncertain` or `MailUnsent`. `beforeContent` runs when
   * the server has accepted sender and recipient, before the first byte of the message. If it rejects, nothing of the message is sent.
   */
  send(mail: MailToSend, beforeContent?: () => Promise<void>): Promise<void>;
  /** Sends a copy of a newsletter and returns the result; never throws. If `beforeContent` rejects, the outcome is `later`. */
  sendNewsletter(copy: NewsletterCopy, beforeContent?: () => Promise<void>): Promise<SendResult>;
  close(): void;
}

interface Progress {
  /** See `Mail.send`. */
  beforeContent?: (() => Promise<void>) | undefined;
  /** Set by `deliver`: whether any byte of the message was sent. If not, the server cannot have accepted it. */
  hasData: boolean;
}

interface Channel {
  /** Returns the server's reply. */
  deliver(mail: SendMailOptions, progress?: Progress): Promise<string>;
  close(): void;
}

const second = 1000;

/** Sends mails by `SMTP_URL`, or writes them to files if it is unset. */
export function createMail(config: ApiConfig, log: Logger): Mail {
  const { smtpUrl } = config.mail;
  const { deliver, close } = smtpUrl === undefined ? outbox(config, log) : mailServer(smtpUrl, config.mail);
  const { from } = config.mail;
  return {
    close,
    async send({ to: { name, address }, locale, message, theme, messageId = randomUUID(), unsubscribeUrl }, beforeContent) {
      const { productName: product, publicUrl } = config;
      const frame = { product, publicUrl, locale, theme };
      const count = (result: MailResult) => mails.inc({ kind: "account", result });
      if (!storedEmailSchema.safeParse(address).success) {
        count("refused");
        throw new MailRefused({ class: "invalid_address" });
      }
      const mail: SendMailOptions = {
        from: { name: plainName(from.name), address: from.address },
        to: { name: plainName(name ?? ""), address },
        ...(message.replyTo ? { replyTo: { name: plainName(message.replyTo.name), address: message.replyTo.address } } : {}),
        // Separate from the headers, so that nothing in a name can become a recipient.
        envelope: { from: from.address, to: [address] },
        subject: foldable(plainHeader(message.subject)),
        text: renderText(message, frame),
        html: renderHtml(message, frame),
        messageId: `<${messageId}@${domainOf(from.address)}>`,
        headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(unsubscribeUrl) },
        disableFileAccess: true,
        disableUrlAccess: true,
      };
      const progress: Progress = { beforeContent, hasData: false };
      try {
        await deliver(mail, progress);
      } catch (error) {
        const failure = classifyMailFailure(error);
        if (isRefusal(error)) {
          count("refused");
          throw new MailRefused(failure);
        }
        if (progress.hasData && failure.reply === undefined) {
          count("uncertain");
          throw new MailUncertain(failure, { cause: error });
        }
        count(resultOf({ outcome: "later", failure }));
        // The text of a mail server can name people; that of a local error explains the connection problem.
        throw new MailUnsent(failure, failure.reply === undefined ? { cause: error } : {});
      }
      count("accepted");
    },
    async sendNewsletter(copy, beforeContent) {
      const result = await sendCopy(copy, beforeContent);
      mails.inc({ kind: copy.kind, result: resultOf(result) });
      return result;
    },
  };

  async function sendCopy(copy: NewsletterCopy, beforeContent: Progress["beforeContent"]): Promise<SendResult> {
    if (!storedEmailSchema.safeParse(copy.to.address).success) {
      return { outcome: "refused", answer: "not an address", failure: { class: "invalid_address" } };
    }
    let isHeldBack = false;
    const progress: Progress = {
      hasData: false,
      beforeContent: async () => {
        await beforeContent?.().catch((error: unknown) => {
          isHeldBack = true;
          throw error;
        });
      },
    };
    try {
      return { outcome: "handed_over", answer: await deliver(toNewsletterMail(copy, config), progress), failure: null };
    } catch (error) {
      const judged = judge(error, progress);
      // The error is ours, such as a failed statement with its parameters, and must not be shown as the server's reply.
      return isHeldBack ? { ...judged, answer: null } : judged;
    }
  }
}

function resultOf({ outcome, failure }: Pick<SendResult, "outcome" | "failure">): MailResult {
  if (outcome === "later") return failure?.reply === undefined ? "unreachable" : "deferred";
  return outcome === "handed_over" ? "accepted" : outcome === "unknown" ? "uncertain" : "refused";
}

function toNewsletterMail(copy: NewsletterCopy, { mail: { from }, publicUrl }: ApiConfig): SendMailOptions {
  const { unsubscribeUrl, list } = copy;
  const address = unsubscribeUrl ?? "";
  const listId = `${encodedWords(plainName(list.name))} <${list.id}.newsletter.${publicUrl.hostname}>`;
  const named = ({ name, address }: { name: string; address: string }) => ({ name: plainName(name), address });
  return {
    from: { name: plainName(copy.fromName), address: from.address },
    to: named(copy.to),
    ...(copy.replyTo ? { replyTo: named(copy.replyTo) } : {}),
    envelope: { from: from.address, to: [copy.to.address] },
    subject: foldable(plainHeader(copy.subject)),
    text: { raw: toMimePart("plain", copy.parts.text, address) },
    html: { raw: toMimePart("html", copy.parts.html, address) },
    messageId: `<${copy.messageId}@${domainOf(from.address)}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      Precedence: "list",
      "Content-Language": copy.locale,
      "List-Id": { prepared: true, foldLines: listId.length > longestLine, value: listId },
      ...unsubscribeHeaders(unsubscribeUrl),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Not with nodemailer's `list`, which the signature would leave out; RFC 8058 requires these headers to be signed. */
const unsubscribeHeaders = (url: string | null | undefined) =>
  url ? { "List-Unsubscribe": { prepared: true, value: `<${url}>` }, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {};

const domainOf = (address: string) => address.split("@").at(-1) ?? "";

/** Characters of a header's value that need no folding. RFC 5322 allows 998 in a line, including the header's name. */
const longestLine = 900;

/** Encodes texts with a long word: headers are folded only at white space, so the first line would be empty, or a line too long. */
const foldable = (text: string) => (/\S{60}/.test(text) ? encodeWord(text, "Q", 52) : text);

/** Header text encoded as ASCII. */
const encodedWords = (text: string) => encodeWords(text, "Q", 52, true);

/** Whether the mail may have been accepted, and whether to retry. */
function judge(error: unknown, { hasData }: Progress): SendResult {
  const { responseCode = 0, response, message, command = "" } = error as SmtpError;
  const answer = (response || message || String(error)).slice(0, mostOfAnswer);
  const failure = classifyMailFailure(error);
  // Only a reply of the server proves that a mail that was sent was not accepted.
  if (responseCode >= 400) {
    const isOfMail = command === "MAIL FROM" || command === "RCPT TO" || command === "DATA";
    return { outcome: responseCode >= 500 && responseCode !== 503 && isOfMail ? "refused" : "later", answer, failure };
  }
  return { outcome: hasData ? "unknown" : "later", answer, failure };
}

type SmtpError = Partial<Error> & { responseCode?: number; response?: string; command?: string };
const mostOfAnswer = 500;

/** The message of one delivery, passed along with its options. */
interface Content {
  beforeContent: Progress["beforeContent"];
  /** nodemailer reads it once the server has accepted DATA. */
  stream?: Readable;
  /** The result is final, so nothing more may be sent. */
  isOver?: true;
}

/** Headers that DKIM signs in addition to nodemailer's defaults; RFC 8058 requires both. */
const signedHeaders =
  "from:sender:reply-to:subject:date:message-id:to:cc:mime-version:content-type:content-transfer-encoding:list-id:list-unsubscribe:list-unsubscribe-post";

function mailServer(url: string, { perSecond, dkim, from, requireTls }: ApiConfig["mail"]): Channel {
  const domainName = domainOf(from.address);
  // nodemailer's own limit lets every connection of the pool send one more per second.
  const rateLimit = new RateLimiterQueue(new RateLimiterMemory({ points: perSecond, duration: 1 }));
  const transport = nodemailer.createTransport({
    pool: true,
    url,
    ...(requireTls ? { requireTLS: true } : {}),
    connectionTimeout: 15 * second,
    greetingTimeout: 15 * second,
    socketTimeout: 30 * second,
    idleTimeout: 10 * second,
    maxConnections: 10,
    maxRequeues: 2,
    ...(dkim ? { dkim: { ...dkim, domainName, headerFieldNames: signedHeaders } } : {}),
  });
  transport.use("stream", ({ data, message }, done) => {
    const { content } = data as { content?: Content };
    const create = message.createReadStream.bind(message);
    message.createReadStream = (options) => {
      const source = create(options);
      // nodemailer retries a mail whose connection was dropped before it was used; after content was sent, it must not.
      if (!content || content.isOver || content.stream?.readableDidRead) return source.destroy(new Error("already sent once"));
      content.stream = delayed(source, content.beforeContent);
      return content.stream;
    };
    done();
  });
  return {
    async deliver(mail, progress) {
      await rateLimit.removeTokens(1);
      const content: Content = { beforeContent: progress?.beforeContent };
      // Shorter than a job's time limit, so that no mail is sent twice at the same time.
      const options = { ...mail, content, signal: AbortSignal.timeout(60 * second) };
      try {
        const { response } = await transport.sendMail(options);
        return response.slice(0, mostOfAnswer);
      } finally {
        content.isOver = true;
        content.stream?.destroy();
        if (progress) progress.hasData = content.stream?.readableDidRead ?? false;
      }
    },
    close: () => transport.close(),
  };
}

/** The same bytes, of which the first is read only after `before`; fails if `before` fails. */
function delayed(source: Readable, before: () => Promise<void> = async () => {}): Readable {
  const stream = Readable.from(
    (async function* () {
      await before();
      yield* source;
    })(),
    { objectMode: false },
  );
  source.on("error", (error) => stream.destroy(error));
  stream.on("error", () => {});
  stream.once("close", () => source.destroy());
  return stream;
}

/** Whether the reply is about this recipient or this content. Problems with the sender can be fixed, so they are not permanent. */
function isRefusal(error: unknown): boolean {
  const { responseCode = 0, command } = error as { responseCode?: number; command?: string };
  return responseCode >= 500 && responseCode !== 503 && (command === "RCPT TO" || command === "DATA");
}

function outbox({ dataDir }: ApiConfig, log: Logger): Channel {
  const directory = outboxOf(dataDir);
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  log.info({ directory }, "no SMTP_URL: mails are not sent but written to files");
  return {
    async deliver(mail, progress) {
      const { message } = await composer.sendMail(mail);
      await progress?.beforeContent?.();
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID().slice(0, 8)}.eml`;
      const unfinished = join(directory, unfinishedName(name));
      try {
        await writeDurably(unfinished, message as Buffer);
        await rename(unfinished, join(directory, name));
        await syncDirectory(directory);
      } finally {
        await rm(unfinished, { force: true });
      }
      return name;
    },
    close: () => {},
  };
}
