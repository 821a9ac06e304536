import { describe, expect, it } from "vitest";
import { readForm } from "~/forms/read-form.server";
import { translator } from "~/i18n/resources.server";
import type { Source } from "~/upstream/sources.server";
import { mergeSource, sourceForm, sourceFormSchema, toSettings } from "./source-form.server";

const t = translator("en");

function read(fields: [string, string][]) {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return readForm(body, sourceFormSchema, t);
}

describe("The form of a source", () => {
  it("takes words separated by commas or line breaks, without repetitions, and both kinds of tags", () => {
    const reading = read([
      ["title", " "],
      ["includedWords", "Bahn, Hohe  Brücke\r\nBahn,,"],
      ["tags", "Hafen"],
      ["newTags", "Elbe, Hafen"],
      ["fullText", "on"],
    ]);
    expect(reading.ok && toSettings(reading.value)).toEqual({
      title: null,
      includedWords: ["Bahn", "Hohe Brücke"],
      excludedWords: [],
      tags: ["Hafen", "Elbe"],
      fullText: true,
      isPaused: false,
    });
  });

  it.each([
    ["no tag", [["tags", ""]], "tags"],
    ["too many words", [["includedWords", Array.from({ length: 51 }, (_, index) => `w${index}`).join(",")]], "includedWords"],
    ["a long word", [["excludedWords", "x".repeat(101)]], "excludedWords"],
    ["a long title", [["title", "x".repeat(201)]], "title"],
  ] as [string, [string, string][], string][])("refuses %s at its field and keeps what was typed", (_, fields, name) => {
    const reading = read([...(name === "tags" ? [] : [["tags", "Hafen"] as [string, string]]), ...fields]);
    expect(reading.ok ? [] : Object.keys(reading.form.errors)).toEqual([name]);
    if (name !== "tags") expect(reading.ok || reading.form.values).toMatchObject({ tags: "Hafen", [name]: fields[0]?.[1] });
  });
});

describe("Two people who save a source at once", () => {
  const source: Source = {
    id: "1",
    folder: { id: "2", name: "Presseschau", purpose: null },
    address: "https://hafen.example/feed",
    siteUrl: null,
    title: "Hafenblatt",
    includedWords: ["Brücke", "Fähre"],
    excludedWords: [],
    tags: ["Hafen", "Elbe"],
    fullText: false,
    isPaused: false,
    user: { id: "3", firstName: "Henrike", lastName: "Lorenzen" },
    createdAt: "2026-11-27T08:00:00Z",
    fetchedAt: null,
    nextFetchAt: null,
    failingSince: null,
    problem: null,
    movedFrom: null,
    filed: 0,
    lockVersion: 4,
  };
  const opened = sourceForm(source).values;

  it("keep what each of them changed", () => {
    const stored = { ...source, excludedWords: ["Schleuse"], isPaused: true, lockVersion: 5 };
    const { errors, settings, isStored } = mergeSource({ ...opened, tags: "Hafen", newTags: "Alster", fullText: "on" }, stored, t);
    expect(errors).toEqual({});
    expect(isStored).toBe(false);
    expect(settings).toMatchObject({ excludedWords: ["Schleuse"], isPaused: true, tags: ["Hafen", "Alster"], fullText: true });
  });

  it("are told at the fields that both changed, and overwrite them when they send the form again", () => {
    const stored = { ...source, title: "Elbe", tags: ["Elbe"], isPaused: true, lockVersion: 5 };
    const { values, errors } = mergeSource({ ...opened, title: "Alster", tags: ["Hafen", "Elbe", "Alster"] }, stored, t);
    expect(errors).toEqual({ title: ["Saved in the meantime: Elbe"], tags: ["Saved in the meantime: Elbe"] });
    expect(values).toMatchObject({ title: "Alster", tags: ["Hafen", "Elbe", "Alster"], isPaused: "on", lockVersion: "5" });
    expect(mergeSource(values, stored, t).errors).toEqual({});
  });

  it("have nothing to save if they changed the same", () => {
    const stored = { ...source, tags: ["Elbe"], fullText: true, lockVersion: 5 };
    expect(mergeSource({ ...opened, tags: "Elbe", fullText: "on" }, stored, t)).toMatchObject({ errors: {}, isStored: true });
  });
});
