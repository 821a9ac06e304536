import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type FieldProblem, toFieldProblem } from "./errors";

/** The problem of the first issue, found during and after parsing. */
function problemsOf(schema: z.ZodType, value: unknown): FieldProblem[] {
  let raw: FieldProblem | undefined;
  const result = schema.safeParse(value, {
    error: (issue) => {
      raw ??= toFieldProblem(issue, issue.input);
      return undefined;
    },
  });
  const [issue] = result.error?.issues ?? [];
  if (!issue || !raw) throw new Error("nothing is wrong");
  const final = toFieldProblem(issue, value);
  return issue.code === "custom" ? [final] : [raw, final];
}

const aText = z.string().min(1).max(3);
const aNumber = z.number().int().min(1).max(9);
const aList = z.array(z.string()).min(1).max(2);

describe("The problem of a value", () => {
  it.each<[string, z.ZodType, unknown, FieldProblem]>([
    ["nothing for a text", aText, undefined, { key: "required" }],
    ["null for a text", aText, null, { key: "required" }],
    ["an empty text", aText, "", { key: "required" }],
    ["a blank text", z.string().trim().min(1), "  ", { key: "required" }],
    ["nothing for a number", aNumber, undefined, { key: "required" }],
    ["nothing for a choice", z.enum(["a", "b"]), undefined, { key: "required" }],
    ["an empty choice", z.enum(["a", "b"]), "", { key: "required" }],
    ["an empty day", z.iso.date(), "", { key: "required" }],
    ["an empty e-mail address", z.email(), "", { key: "required" }],
    ["an empty list", aList, [], { key: "required" }],
    ["a number for a text", aText, 5, { key: "wrongType" }],
    ["a list for a text", aText, ["a"], { key: "wrongType" }],
    ["an object for a text", aText, {}, { key: "wrongType" }],
    ["a boolean for a text", aText, false, { key: "wrongType" }],
    ["a text for a number", aNumber, "5", { key: "wrongType" }],
    ["NaN", aNumber, Number.NaN, { key: "wrongType" }],
    ["a fraction", aNumber, 1.5, { key: "wrongType" }],
    ["too small a number", aNumber, 0, { key: "wrongType" }],
    ["too big a number", aNumber, 10, { key: "wrongType" }],
    ["a text for a list", aList, "a", { key: "wrongType" }],
    ["a text for a boolean", z.boolean(), "on", { key: "wrongType" }],
    ["too long a text", aText, "abcd", { key: "tooLong", values: { max: 3 } }],
    ["too long a list", aList, ["a", "b", "c"], { key: "tooMany", values: { max: 2 } }],
    ["an unknown choice", z.enum(["a", "b"]), "c", { key: "notAChoice" }],
    ["an invalid e-mail address", z.email(), "jana", { key: "notEmail" }],
    ["an invalid URL", z.url(), "jana", { key: "notUrl" }],
    ["an invalid date", z.iso.date(), "2026-02-30", { key: "notDate" }],
    ["a text that does not match its pattern", z.string().regex(/^a/), "b", { key: "wrongType" }],
    ["none of several kinds", z.union([z.number(), z.boolean()]), "a", { key: "wrongType" }],
    ["a custom rule with a key", z.string().refine(() => false, { params: { key: "invalidUrl" } }), "", { key: "invalidUrl" }],
    ["a custom rule without a key", z.string().refine(() => false), "a", { key: "wrongType" }],
  ])("%s", (_, schema, value, problem) => {
    for (const found of problemsOf(schema, value)) expect(found).toEqual(problem);
  });
});
