import { describe, expect, it } from "vitest";
import { z } from "zod";
import { translator } from "~/i18n/resources.server";
import { readForm } from "./read-form.server";
import { allTags, tagFields, withTagRules } from "./tags-form.server";

const rules = { chosen: "topics", typed: "newTopics", max: 3 };
const shape = z.object({ topics: tagFields.chosen, newTopics: tagFields.typed, name: z.string().min(1) });

function errorsOf(fields: [string, string][], required = false) {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  const reading = readForm(body, withTagRules(shape, { ...rules, required }), translator("en"));
  return reading.ok ? {} : reading.form.errors;
}

describe("Chosen and typed tags", () => {
  it("are deduplicated, chosen ones first, and tolerate invalid input", () => {
    expect(allTags(["Bau", "Netz"], " Brücken ,, Bau;  neues   Thema ")).toEqual(["Bau", "Netz", "Brücken", "neues Thema"]);
    expect(allTags(undefined, null)).toEqual([]);
    expect(allTags("Bau", ["Netz"])).toEqual([]);
  });

  it("have their own errors, reported together with those of other fields", () => {
    const name: [string, string] = ["name", "x"];
    expect(errorsOf([name])).toEqual({});
    expect(errorsOf([], true)).toEqual({ name: ["This field is required"], topics: ["This field is required"] });
    expect(errorsOf([name, ["topics", "a"], ["newTopics", "b, c, a"]])).toEqual({});
    expect(errorsOf([name, ["topics", "a"], ["newTopics", "b, c, d"]])).toEqual({ topics: ["Please enter 3 entries at most."] });
    expect(errorsOf([name, ["newTopics", "x".repeat(101)]])).toEqual({ topics: ["Please shorten this to 100 characters at most."] });
  });
});
