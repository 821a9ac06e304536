import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { describeError, findCode } from "./describe-error.server";
import { createLog } from "./log.server";

const secret = "geheimer Text";

function open() {
  const lines: string[] = [];
  return { lines, log: createLog("test", "info", { write: (line) => void lines.push(line) }) };
}

/** An error with everything that libraries, databases, mail servers or Remix attach. */
const laden = () => {
  const cause = Object.assign(new Error(`invalid input syntax for type uuid: "${secret}"`), {
    code: "22P02",
    severity: "ERROR",
    detail: `Key (email)=(${secret}) already exists.`,
    where: `unnamed portal parameter $1 = '${secret}'`,
    table: "users",
    constraint: "users_email_key",
  });
  return Object.assign(new DrizzleQueryError(`insert into users values ($1) -- ${secret}`, [secret], cause), {
    data: { form: { values: { subject: secret } } },
    form: { body: secret },
    values: [secret],
    errors: [{ message: secret }],
    input: secret,
    response: `550 5.1.1 <${secret}@example.org> unknown`,
    responseCode: 550,
    command: "RCPT TO",
  });
};

describe("a log entry", () => {
  test.each<[string, (log: ReturnType<typeof open>["log"]) => void]>([
    ["an error in any field", (log) => log.error({ err: laden(), failure: laden(), other: laden(), list: [laden()] }, "x")],
    ["an error alone", (log) => log.error(laden())],
    ["a thrown value that is not an error", (log) => log.error({ err: secret, failure: { data: secret } }, "x")],
    ["a response of Remix", (log) => log.error({ err: { status: 503, statusText: secret, data: { form: secret } } }, "x")],
    ["an object", (log) => log.info({ form: { subject: secret }, values: [{ secret }], map: new Map([[secret, secret]]) }, "x")],
    ["secrets by their names", (log) => log.info({ password: secret, email: secret, authToken: secret }, "x")],
    ["values for a format", (log) => log.info({}, "x %s", secret)],
    ["a message with values for a format", (log) => log.info("x %s %o", secret, { secret })],
    ["a parser's message", (log) => log.error({ err: parseError(), cause: new Error("x", { cause: parseError() }) }, "x")],
    ["a stack whose message has lines", (log) => log.error({ err: new Error(`first\n    at ${secret} (/${secret}:1:1)`) }, "x")],
  ])("contains no user input: %s", (_, write) => {
    const { lines, log } = open();
    write(log);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ name: "test", level: expect.any(Number) });
    expect(lines[0]).not.toContain(secret);
  });

  test("keeps ids and numbers, and limits their length", () => {
    const { lines, log } = open();
    log.info({ requestId: "a-request", status: 200, calls: 3, names: ["a", "b"], long: "x".repeat(10_000) }, "request");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ requestId: "a-request", status: 200, calls: 3, names: ["a", "b"], msg: "request" });
    expect(lines[0]?.length).toBeLessThan(1000);
  });
});

const parseError = () => {
  try {
    return JSON.parse(secret);
  } catch (error) {
    return error;
  }
};

describe("the description of an error", () => {
  test("has what failed and where", () => {
    expect(describeError(laden())).toMatchObject({
      type: "DrizzleQueryError",
      responseCode: 550,
      enhancedCode: "5.1.1",
      command: "RCPT TO",
      stack: expect.stringContaining("log.server.test.ts"),
      cause: { code: "22P02", table: "users", constraint: "users_email_key" },
    });
  });

  test("keeps messages that contain no values", () => {
    const messageOf = (error: unknown) => describeError(error).message;
    expect(messageOf(new TypeError("x.map is not a function"))).toBe("x.map is not a function");
    expect(messageOf(new TypeError(`Cannot read properties of undefined (reading '${secret}')`))).toBe(
      "Cannot read properties of undefined",
    );
    const refused = Object.assign(new Error('password authentication failed for user "folda"'), { code: "28P01", severity: "FATAL" });
    expect(messageOf(refused)).toBe(refused.message);
    expect(messageOf(Object.assign(new Error(secret), { safeMessage: "a sentence of ours" }))).toBe("a sentence of ours");
  });

  test("is the type if no error was thrown", () => {
    expect(describeError("text")).toEqual({ type: "string" });
    expect(describeError(undefined)).toEqual({ type: "undefined" });
    expect(describeError(new Response(secret, { status: 502 }))).toEqual({ type: "Response", status: 502 });
  });

  test("ends if causes are circular", () => {
    const error = new Error("a");
    error.cause = error;
    expect(JSON.stringify(describeError(error)).length).toBeLessThan(20_000);
  });
});

test("the code of a failure is that of its cause, or a type", () => {
  expect(findCode(laden())).toBe("22P02");
  expect(
    findCode(new TypeError("fetch failed", { cause: new AggregateError([Object.assign(new Error(), { code: "ECONNREFUSED" })]) })),
  ).toBe("ECONNREFUSED");
  expect(findCode(new DOMException("no response within 5 ms", "TimeoutError"))).toBe("TimeoutError");
  expect(findCode(new Error(secret))).toBe("Error");
});
