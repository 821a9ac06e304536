import { describe, expect, it } from "vitest";
import {
  cleanLine,
  cleanText,
  daySchema,
  emailSchema,
  idSchema,
  optionalLine,
  plainLine,
  requiredLine,
  storedEmailSchema,
  timestampSchema,
} from "./shared";

describe("A text", () => {
  it.each([
    ["outer whitespace", " \t\n Bau \u00a0\n", "Bau"],
    ["line ends of Windows and of old Macs", "a\r\nb\rc\nd", "a\nb\nc\nd"],
    ["tabs and empty lines", "a\tb\n\nc", "a\tb\n\nc"],
    ["decomposed letters", "Bru\u0308cke", "Brücke"],
    ["a control character within a decomposed letter", "Bru\u0000\u0308cke", "Brücke"],
    ["control characters", "a\u0000b\u0007c\u001b[31m\u007f\u0085d", "abc[31md"],
    ["a byte order mark and noncharacters", "\ufeffa\ufffe\uffff", "a"],
    ["lone surrogates", "a\ud83d b\ude86 c\ude86\ud83d", "a b c"],
    ["whole surrogate pairs", "🚆👩🏽‍🔧🇩🇪", "🚆👩🏽‍🔧🇩🇪"],
    ["direction marks", "שלום \u202eabc\u202c", "שלום \u202eabc\u202c"],
    ["direction marks without right-to-left letters", "\u200eBau\u202e \u2066am\u2069", "Bau am"],
    ["soft hyphens", "Haus\u00adhalts\u00adaus\u00adschuss", "Haushaltsausschuss"],
    ["zero-width spaces and joiners", "Bau\u200b\u2060 am\u200c\u200d Gleis\ufeff", "Bau am Gleis"],
    ["a joiner before a mark", "Bru\u200d\u0308cke", "Brücke"],
    ["joiners of emoji", "👩\u200d🔧👩🏽\u200d🔧❤️\u200d🔥 a\u200db", "👩\u200d🔧👩🏽\u200d🔧❤️\u200d🔥 ab"],
    ["the flag of England", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 \u{e0041}", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
    ["joiners of Persian and Hindi", "می\u200cخواهم क्\u200dष", "می\u200cخواهم क्\u200dष"],
    ["zero-width spaces between Thai words", "ไทย\u200bแลนด์", "ไทย\u200bแลนด์"],
    ["number signs before Arabic digits", "\u0600١", "\u0600١"],
    ["form feeds", "eins\fzwei", "eins\nzwei"],
    ["thousands of marks on a letter", `a${"\u0316".repeat(200_000)}b`, `a${"\u0316".repeat(30)}b`],
    ["marks that normalising sorts", `a${"\u0301\u0316".repeat(100_000)}`, `á${"\u0316".repeat(15)}${"\u0301".repeat(14)}`],
    ["markup", "<b>a</b>", "<b>a</b>"],
    ["nothing", "", ""],
    ["nothing but control characters", "\u0000\u0001", ""],
  ])("with %s", (_, text, clean) => {
    expect(cleanText(text)).toBe(clean);
    expect(cleanText(clean)).toBe(clean);
  });

  it("in a header or mail has no direction marks, which can disguise a file name", () => {
    expect(plainLine(" \u202eשלום \u2066fdp\u200f.exe\u061c ")).toBe("שלום fdp.exe");
  });

  it("on a single line has single spaces", () => {
    expect(cleanLine(" a \t b\r\nc\u00a0\u2003d\u2028e ")).toBe("a b c d e");
  });
});

describe("A required line", () => {
  it.each(["", "  ", "\u0000", "\ufeff", 5, null, undefined, ["a"], {}, true])("is not %j", (value) => {
    expect(requiredLine().safeParse(value).success).toBe(false);
  });

  it("is measured after cleaning", () => {
    expect(requiredLine(3).parse("  a  b  ")).toBe("a b");
    expect(requiredLine(3).safeParse("abcd").success).toBe(false);
    expect(requiredLine().safeParse("x".repeat(1000)).success).toBe(true);
    expect(requiredLine().safeParse("x".repeat(1001)).success).toBe(false);
  });
});

describe("An optional line", () => {
  it.each([undefined, null, "", " \n ", "\u0000"])("is null for %j", (value) => expect(optionalLine().parse(value)).toBeNull());
  it.each([5, true, [], {}])("is not %j", (value) => expect(optionalLine().safeParse(value).success).toBe(false));
  it("is cleaned before it is measured", () => {
    expect(optionalLine(3).parse(" a  b ")).toBe("a b");
    expect(optionalLine(3).safeParse("abcd").success).toBe(false);
  });
});

describe("An e-mail address", () => {
  it.each(["anna@demo.example", " Anna.O'Hara+rail@mail.demo.example ", "a@b.c", "x@xn--nrdbahn-n4a.example"])(
    "%j can be given",
    (text) => {
      expect(emailSchema.parse(text)).toBe(text.trim());
    },
  );

  it.each(["a@b", "anna@localhost", "anna@demo.", "anna@.example", "anna@-.example", "anna@demo..example", "anna", "@demo.example", ""])(
    "%j cannot be given",
    (text) => expect(emailSchema.safeParse(text).success).toBe(false),
  );

  it("without a dot in its host stays valid if stored", () => {
    expect(storedEmailSchema.parse("anna@intranet")).toBe("anna@intranet");
    expect(storedEmailSchema.safeParse("anna@").success).toBe(false);
  });
});

it.each(["2026-02-30", "2026-13-01", "2026-1-1", "01.03.2026", "2026-03-01T00:00:00Z", "", " 2026-03-01", 20260301])(
  "%j is no day",
  (day) => {
    expect(daySchema.safeParse(day).success).toBe(false);
  },
);

it("Days, moments and ids are validated", () => {
  expect(daySchema.parse("2028-02-29")).toBe("2028-02-29");
  expect(timestampSchema.safeParse("2026-03-01T08:00:00.000Z").success).toBe(true);
  expect(timestampSchema.safeParse("2026-03-01T08:00:00+01:00").success).toBe(false);
  expect([idSchema.safeParse("").success, idSchema.safeParse("x".repeat(65)).success]).toEqual([false, false]);
});
