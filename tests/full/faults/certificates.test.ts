import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Authority, type CertificateKind, makeAuthority } from "../../support/certificates";
import { failToStart, type ServedProduct, startProduct } from "../../support/served-product";
import { freshDatabase } from "../../support/template";

/** The log's name for each. */
const wrong: [CertificateKind, RegExp][] = [
  ["selfSigned", /self-signed certificate|DEPTH_ZERO_SELF_SIGNED_CERT/],
  ["expired", /certificate has expired|CERT_HAS_EXPIRED/],
  ["otherHost", /Hostname\/IP does not match certificate's altnames|ERR_TLS_CERT_ALTNAME_INVALID/],
];

let directory: string;
let authority: Authority;
let trusted: Record<string, string>;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "folda-certificates-"));
  mkdirSync(join(directory, "ca"));
  authority = makeAuthority(join(directory, "ca"));
  trusted = {
    NODE_EXTRA_CA_CERTS: authority.path,
    DEMO: "0",
    SESSION_SECRET: "for tests only, and long enough to be one",
    LOG_LEVEL: "warn",
  };
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

describe("An upstream whose certificate is wrong", () => {
  let server: Server;
  let product: ServedProduct;
  let asked = 0;
  beforeAll(async () => {
    server = createServer(authority.certificates.sound, (_, response) => {
      asked += 1;
      response.writeHead(401, { "Content-Type": "application/json" }).end('{"message":"nein"}');
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const environment = { ...trusted, UPSTREAM_API_URL: `https://localhost:${portOf(server)}` };
    product = await startProduct({ dataDir: join(directory, "upstream"), environment, ready: "/healthz" });
  });
  afterAll(async () => {
    await product.end("SIGKILL");
    server.closeAllConnections();
    server.close();
  });

  const signIn = () =>
    product.ask("/sign-in", {
      method: "POST",
      body: new URLSearchParams({ workspace: "demo", email: "jana@demo.example", password: "x" }),
      cookie: "currentLocale=de",
    });

  it.each(wrong)("is told nothing: people see the ordinary failure, and the log says why (%s)", async (kind, reason) => {
    server.setSecureContext(authority.certificates[kind]);
    server.closeAllConnections();
    asked = 0;
    const from = product.lines.length;
    await expect.poll(async () => (await signIn()).status).toBe(503);
    const html = await (await signIn()).text();
    expect(html).toContain("Bitte versuchen Sie es später erneut oder kontaktieren Sie uns.");
    expect(html).toContain("jana@demo.example");
    expect(html).not.toMatch(/certificate/i);
    expect((await product.ask("/readyz")).status).toBe(503);
    expect(asked).toBe(0);
    expect(product.lines.slice(from).join("\n")).toMatch(reason);
  });

  it("is asked once its certificate is in order, of an authority that NODE_EXTRA_CA_CERTS names", async () => {
    server.setSecureContext(authority.certificates.sound);
    server.closeAllConnections();
    await expect.poll(async () => (await signIn()).status).toBe(401);
  });
});

describe("A file store whose certificate is wrong", () => {
  it.each(wrong)("keeps the product from starting, and it says why (%s)", async (kind, reason) => {
    let asked = 0;
    const server = createServer(authority.certificates[kind], (_, response) => {
      asked += 1;
      response.writeHead(200).end();
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const environment = { ...trusted, S3_URL: `https://key:secret@localhost:${portOf(server)}/folda` };
    const { code, lines } = await failToStart({ dataDir: join(directory, `store-${kind}`), environment });
    server.closeAllConnections();
    server.close();
    expect(code).not.toBe(0);
    expect(lines.join("\n")).toMatch(/The file store cannot be reached/);
    expect(lines.join("\n")).toMatch(reason);
    expect(asked).toBe(0);
  });
});

describe("A mail server whose certificate is wrong", () => {
  it.each(wrong.slice(1))("gets no mail, the log says why, and the mail waits (%s)", async (kind, reason) => {
    let mails = 0;
    const server = new SMTPServer({
      secure: true,
      ...authority.certificates[kind],
      authOptional: true,
      onData(stream, _, done) {
        mails += 1;
        stream.resume().once("end", () => done());
      },
    });
    server.on("error", () => {});
    server.listen(0, "127.0.0.1");
    await once(server.server, "listening");
    const dataDir = join(directory, `mail-${kind}`);
    await freshDatabase("embedded", dataDir);
    const environment = { ...trusted, SMTP_URL: `smtps://localhost:${portOf(server.server)}`, MAIL_FROM: "folda@demo.example" };
    const product = await startProduct({ dataDir, environment });
    try {
      const body = new URLSearchParams({ workspace: "demo", email: "jana@demo.example" });
      expect((await product.ask("/password-reset", { method: "POST", body })).status).toBeLessThan(400);
      await expect.poll(() => product.lines.join("\n")).toMatch(reason);
      expect(product.lines.join("\n")).not.toContain("jana@demo.example");
      expect(mails).toBe(0);
    } finally {
      await product.end("SIGKILL");
      await new Promise<void>((resolve) => server.close(() => resolve()));
    }
  });
});
