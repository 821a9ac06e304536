import fc from "fast-check";

const long = (length: number) => "x".repeat(length);

/** Texts that have broken other products: empty, too long, with invalid characters, or with a meaning to something downstream. */
export const hostileTexts = [
  "",
  " \t\r\n ",
  "\u0000",
  "a\u0000b",
  "\u0007\u001b[31m\u007f\u0085",
  "\ud83d",
  "\udca9\ud83d",
  "\ufeff\ufffe\uffff",
  "\u202egnp.exe\u202c",
  "e\u0301".repeat(300),
  "İıſẞǆ",
  "👩🏽‍🔧🇩🇪",
  long(255),
  long(1001),
  long(20_001),
  "null",
  "undefined",
  "true",
  "[object Object]",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "NaN",
  "-Infinity",
  "1e309",
  "-1",
  "0x10",
  "99999999999999999999",
  "0000-00-00",
  "2026-02-30",
  "9999-12-31T23:59:59.999Z",
  "+275760-09-13T00:00:00.000Z",
  "-271821-04-20",
  "0001-01-01T00:00:00Z",
  "00000000-0000-0000-0000-000000000000",
  "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
  "' or 1=1; drop table users --",
  "\\x00",
  "%",
  "%00",
  "%zz_\\%",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: meant to look like a template
  "$1 ${7*7} {{7*7}} <%= 7*7 %> #{7*7}",
  "a\r\nSet-Cookie: a=b\r\n\r\n<html>",
  "<script>alert(1)</script>",
  "<p>".repeat(400),
  `${"<b>".repeat(200)}x${"</b>".repeat(200)}`,
  "&#0;&#x110000;&amp",
  "javascript:alert(1)",
  "data:text/html,x",
  "http://",
  "http://[::1",
  "http://a b/",
  "https://user:pass@example.de:99999/",
  "https://xn--zzzz.de/%",
  "//evil.example",
  "../../../../etc/passwd",
  "con.txt\u0000.png",
  "=cmd|' /C calc'!A0",
  "a@b",
  `${long(300)}@demo.example`,
  '"a b"@demo.example',
  "a@demo.example\r\nBcc: b@demo.example",
  "((((((((((a+)+)+)+)+)+)+)+)+)+)$",
  `${"a".repeat(5000)}!`,
  `${" ".repeat(5000)}x`,
  "-- & | ! :* <-> () \"' \\",
];

export const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }) },
);

const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown => (depth === 0 ? 1 : wrap(nested(depth - 1, wrap)));

/** The text with replacement characters for lone surrogates, which neither forms nor addresses can contain. */
export const wellFormed = (text: string): string => Buffer.from(text).toString();

/** Any JSON value. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -0,
      -1,
      0.5,
      1e308,
      2 ** 31,
      2 ** 53,
      -(2 ** 63),
      [],
      {},
      [[]],
      [null],
      [""],
      [{}],
      { length: 5 },
      { toString: 1, valueOf: 1 },
      JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": {"prototype": 1}}'),
      Array.from({ length: 2000 }, (_, index) => `t${index}`),
      nested(500, (inner) => [inner]),
      nested(500, (inner) => ({ a: inner })),
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Texts that headers can contain, but mostly should not. */
export const hostileHeader = fc.oneof(
  fc.constantFrom(
    "",
    "*",
    ",;=",
    "x".repeat(4000),
    "\u00ff",
    "0",
    "-1",
    "null",
    "de;q=9,*;q=x",
    "'; drop table users --",
    "%00",
    '"',
    "../..",
  ),
  fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 60 }),
);

/** Number of runs and seed: the same requests every time, unless the environment asks for others or more. */
export const fuzzing = (runs: number) => ({
  seed: Number(process.env.FUZZ_SEED ?? 20_260_101),
  numRuns: Math.ceil(runs * Number(process.env.FUZZ_FACTOR ?? 1)),
  // Each run changes the world, so failures cannot be shrunk.
  endOnFailure: true,
});
