import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKey, openToken } from "../../../app/session/webview-key.server";

// Authors of apps copy the examples of docs/webview.md, so those are what is run here.

const text = readFileSync("docs/webview.md", "utf8");
const exampleIn = (language: string) => new RegExp(`\`\`\`${language}\n([\\s\\S]+?)\`\`\``).exec(text)?.[1] ?? "";
const vectorOf = (name: string) => new RegExp(`^\\| ${name} \\| \`(.+)\` \\|$`, "m").exec(text)?.[1] ?? "";

const vector = {
  secret: vectorOf("secret"),
  key: vectorOf("key"),
  iv: vectorOf("`iv` \\(hexadecimal\\)"),
  authToken: vectorOf("`auth_token`"),
  token: vectorOf("token"),
};

/** The program of each language, which prints the sealed token for these four arguments; an empty last one means a random value. */
const languages = [
  {
    name: "Node",
    example: exampleIn("js"),
    file: "seal.mjs",
    program: process.execPath,
    call: 'const [,, token, key, secret, iv] = process.argv;\nconsole.log(seal(token, key, secret, ...(iv ? [Buffer.from(iv, "hex")] : [])));\n',
    needs: ["--version"],
  },
  {
    name: "Python",
    example: exampleIn("python"),
    file: "seal.py",
    program: "python3",
    call: "import sys\n_, token, key, secret, iv = sys.argv\nprint(seal(token, key, secret, bytes.fromhex(iv) or None))\n",
    needs: ["-c", "import cryptography"],
  },
];

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "folda-webview-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe.each(languages)("The example for $name", ({ example, file, program, call, needs }) => {
  const run = (...values: string[]) => {
    const path = join(home, file);
    writeFileSync(path, `${example}\n\n${call}`);
    return execFileSync(program, [path, ...values], { encoding: "utf8" }).trim();
  };
  const isThere = spawnSync(program, needs).status === 0;

  test.runIf(isThere)("seals the test vector as it is written there", () => {
    expect(run(vector.authToken, vector.key, vector.secret, vector.iv)).toBe(vector.token);
  });

  test.runIf(isThere)("seals what Folda opens, another way each time", () => {
    const key = createKey();
    const [one = "", other = ""] = [0, 1].map(() => run(vector.authToken, key, vector.secret, ""));
    expect(one).not.toBe(other);
    for (const sealed of [one, other]) expect(openToken(key, sealed, [vector.secret])).toEqual({ token: vector.authToken });
  });
});

test("Folda opens the test vector with its key, at its time", () => {
  const made = Buffer.from(vector.key, "base64url").readUIntBE(0, 6);
  expect(openToken(vector.key, vector.token, [vector.secret], made)).toEqual({ token: vector.authToken });
});
