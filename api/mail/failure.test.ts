import { createServer } from "node:net";
import nodemailer from "nodemailer";
import { expect, test } from "vitest";
import { classifyMailFailure } from "./failure";

/** The error of nodemailer if the server sends these replies, one per command. */
async function failWith(replies: string[], options: object = {}) {
  const server = createServer((socket) => {
    const rest = [...replies];
    const say = () => {
      const next = rest.shift();
      if (next === "hang up") socket.destroy();
      else if (next !== undefined) socket.write(`${next}\r\n`);
    };
    socket.on("error", () => {}).on("data", say);
    say();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as { port: number };
  const transport = nodemailer.createTransport({ host: "127.0.0.1", port, ...options });
  const error = await transport
    .sendMail({ from: "a@folda.example", to: "clara@demo.example", text: "x" })
    .catch((reason: unknown) => reason);
  server.close();
  return classifyMailFailure(error);
}

const polite = ["220 mail.example", "250 mail.example", "250 ok"];

test.each([
  [[...polite, "550 5.1.1 <clara@demo.example>: no such user"], { class: "smtp_5xx", reply: "550 5.1.1" }],
  [[...polite, "451 4.7.1 Clara is greylisted"], { class: "smtp_4xx", reply: "451 4.7.1" }],
  [[...polite, "452 too many for clara@demo.example"], { class: "smtp_4xx", reply: "452" }],
  [["554 no service here"], { class: "smtp_5xx", reply: "554" }],
  [["220 mail.example", "hang up"], { class: "connection" }],
])("A mail server that says %j is told by its codes alone", async (replies, failure) => {
  expect(await failWith(replies)).toEqual(failure);
});

test("A missing greeting is a timeout, plain text instead of TLS a TLS error, and a closed port a refused connection", async () => {
  expect(await failWith([], { greetingTimeout: 50 })).toEqual({ class: "timeout" });
  expect(await failWith(["220 mail.example"], { secure: true })).toEqual({ class: "tls" });
  expect(await failWith(["220 mail.example", "250 mail.example", "220 go ahead", "plain"], { requireTLS: true })).toEqual({ class: "tls" });
  const closed = nodemailer.createTransport({ host: "127.0.0.1", port: 1 });
  const error = await closed.sendMail({ from: "a@folda.example", to: "b@folda.example" }).catch((reason: unknown) => reason);
  expect(classifyMailFailure(error)).toEqual({ class: "connection_refused" });
});
