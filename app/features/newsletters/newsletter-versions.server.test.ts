import { expect, test } from "vitest";
import { overlapOf, ownChange, readBase, savedBase } from "./newsletter-versions.server";

const bodyOf = (base: string) => {
  const body = new FormData();
  body.set("base", base);
  return body;
};
const first = { subject: "Lage", introHtml: "<p>Guten Morgen</p>" };
const base = readBase(bodyOf(savedBase({}, first, { subject: "", introText: "" })));

test("Only what a person changed is saved, and a change of something else by somebody else is no conflict", () => {
  const typed = { ...first, subject: "Lage am Montag" };
  expect(ownChange({ subject: "Lage am Montag", introText: "<p>Guten Morgen</p>" }, typed, base)).toEqual({ subject: "Lage am Montag" });
  expect(overlapOf(typed, base, { ...first, introHtml: "<p>Guten Abend</p>", introText: "Guten Abend" })).toEqual([]);
  expect(ownChange({ subject: "Lage", introText: "<p>Guten Morgen</p>" }, first, base)).toEqual({});
});

test("The same field changed by both is a conflict, unless both changed it to the same", () => {
  const typed = { ...first, subject: "Lage am Montag" };
  expect(overlapOf(typed, base, { ...first, subject: "Lage am Dienstag" })).toEqual(["subject"]);
  expect(overlapOf(typed, base, { ...first, subject: "Lage am Montag" })).toEqual([]);
});

test("What was saved is no longer a change; what could not be saved still is", () => {
  const typed = { recipients: ["a"], previewRecipients: ["keine Adresse"] };
  const next = readBase(bodyOf(savedBase({}, typed, { recipients: [] })));
  expect(ownChange({ recipients: [], previewRecipients: [] }, typed, next)).toEqual({ previewRecipients: [] });
});

test("Without a base everything counts as changed", () => {
  for (const text of ["", "{", "null", "[1]"])
    expect(ownChange({ subject: "Lage" }, { subject: "Lage" }, readBase(bodyOf(text)))).toEqual({ subject: "Lage" });
});

test("A changed selection of tags is saved with the articles that follow from it", () => {
  const typed = { tags: [["t"], ["t"]], groupByTags: false };
  const change = { tags: [], contents: [], groupByTags: false };
  const known = readBase(bodyOf(savedBase({}, { groupByTags: false }, { groupByTags: false })));
  expect(ownChange(change, typed, known)).toEqual({ tags: [], contents: [] });
});
