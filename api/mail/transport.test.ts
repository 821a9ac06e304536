import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseMail, readOutbox } from "../../tests/support/outbox";
import { openSmtpSink, type SmtpSink } from "../../tests/support/smtp-sink";
import { readConfig } from "../config";
import { createLog } from "../log";
import { MailRefused } from "./failure";
import { toParts } from "./newsletter/copies";
import { unsubscribeMark } from "./newsletter/render";
import { createMail, type Mail, type NewsletterCopy } from "./transport";

const message = { subject: "Neues Passwort für Folda", blocks: [{ kind: "text" as const, text: "Größe: 12 € für Ayşe Yıldırım" }] };
const jana = { name: "Jana Petersen", address: "jana@demo.example" };

describe("Mail", () => {
  let dataDir: string;
  let sink: SmtpSink;
  let logLines: string[];
  const opened: Mail[] = [];

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "folda-mail-"));
    sink = await openSmtpSink();
    logLines = [];
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const mail of opened.splice(0)) mail.close();
    await sink.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  function open(environment: Record<string, string>): Mail {
    const config = readConfig({ DATA_DIR: dataDir, PUBLIC_URL: "https://lesen.folda.example", ...environment });
    const mail = createMail(config, createLog("info", { write: (line) => void logLines.push(line) }));
    opened.push(mail);
    return mail;
  }
  const bySmtp = () => open({ SMTP_URL: sink.url, MAIL_FROM: '"Folda, Nordbahn" <folda@folda.example>' });
  const outbox = () => join(dataDir, "outbox");

  it("is sent with all headers that mail servers expect", async () => {
    vi.setSystemTime("2026-11-28T12:00:00Z");
    await bySmtp().send({ to: jana, locale: "de", message });
    const [{ from, to, mail, raw } = { from: "", to: [""], mail: await parseMail("", ""), raw: "" }] = sink.received;
    expect({ from, to }).toEqual({ from: "folda@folda.example", to: ["jana@demo.example"] });
    expect(mail).toMatchObject({ from: "folda@folda.example", to: "jana@demo.example", subject: message.subject });
    expect(mail.text).toContain("Größe: 12 € für Ayşe Yıldırım");
    expect(mail.html).toContain("Größe: 12 € für Ayşe Yıldırım");
    expect(mail.headers["auto-submitted"]).toBe("auto-generated");
    expect(mail.headers["message-id"]).toMatch(/^<[0-9a-f-]{36}@folda\.example>$/);
    expect(mail.headers.date).toBe("Sat, 28 Nov 2026 12:00:00 +0000");
    expect(mail.headers["content-type"]).toMatch(/^multipart\/alternative/);
    for (const line of raw.split("\r\n")) expect(line.length).toBeLessThanOrEqual(998);
    expect(logLines).toEqual([]);
  });

  it("is written to a file if there is no mail server, which is logged once, without its content", async () => {
    const mail = open({});
    for (const subject of ["Eins", "Zwei", "Drei"]) await mail.send({ to: jana, locale: "de", message: { ...message, subject } });
    const files = readdirSync(outbox()).sort();
    for (const file of files) expect(file).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f]{8}\.eml$/);
    expect((await readOutbox(outbox())).map(({ subject }) => subject)).toEqual(["Eins", "Zwei", "Drei"]);
    expect(readFileSync(join(outbox(), files[0] ?? ""), "latin1")).toMatch(/^From: Folda <no-reply@lesen\.folda\.example>\r\n/m);
    expect(statSync(join(outbox(), files[0] ?? "")).mode & 0o077).toBe(0);
    expect(logLines).toHaveLength(1);
    expect(logLines[0]).toContain("mails are not sent but written to files");
    expect(logLines[0]).not.toContain("jana");
  });

  it.each([
    "Jana\r\nBcc: boese@evil.example",
    "Jana\nSubject: Gewonnen\n\nText",
    "Jana, boese@evil.example",
    '"Jana" <boese@evil.example>',
    "Jana <boese@evil.example>,",
    "Jana\u0000\u000bBcc: x",
    "=?utf-8?Q?Jana=0ABcc:_boese=40evil.example?=",
    "anaJ\u202e moc.elpmaxe\u202c",
    "Jana\u2028Bcc: x\u2029",
    "Jana\uff20evil\uff0eexample",
    "J\ud800",
    "A".repeat(2000),
  ])("reaches nobody else and grows no header by the name %j", async (name) => {
    await bySmtp().send({ to: { ...jana, name }, locale: "de", message: { ...message, subject: name } });
    const [received] = sink.received;
    expect(received?.to).toEqual(["jana@demo.example"]);
    expect(received?.mail.to).toBe("jana@demo.example");
    const names = Object.keys(received?.mail.headers ?? {}).sort();
    expect(names).toEqual(["auto-submitted", "content-type", "date", "from", "message-id", "mime-version", "subject", "to"]);
    expect(received?.mail.headers.to).not.toMatch(/evil\.example|[\u202a-\u202e]/);
    expect(received?.mail.subject).not.toMatch(/[\r\n\u0000-\u001f\u2028-\u202e]/);
  });

  const word = (length: number) => "Donau".repeat(400).slice(0, length);
  it.each([
    word(60),
    word(66),
    word(67),
    word(240),
    word(998),
    word(2000),
    `Neu: ${word(240)} heute`,
    `${word(50)} ${word(50)} ${word(50)}`,
    `https://zeitung.example/${"a-".repeat(300)}`,
    `${word(100)} "Zitat" 100 % ?=_`,
    `Grüße ${word(240)} Grüße`,
    "ü".repeat(500),
    "日本語のニュース".repeat(40),
    "مرحبا بالعالم ".repeat(20).trim(),
    ...Array.from({ length: 12 }, (_, length) => `${word(30 + length)}👩‍👩‍👧‍👦🎉${"🇩🇪".repeat(30)}`),
    "Ein gewöhnlicher Betreff, der mit 100 Zeichen etwas länger ist, als eine Zeile einer E-Mail werden soll",
    "An ordinary subject",
  ])("arrives with the subject %s, in header lines of at most 78 ASCII characters", async (subject) => {
    await bySmtp().send({ to: jana, locale: "de", message: { ...message, subject } });
    const [received] = sink.received;
    expect(received?.mail.subject).toBe(subject);
    const [header = "", first = ""] = /^Subject: ([^\r]*)(?:\r\n [^\r]*)*\r\n(?! )/m.exec(received?.raw ?? "") ?? [];
    expect(first.trim()).not.toBe("");
    for (const line of header.trimEnd().split("\r\n")) expect(line).toMatch(/^(?=[ -~]{1,78}$)\s?\S/);
  });

  it.each([
    "jana@demo.example\r\nRCPT TO:<x@evil.example>",
    "jana@demo.example, x@evil.example",
    "<jana@demo.example>",
    "x y@demo.example",
    "",
  ])("does not go to %j, which is no address", async (address) => {
    await expect(bySmtp().send({ to: { ...jana, address }, locale: "de", message })).rejects.toThrow(MailRefused);
    expect(sink.received).toEqual([]);
  });

  it("is refused permanently if the address is unknown, and temporarily if the server is busy", async () => {
    const mail = bySmtp();
    sink.refuse({ code: 550, message: "no such user" });
    await expect(mail.send({ to: jana, locale: "de", message })).rejects.toThrow(MailRefused);
    sink.refuse({ code: 451, message: "greylisted" });
    const later = mail.send({ to: jana, locale: "de", message });
    await expect(later).rejects.toThrow("smtp_4xx 451");
    await expect(later).rejects.not.toThrow(MailRefused);
    sink.refuse(undefined);
    await mail.send({ to: jana, locale: "de", message });
    expect(sink.received).toHaveLength(1);
  });

  it("respects the rate limit of the mail server", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    const begun = Date.now();
    const mail = open({ SMTP_URL: sink.url, MAIL_FROM: "folda@folda.example", MAIL_RATE: "1" });
    const times: number[] = [];
    sink.misbehave(() => void times.push(Date.now()));
    const sent = ["eins", "zwei"].map((name) => mail.send({ to: { name, address: `${name}@demo.example` }, locale: "de", message }));
    // Each look advances the clock.
    await vi.waitUntil(() => sink.received.length === 2, { timeout: 120_000 });
    await Promise.all(sent);
    expect(Math.max(...times) - begun).toBeGreaterThanOrEqual(1000);
  });

  it("fails if the server is unreachable", async () => {
    const mail = bySmtp();
    await sink.close();
    const failed = mail.send({ to: jana, locale: "de", message });
    await expect(failed).rejects.toThrow("connection_refused");
    await expect(failed).rejects.not.toThrow(MailRefused);
    sink = await openSmtpSink();
  });

  describe("A recipient's copy of a newsletter", () => {
    const parts = toParts({ html: `<p>Größe: 12 €</p><a href="${unsubscribeMark}">x</a>`, text: `Größe: 12 €\n${unsubscribeMark}` });
    const copy: NewsletterCopy = {
      kind: "newsletter",
      messageId: "11111111-2222-3333-4444-555555555555",
      to: jana,
      fromName: "Nordbahn – Netz & Infrastruktur",
      replyTo: { name: "Henrike Lorenzen", address: "henrike@demo.example" },
      subject: "Korridorbrief 47: Größe",
      parts,
      locale: "de",
      list: { id: "f1", name: "Brücken & Bauwerke" },
      unsubscribeUrl: "https://lesen.folda.example/unsubscribe/abc",
    };

    it("has a valid signature over everything that RFC 8058 requires", async () => {
      const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
      const file = join(dataDir, "dkim.pem");
      writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }));
      const mail = open({ SMTP_URL: sink.url, MAIL_FROM: "folda@folda.example", DKIM_KEY_FILE: file, DKIM_SELECTOR: "s1" });
      expect(await mail.sendNewsletter(copy)).toMatchObject({ outcome: "handed_over", answer: "250 OK: message queued" });
      const raw = sink.received[0]?.raw ?? "";
      const key = publicKey.export({ type: "spki", format: "der" }).toString("base64");
      const resolver = async (name: string) => {
        if (name === "s1._domainkey.folda.example") return [[`v=DKIM1; k=rsa; p=${key}`]];
        throw Object.assign(new Error("none"), { code: "ENOTFOUND" });
      };
      const { results } = await dkimVerify(Buffer.from(raw, "latin1"), { resolver });
      expect(results.map(({ status, signingDomain }) => [status.result, signingDomain])).toEqual([["pass", "folda.example"]]);
      const [, fields = ""] = /DKIM-Signature:.*?\bh=([^;]*);/s.exec(raw) ?? [];
      const signed = fields.toLowerCase().split(/[\s:]+/);
      expect(signed).toEqual(expect.arrayContaining(["from", "subject", "list-unsubscribe", "list-unsubscribe-post"]));
    });

    it("has no line of more than 998 characters, even with a long subject, list name and sender", async () => {
      await bySmtp().sendNewsletter({
        ...copy,
        subject: "A".repeat(998),
        fromName: "漢".repeat(100),
        list: { id: "f1", name: "漢".repeat(100) },
      });
      const lines = (sink.received[0]?.raw ?? "").split("\r\n");
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(998);
      expect(sink.received[0]?.mail).toMatchObject({ subject: "A".repeat(998) });
    });

    it("names the list in ASCII, and has the unsubscribe link in both header forms", async () => {
      await bySmtp().sendNewsletter(copy);
      const [{ mail, raw } = { mail: await parseMail("", ""), raw: "" }] = sink.received;
      expect(raw).toMatch(/^List-ID: =\?UTF-8\?Q\?[^\r]*\?= <f1\.newsletter\.lesen\.folda\.example>\r$/im);
      expect(mail.headers).toMatchObject({
        "list-unsubscribe": "<https://lesen.folda.example/unsubscribe/abc>",
        "list-unsubscribe-post": "List-Unsubscribe=One-Click",
        "message-id": "<11111111-2222-3333-4444-555555555555@folda.example>",
        "content-language": "de",
      });
      for (const form of [mail.html, mail.text]) {
        expect(form).toContain("Größe: 12 €");
        expect(form).toContain("https://lesen.folda.example/unsubscribe/abc");
      }
    });
  });
});
