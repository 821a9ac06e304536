import { once } from "node:events";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { parseMail, type ReceivedMail } from "./outbox";

/** A mail server that accepts and keeps everything by default. */
export interface SmtpSink {
  url: string;
  port: number;
  received: { from: string; to: string[]; raw: string; mail: ReceivedMail }[];
  /** The recipients of every mail for which DATA was sent, in that order, whatever happened afterwards. */
  begun: string[];
  /** The recipients of the mails whose content was received, but not replied to. */
  hanging: string[];
  /** The reply to recipients from now on; `undefined` accepts them. */
  refuse(answer: { code: number; message: string } | undefined): void;
  /** The reaction to further mails to an address; `undefined` accepts them. A promise delays the reply. */
  misbehave(how: ((address: string) => Mishap | undefined | Promise<undefined>) | undefined): void;
  close(): Promise<void>;
}

/** A rejection at one of the steps, no further reply, or a closed connection. */
export type Mishap = { at: "rcpt" | "data"; code: number; message: string } | { at: "rcpt" | "data"; how: "hang" | "close" };

/** With `subjectsOnly`, only subjects are kept: a run of an hour would not fit into memory. */
export async function openSmtpSink(port = 0, { subjectsOnly = false } = {}): Promise<SmtpSink> {
  const received: SmtpSink["received"] = [];
  const begun: string[] = [];
  const hanging: string[] = [];
  let refusal: { code: number; message: string } | undefined;
  let mishapOf: Parameters<SmtpSink["misbehave"]>[0];
  const toError = ({ code, message }: { code: number; message: string }) => Object.assign(new Error(message), { responseCode: code });
  const cut = (sessionId: string) => {
    for (const connection of server.connections) if (connection.session.id === sessionId) connection._socket.destroy();
  };
  const find = async (step: Mishap["at"], address: string) => {
    const mishap = await mishapOf?.(address);
    return mishap?.at === step ? mishap : undefined;
  };
  const server: SMTPServer & { connections: Set<{ session: { id: string }; _socket: Socket }> } = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    async onRcptTo({ address }, session, done) {
      if (refusal) return done(toError(refusal));
      const mishap = await find("rcpt", address);
      if (!mishap) return done();
      if ("code" in mishap) done(toError(mishap));
      else if (mishap.how === "close") cut(session.id);
    },
    async onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      begun.push(...rcptTo.map(({ address }) => address));
      const mishap = await find("data", rcptTo[0]?.address ?? "");
      if (mishap) {
        // In the middle of the mail, or after it.
        if ("how" in mishap && mishap.how === "close") stream.once("data", () => cut(session.id));
        stream
          .once("end", () => {
            if ("code" in mishap) done(toError(mishap));
            else hanging.push(...rcptTo.map(({ address }) => address));
          })
          .resume();
        return;
      }
      const keep = async () => {
        const raw = await text(stream);
        const from = mailFrom === false ? "" : mailFrom.address;
        const mail = await parseMail("", raw);
        const kept = subjectsOnly ? { raw: "", mail: { ...mail, text: "", html: "", links: [] } } : { raw, mail };
        received.push({ from, to: rcptTo.map(({ address }) => address), ...kept });
      };
      keep().then(() => done(), done);
    },
  });
  // A killed client resets its connection.
  server.on("error", () => {});
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  const taken = typeof address === "object" && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${taken}`,
    port: taken,
    received,
    begun,
    hanging,
    refuse: (answer) => {
      refusal = answer;
    },
    misbehave: (how) => {
      mishapOf = how;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
