import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readEnvironment, secretVariables, WrongConfiguration } from "./environment";

const secret = "s".repeat(32);
const onServer = { DATABASE_URL: "postgres://folda@db/folda", SESSION_SECRET: secret };

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readEnvironment(environment);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(WrongConfiguration);
    return (error as WrongConfiguration).message.split("\n");
  }
}

describe("The environment", () => {
  test("may be empty, and an empty variable counts as unset", () => {
    const empty = Object.fromEntries(Object.keys(readEnvironment({})).map((name) => [name, ""]));
    expect(readEnvironment(empty)).toEqual(readEnvironment({}));
    expect(readEnvironment({})).toMatchObject({ PORT: 3000, API_PORT: 4000, IMPORT_ALLOW_HOSTS: [], PRODUCT_SLUG: "folda" });
  });

  test("derives the public address from the port, unless it is set", () => {
    expect(readEnvironment({ PORT: "8080" }).PUBLIC_URL.href).toBe("http://localhost:8080/");
    expect(readEnvironment({ PORT: "8080", PUBLIC_URL: "https://folda.example.org/" }).PUBLIC_URL.origin).toBe("https://folda.example.org");
  });

  test("accepts hosts in the notation of addresses", () => {
    const given = " LocalHost, 127.1:8080 ,[::1]:80,Müller.example,";
    expect(readEnvironment({ IMPORT_ALLOW_HOSTS: given }).IMPORT_ALLOW_HOSTS).toEqual([
      "localhost",
      "127.0.0.1:8080",
      "[::1]:80",
      "xn--mller-kva.example",
    ]);
  });

  test.each([
    ["DATABASE_URL", "postgres:///folda?host=/run/postgresql"],
    ["DATABASE_URL", "postgresql://folda:secret@db.example:5432/folda?sslmode=require"],
    ["HOST", "::"],
    ["HOST", "localhost"],
    ["PORT", "0"],
    ["UPSTREAM_API_URL", "https://api.example.org/v1"],
    ["SMTP_URL", "smtps://user:p%40ss@mail.example?requireTLS=true"],
    ["IMPORT_ALLOW_HOSTS", ","],
    ["OPERATOR_EMAIL", "hallo@folda.example"],
  ])("takes %s=%s", (name, value) => {
    expect(problemsOf({ MAIL_FROM: "folda@folda.example", SESSION_SECRET: secret, [name]: value })).toEqual([]);
  });

  test.each<[name: string, ...values: string[]]>([
    ["PORT", "abc", "-1", "65536", "80.5", "0x50", "1e3", " 80", "3000,3001"],
    ["API_PORT", "eighty", "70000"],
    ["HOST", "http://folda.example", "folda.example:80", "a b", "-"],
    [
      "PUBLIC_URL",
      "folda.example.org",
      "ftp://folda.example.org",
      "https://a.example/folda",
      "https://a.example?b",
      "https://u:p@a.example",
    ],
    ["DATABASE_URL", "db", "mysql://db/folda", "postgres://"],
    ["UPSTREAM_API_URL", "api", "ftp://api.example", "https://api.example?a=b", "https://u:p@api.example"],
    ["SESSION_SECRET", "short", `${secret}\nshort`, `${secret}\n${secret}`, [1, 2, 3, 4, 5, 6].map((n) => `${secret}${n}`).join("\n")],
    ["WEBVIEW_SECRET", "short", `${secret}\nshort`],
    [
      "S3_URL",
      "folda",
      "s3://folda",
      "http://files:9000/folda",
      "http://folda:secret@files:9000",
      "http://folda:secret@files:9000/folda/below",
      "http://folda:%ff@files:9000/folda",
    ],
    ["SMTP_URL", "mail.example", "http://mail.example", "smtp://"],
    ["MAIL_FROM", "Folda", "Folda <folda@folda.example> x", "Folda\nBcc: x@evil.example <folda@folda.example>"],
    ["MAIL_RATE", "0", "fast", "1001"],
    ["DEMO", "yes", "true"],
    ["DEMO_PASSWORD", "short"],
    ["IMPORT_ALLOW_HOSTS", "http://x/y", "a/b", "a b", "user@a", "*.example.org", "a:99999", "a:b", "[::1", "localhost,*"],
    ["TRUST_PROXY", "many", "-1", "11", "true"],
    ["PRODUCT_NAME", " ", "x".repeat(61)],
    ["PRODUCT_SLUG", "Folda", "a/b", "1"],
    ["TIME_ZONE", "Mars/Olympus"],
    ["LOG_LEVEL", "loud"],
    ["OPERATOR_EMAIL", "nobody"],
    ["NODE_ENV", "staging"],
  ])("names %s when that is what is wrong", (name, ...values) => {
    for (const value of values) {
      const given = { SESSION_SECRET: secret, MAIL_FROM: "folda@folda.example", [name]: value };
      expect([value, problemsOf(given)]).toEqual([value, [expect.stringMatching(new RegExp(`^${name}: .{10,}$`))]]);
    }
  });

  test.each([
    ["SESSION_SECRET", { DATABASE_URL: onServer.DATABASE_URL }],
    ["DEMO_PASSWORD", { ...onServer, DEMO: "1" }],
    ["MAIL_FROM", { SMTP_URL: "smtp://mail.example" }],
  ])("asks for %s where another variable makes it necessary", (name, given: Record<string, string>) => {
    expect(problemsOf(given)).toEqual([expect.stringMatching(new RegExp(`^${name}: is required with `))]);
  });

  test.each([
    ["DATABASE_URL", "postgres://folda@db.example/folda", "postgres://folda@db.example/folda?sslmode=verify-full"],
    ["DATABASE_URL", "postgres://folda@8.8.8.8/folda?sslmode=prefer", "postgres://folda@8.8.8.8/folda?sslmode=require"],
    ["DATABASE_URL", "postgres://folda@Db.Example/folda", "postgres://folda@db.example/folda?ssl=true"],
    ["DATABASE_URL", "postgres://folda@db.example/folda?ssl=true&sslmode=disable", "postgres:///folda?host=/run/pg.15"],
    ["DATABASE_URL", "postgres:///folda?host=db.example&sslmode=disable", "postgres://folda@db.internal/folda"],
    ["DATABASE_URL", "postgres://folda@db.example/folda?sslmode=no-verify", "postgres://folda@[fd00::1]/folda"],
    ["S3_URL", "http://key:secret@s3.example/bucket", "http://key:secret@10.1.2.3:9000/bucket"],
    ["UPSTREAM_API_URL", "http://api.example", "http://127.0.0.1:4000"],
  ])("asks for TLS where %s=%s crosses public networks, unless its host is an exception", (name, value, allowed) => {
    const given = { SESSION_SECRET: secret, [name]: value };
    expect(problemsOf(given)).toEqual([expect.stringMatching(new RegExp(`^${name}: needs TLS `))]);
    const host = /(?:host=|\/\/(?:[^@/]*@)?)([\w.]+\.\w+)/.exec(value)?.[1]?.toUpperCase() ?? "";
    expect(problemsOf({ ...given, PLAINTEXT_HOSTS: `other.example, ${host}` })).toEqual([]);
    expect(problemsOf({ ...given, PLAINTEXT_HOSTS: "example,other.example" })).toHaveLength(1);
    expect(problemsOf({ ...given, [name]: allowed })).toEqual([]);
  });

  test.each([
    ["none", ""],
    ["", "[OPERATOR_DATA_PROTECTION_OFFICER]"],
    ["Ida Ohm, ida@folda.example", "Ida Ohm, ida@folda.example"],
  ])("a data protection officer of %j is read as %j", (OPERATOR_DATA_PROTECTION_OFFICER, read) => {
    expect(readEnvironment({ OPERATOR_DATA_PROTECTION_OFFICER }).OPERATOR_DATA_PROTECTION_OFFICER).toBe(read);
  });

  test("reports all problems at once, and no values, since some are secrets", () => {
    const given = {
      PORT: "abc",
      SESSION_SECRET: "a-short-secret",
      DATABASE_URL: "mysql://user:its-password@db",
      SMTP_URL: "smtp://mail.example",
    };
    const problems = problemsOf(given);
    expect(problems.map((line) => line.split(":")[0])).toEqual(["PORT", "DATABASE_URL", "SESSION_SECRET", "MAIL_FROM"]);
    expect(problems.join()).not.toMatch(/abc|a-short|its-password/);
  });
});

describe("Secrets in files", () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "folda-secrets-"));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const fileWith = (content: string) => {
    const file = join(directory, String(Math.random()));
    writeFileSync(file, content);
    return file;
  };
  const values: Record<(typeof secretVariables)[number], string> = {
    DATABASE_URL: "postgres://folda:p%40ss@db/folda",
    SESSION_SECRET: ` ${secret}`,
    WEBVIEW_SECRET: "w".repeat(32),
    S3_URL: "https://key:secret@s3.example/folda",
    SMTP_URL: "smtp://user:password@mail.example",
    DEMO_PASSWORD: "Lokschuppen",
  };

  test.each(["", "\n", "\r\n"])("are read like the variables, without white space at the end (%j)", (end) => {
    const others = { MAIL_FROM: "folda@folda.example", DEMO: "1" };
    const files = Object.fromEntries(secretVariables.map((name) => [`${name}_FILE`, fileWith(values[name] + end)]));
    expect(readEnvironment({ ...others, ...files })).toEqual(readEnvironment({ ...others, ...values }));
  });

  test("are an error if the variable is set, too", () => {
    const given = { SESSION_SECRET: secret, SESSION_SECRET_FILE: fileWith(secret) };
    expect(problemsOf(given)).toEqual(["SESSION_SECRET_FILE: SESSION_SECRET is set too; set one of them"]);
  });

  test("are an error if the file is missing, not a file, or empty: reported once, by name", () => {
    const problems = (file: string) => problemsOf({ DATABASE_URL: onServer.DATABASE_URL, SESSION_SECRET_FILE: file });
    const missing = join(directory, "missing");
    expect(problems(missing)).toEqual([`SESSION_SECRET_FILE: ${missing} cannot be read (ENOENT)`]);
    expect(problems(directory)).toEqual([`SESSION_SECRET_FILE: ${directory} cannot be read (EISDIR)`]);
    const empty = fileWith("\n");
    expect(problems(empty)).toEqual([`SESSION_SECRET_FILE: ${empty} is empty`]);
  });

  test("are validated like the variables, without their content in the message", () => {
    const problems = problemsOf({ SESSION_SECRET_FILE: fileWith("a-short-one") });
    expect(problems).toEqual(["SESSION_SECRET: each secret must have at least 32 characters"]);
  });
});
