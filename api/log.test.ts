import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createLog, describeError } from "./log";

describe("the log", () => {
  test("blots out what nobody may read in it, wherever it stands", () => {
    const lines: string[] = [];
    const log = createLog("info", { write: (line) => void lines.push(line) });
    const secret = "do-not-tell";
    log.info({ password: secret, headers: { authorization: secret, cookie: secret }, body: { user: { email: secret } } }, "x");
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain(secret);
  });

  test("keeps a failed statement without its values, and where it came from", () => {
    const cause = Object.assign(new Error("duplicate key value"), { code: "23505", detail: "Key (email)=(anna@demo.example)" });
    const described = describeError(new DrizzleQueryError("insert into users values ($1)", ["anna@demo.example"], cause));
    expect(described).toMatchObject({ message: "Failed query: insert into users values ($1)", cause: { code: "23505" } });
    expect(described.stack).toContain("log.test.ts");
    expect(JSON.stringify(described)).not.toContain("anna@");
  });

  test("bears what is thrown and is no error", () => {
    expect(describeError("text")).toEqual({ type: "string", message: "text", stack: "" });
  });
});
