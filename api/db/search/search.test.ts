import { describe, expect, it } from "vitest";
import { splitCompound } from "./decompounding";
import { editDistance } from "./edit-distance";
import { findExcerpt } from "./excerpt";
import { toLikely } from "./likely-words";
import { readTerm } from "./term";
import { spellingsOf, withoutMarkup, wordsOf } from "./words";

describe("Compounds", () => {
  it.each([
    ["eisenbahnbrückenbau", ["eisenbahn", "eisenbahnbrücken", "brücken", "brückenbau", "bau"]],
    ["verkehrswegeplan", ["verkehrswege", "plan"]],
    ["schlossstrasse", ["schloss", "strasse"]],
    ["bahnhof", ["bahn", "hof"]],
    ["regierung", []],
    ["verbindung", []],
    ["information", []],
    ["gleis", []],
    ["", []],
  ])("%s consists of %j", (word, parts) => expect(splitCompound(word)).toEqual(parts));

  it("may also consist of words of the workspace's vocabulary", () => {
    expect(splitCompound("talsperrenkrone")).toEqual([]);
    expect(splitCompound("talsperrenkrone", (part) => part === "talsperre" || part === "krone")).toEqual(["talsperren", "krone"]);
  });
});

describe("The edit distance", () => {
  it.each([
    ["brucke", "brucke", 0],
    ["brukce", "brucke", 1],
    ["bruke", "brucke", 1],
    ["bruccke", "brucke", 1],
    ["brocke", "brucke", 1],
    ["ein", "", 3],
    ["eisenbanh", "eisenbahnen", 3],
    ["🚆zug", "zug", 1],
  ])("of %s and %s is %i", (one, other, distance) => {
    expect(editDistance(one, other)).toBe(distance);
    expect(editDistance(other, one)).toBe(distance);
  });
});

describe("Words", () => {
  it.each([
    ["Müller", ["mueller"]],
    ["mueller", ["müller"]],
    ["Straße", ["strasse"]],
    ["neue", []],
    ["Quelle", []],
    ["Bauer", []],
  ])("%s is also spelt %j", (word, spellings) => expect(spellingsOf(word)).toEqual(spellings));

  it("are those of a text without its markup", () => {
    expect(wordsOf("<p>Die <em>Brü</em>cke,</p><ul><li>der Weg &amp; die Brücke</li></ul>")).toEqual(["die", "brücke", "der", "weg"]);
    expect(withoutMarkup("<p>3 &lt; 4</p><p>Q&amp;A&nbsp;hier</p>")).toBe("3 < 4 Q&A hier");
  });
});

describe("A term", () => {
  const shapes = (term: string) =>
    readTerm(term).map((clauses) =>
      clauses.map(({ kind, text, isExcluded, isBeginning }) => `${isExcluded ? "-" : ""}${kind} ${text}${isBeginning ? "*" : ""}`),
    );

  it.each([
    ["Gleis", [["word Gleis*"]]],
    ["Gleis 7", [["word Gleis", "word 7"]]],
    [`"am Gleis" -Celle`, [["phrase am Gleis", "-word Celle"]]],
    ["„am Gleis“ «zwei» “drei”", [["phrase am Gleis", "phrase zwei", "phrase drei"]]],
    ["eins or zwei drei", [["word eins"], ["word zwei", "word drei*"]]],
    ["or eins", [["word or", "word eins*"]]],
    [`eins "offen bis`, [["word eins", "phrase offen bis"]]],
    [`"`, []],
    ["- & |", []],
    ["eins-zwei", [["word eins-zwei"]]],
  ])("%j is read as %j", (term, expected) => expect(shapes(term)).toEqual(expected));

  it("of hundreds of words is truncated", () => expect(readTerm("wort ".repeat(200).trim()).flat()).toHaveLength(32));
});

describe("Words that may match", () => {
  const likely = (text: string, stems: string[], beginnings: string[] = []) =>
    toLikely(stems, beginnings)(text).map((range) => text.slice(...range));

  it.each([
    ["Die Brücken, der BRÜCKENBAU: Eisenbahnbrücke!", ["bruck"], ["Brücken", "BRÜCKENBAU", "Eisenbahnbrücke"]],
    ["Straße, Strasse, Hauptstraße, Strom", ["strass"], ["Straße", "Strasse", "Hauptstraße", "Strom"]],
    ["Abbruch, Umbruch, Bau", ["bau"], ["Bau"]],
    ["İstanbul: Brücke 🚆Brücke", ["bruck"], ["Brücke", "Brücke"]],
    ["", ["bruck"], []],
    ["nichts davon", [], []],
  ])("in %j for %j are %j", (text, stems, expected) => expect(likely(text, stems)).toEqual(expected));

  it("start with a word that is still being typed", () => {
    expect(likely("Trassenpreise, Trasse, Terrasse", [], ["trassenp"])).toEqual(["Trassenpreise"]);
  });
});

describe("An excerpt", () => {
  const filler = "nichts ".repeat(100);
  const excerptOf = (text: string, words: string[]) => {
    const pattern = new RegExp(words.join("|") || "(?!)", "g");
    return findExcerpt(
      text,
      [...text.matchAll(pattern)].map(({ 0: word, index }) => [index, index + word.length]),
    );
  };

  it("shows the part with the most distinct words", () => {
    const found = excerptOf(`${filler}Gleis Gleis Gleis ${filler}Gleis und Weiche ${filler}`, ["Gleis", "Weiche"]);
    expect(found?.text).toContain("Gleis und Weiche");
    expect(found?.ranges.map((range) => found.text.slice(...range))).toEqual(["Gleis", "Weiche"]);
  });

  it("starts with the text if the words are there, and contains all of a short text", () => {
    expect(excerptOf("Am Gleis.", ["Gleis"])).toEqual({ text: "Am Gleis.", ranges: [[3, 8]] });
    expect(excerptOf(filler, ["Gleis"])).toBeUndefined();
  });

  it("splits no character", () => {
    for (const shift of ["", "x"]) {
      const found = excerptOf(`${shift}${"🚆".repeat(200)}Gleis${"🚆".repeat(400)}`, ["Gleis"]);
      expect(found?.ranges.map((range) => found.text.slice(...range))).toEqual(["Gleis"]);
      expect(() => encodeURIComponent(found?.text ?? "")).not.toThrow();
    }
  });
});
