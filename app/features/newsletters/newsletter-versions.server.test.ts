import { expect, test } from "vitest";
import { overlapOf, overwritingBase, ownChange, readBase, savedBase } from "./newsletter-versions.server";

const first = { subject: "Lage", introHtml: "<p>Guten Morgen</p>" };
const none = { form: {}, stored: {} };
const base = readBase(savedBase(none, { typed: first, change: { subject: "", introText: "" }, stored: first }));

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
  const next = readBase(savedBase(none, { typed, change: { recipients: [] }, stored: typed }));
  expect(ownChange({ recipients: [], previewRecipients: [] }, typed, next)).toEqual({ previewRecipients: [] });
});

test("Without a base everything counts as changed", () => {
  for (const text of ["", "{", "null", "[1]"])
    expect(ownChange({ subject: "Lage" }, { subject: "Lage" }, readBase(text))).toEqual({ subject: "Lage" });
});

test("A changed selection of tags is saved with the articles that follow from it", () => {
  const typed = { tags: [["t"], ["t"]], groupByTags: false };
  const change = { tags: [], contents: [], groupByTags: false };
  const known = readBase(
    savedBase(none, { typed: { groupByTags: false }, change: { groupByTags: false }, stored: { groupByTags: false } }),
  );
  expect(ownChange(change, typed, known)).toEqual({ tags: [], contents: [] });
});

test("After a save, what others change in other fields is still a conflict when this person changes it too", () => {
  const typed = { ...first, subject: "Lage am Montag" };
  const theirs = { introHtml: "<p>Guten Abend</p>" };
  const merged = savedBase(base, {
    typed,
    change: { subject: "Lage am Montag", introText: "<p>Guten Morgen</p>" },
    stored: { ...typed, ...theirs },
  });
  const next = readBase(merged);
  expect(overlapOf(typed, next, { ...typed, ...theirs })).toEqual([]);
  expect(overlapOf({ ...typed, introHtml: "<p>Hallo</p>" }, next, { ...typed, ...theirs })).toEqual(["introHtml"]);
});

test("A text that the API has cleaned counts as changed by nobody", () => {
  const typed = { ...first, introHtml: "<p onclick=''>Guten Tag</p>" };
  const stored = { ...first, introHtml: "<p>Guten Tag</p>" };
  const next = readBase(savedBase(base, { typed, change: { introText: "<p onclick=''>Guten Tag</p>" }, stored }));
  expect(ownChange({ introText: "" }, typed, next)).toEqual({});
  expect(overlapOf({ ...typed, introHtml: "<p>Guten Tag!</p>" }, next, stored)).toEqual([]);
});

test("Whoever keeps their own version overwrites the fields of the conflict, and no newer change", () => {
  const typed = { ...first, subject: "Lage am Montag" };
  const stored = { ...first, subject: "Lage am Dienstag" };
  const next = readBase(overwritingBase(base, ["subject"], stored));
  expect(ownChange({ subject: "Lage am Montag" }, typed, next)).toEqual({ subject: "Lage am Montag" });
  expect(overlapOf(typed, next, stored)).toEqual([]);
  expect(overlapOf(typed, next, { ...first, subject: "Lage am Mittwoch" })).toEqual(["subject"]);
});
