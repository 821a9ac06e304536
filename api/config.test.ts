import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "./config";

describe("the API's configuration", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "folda-config-"));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  test("needs nothing: the secret is generated, readable only by this user, and the same after a restart", () => {
    const first = readConfig({ DATA_DIR: dataDir });
    expect(first).toMatchObject({ demo: true, demoPassword: undefined, apiPort: 4000, apiHost: "127.0.0.1", trustedProxies: 0 });
    expect(first.sessionSecrets[0].length).toBeGreaterThanOrEqual(32);
    expect(readConfig({ DATA_DIR: dataDir })).toEqual(first);
    expect(statSync(join(dataDir, "session-secret")).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(["session-secret"]);
  });

  test("reads further stored secrets below the newest one", () => {
    const { sessionSecrets } = readConfig({ DATA_DIR: dataDir });
    const newer = "n".repeat(40);
    writeFileSync(join(dataDir, "session-secret"), `${newer}\n${sessionSecrets[0]}\n`);
    expect(readConfig({ DATA_DIR: dataDir }).sessionSecrets).toEqual([newer, sessionSecrets[0]]);
  });

  test("rejects a truncated stored secret", () => {
    for (const rest of ["", "\n", "only a part", `${"n".repeat(40)}\nonly a part`]) {
      writeFileSync(join(dataDir, "session-secret"), rest);
      expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(/^SESSION_SECRET: [^\n]+session-secret is damaged[^\n]+$/);
    }
  });

  test("signs mails only with a key and its selector, and reports which one is missing or invalid", () => {
    const file = join(dataDir, "dkim.pem");
    const given = { DATA_DIR: dataDir, DKIM_KEY_FILE: file, DKIM_SELECTOR: "s1" };
    writeFileSync(file, "no key");
    expect(() => readConfig(given)).toThrow(/^DKIM_KEY_FILE: [^\n]+dkim.pem holds no private key in PEM$/);
    expect(() => readConfig({ DATA_DIR: dataDir, DKIM_SELECTOR: "s1" })).toThrow("DKIM_KEY_FILE: is required with DKIM_SELECTOR");
    expect(() => readConfig({ DATA_DIR: dataDir, DKIM_KEY_FILE: file })).toThrow("DKIM_SELECTOR: is required with DKIM_KEY_FILE");
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
    writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }));
    expect(readConfig(given).mail.dkim).toMatchObject({ keySelector: "s1" });
  });

  test("uses the given values and writes nothing", () => {
    const given = {
      DATA_DIR: dataDir,
      SESSION_SECRET: "s".repeat(32),
      DEMO_PASSWORD: "lokschuppen",
      IMPORT_ALLOW_HOSTS: "localhost,127.0.0.1",
      TRUST_PROXY: "2",
    };
    const config = readConfig(given);
    expect(config).toMatchObject({
      demoPassword: "lokschuppen",
      importAllowHosts: ["localhost", "127.0.0.1"],
      trustedProxies: 2,
    });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test("treats an empty variable as unset", () => {
    expect(readConfig({ DATA_DIR: dataDir, DATABASE_URL: "", API_PORT: "", DEMO: "0" })).toMatchObject({
      databaseUrl: undefined,
      apiPort: 4000,
      demoPassword: undefined,
    });
  });

  test.each([
    ["Folda <folda@folda.example>", { name: "Folda", address: "folda@folda.example" }],
    ['"Folda, Nordbahn" <folda@folda.example>', { name: "Folda, Nordbahn", address: "folda@folda.example" }],
    ["folda@folda.example", { name: "", address: "folda@folda.example" }],
  ])("reads the sender %s", (from, expected) => {
    expect(readConfig({ DATA_DIR: dataDir, SMTP_URL: "smtps://user:secret@mail.example", MAIL_FROM: from }).mail).toMatchObject({
      smtpUrl: "smtps://user:secret@mail.example",
      from: expected,
      perSecond: 10,
    });
  });

  test.each([
    ["smtp://mail.example:587", "", true],
    ["smtp://mail.example:587", "mail.example", false],
    ["smtp://mail:1025", "", false],
    ["smtp://10.0.0.5", "", false],
  ])("requires TLS of %s, with the exceptions %j: %j", (SMTP_URL, PLAINTEXT_HOSTS, requireTls) => {
    expect(readConfig({ DATA_DIR: dataDir, SMTP_URL, PLAINTEXT_HOSTS, MAIL_FROM: "folda@folda.example" }).mail).toMatchObject({
      requireTls,
    });
  });

  test("defaults to a sender at the public host", () => {
    const { mail } = readConfig({ DATA_DIR: dataDir, PUBLIC_URL: "https://lesen.folda.example", PRODUCT_NAME: "Lesestoff" });
    expect(mail).toMatchObject({ smtpUrl: undefined, from: { name: "Lesestoff", address: "no-reply@lesen.folda.example" } });
  });

  test.each([
    ["http://folda:secret@files:9000/folda", { url: "http://files:9000/folda/", accessKeyId: "folda", secretAccessKey: "secret" }],
    [
      "https://A%2FB:c%2Fd+e@s3.example/folda.files/?region=eu-central-1",
      { url: "https://s3.example/folda.files/", region: "eu-central-1", accessKeyId: "A/B", secretAccessKey: "c/d+e" },
    ],
  ])("reads the bucket %s", (address, expected) => {
    expect(readConfig({ DATA_DIR: dataDir, S3_URL: address }).s3).toEqual({ region: "us-east-1", ...expected });
  });
});
