import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

/** A stand-in for MinIO's client: records its arguments and input, and remembers who has the policy. */
const client = `#!/bin/sh
printf '%s\\n' "$*" >>"$RECORD/calls"
case "$*" in
"admin user add store") cat >"$RECORD/user" ;;
"admin policy create store folda-files "*) cat "$6" >"$RECORD/policy" ;;
"admin policy attach"*) touch "$RECORD/attached" ;;
"admin user info"*) if [ -e "$RECORD/attached" ]; then echo "PolicyName: folda-files"; else echo "PolicyName:"; fi ;;
esac
`;

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "folda-bucket-"));
  writeFileSync(join(root, "mc"), client);
  chmodSync(join(root, "mc"), 0o755);
});
beforeEach(() => {
  for (const name of ["record", "secrets"]) {
    rmSync(join(root, name), { recursive: true, force: true });
    mkdirSync(join(root, name));
  }
  writeFileSync(join(root, "secrets", "s3_password"), "root-secret\n");
});
afterAll(() => rmSync(root, { recursive: true }));

function makeBucket(s3Url: string): string[] {
  writeFileSync(join(root, "secrets", "s3_url"), `${s3Url}\n`);
  const env = {
    NODE_ENV: "test" as const,
    PATH: `${root}:/usr/bin:/bin`,
    RECORD: join(root, "record"),
    SECRETS: join(root, "secrets"),
    TMPDIR: root,
  };
  execFileSync("sh", ["deploy/bucket.sh"], { env });
  return recorded("calls").trim().split("\n");
}

const recorded = (name: string) => readFileSync(join(root, "record", name), "utf8");

describe("The product's user of the bucket", () => {
  test("is created with rights on this bucket only, and none on old versions", () => {
    makeBucket("http://folda-app:app-secret@files:9000/folda");
    expect(recorded("user")).toBe("folda-app\napp-secret\n");
    const statements = JSON.parse(recorded("policy")).Statement as { Effect: string; Action: string[]; Resource: string[] }[];
    expect(new Set(statements.flatMap(({ Resource }) => Resource))).toEqual(new Set(["arn:aws:s3:::folda", "arn:aws:s3:::folda/*"]));
    expect(statements.flatMap(({ Action }) => Action).filter((action) => /\*|Version|Policy/.test(action))).toEqual([]);
    expect(recorded("calls")).toContain("admin policy attach store folda-files --user folda-app");
  });

  test("is created by the shell and mc alone: their image may have nothing else", () => {
    const commands = readFileSync("deploy/bucket.sh", "utf8").replace(/^ *#.*/gm, "");
    expect(commands).not.toMatch(/\b(?:awk|find|grep|sed)\b/);
  });

  test("is created without secrets in arguments, and can be created again", () => {
    const url = "http://folda-app:app-secret@files:9000/folda";
    makeBucket(url);
    const calls = makeBucket(url);
    expect(calls.join("\n")).not.toContain("secret");
    expect(calls.filter((call) => call.startsWith("admin policy attach"))).toHaveLength(1);
  });

  test.each(["http://folda:root-secret@files:9000/folda", "https://key:secret@s3.example.org/bucket"])("is not created for %s", (url) => {
    expect(makeBucket(url).filter((call) => call.startsWith("admin"))).toEqual([]);
  });
});
