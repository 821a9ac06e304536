import { describe, expect, it } from "vitest";
import { splitCompound } from "./compounds";
import { findExcerpt } from "./excerpt";
import { toLikely } from "./likely-words";
import { readTerm } from "./term";
import { lettersApart } from "./typing-errors";
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
  ])("%s is made of %j", (word, parts) => expect(splitCompound(word)).toEqual(parts));

  it("are made of words that the workspace knows as well", () => {
    expect(splitCompound("talsperrenkrone")).toEqual([]);
    expect(splitCompound("talsperrenkrone", (part) => part === "talsperre" || part === "krone")).toEqual(["talsperren", "krone"]);
  });
});

describe("Typing errors", () => {
  it.each([
    ["brucke", "brucke", 0],
    ["brukce", "brucke", 1],
    ["bruke", "brucke", 1],
    ["bruccke", "brucke", 1],
    ["brocke", "brucke", 1],
    ["ein", "", 3],
    ["eisenbanh", "eisenbahnen", 3],
    ["🚆zug", "zug", 1],
  ])("%s and %s are %i letters apart", (one, other, apart) => {
    expect(lettersApart(one, other)).toBe(apart);
    expect(lettersApart(other, one)).toBe(apart);
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

  it("of hundreds of words is read up to a point", () => expect(readTerm("wort ".repeat(200).trim()).flat()).toHaveLength(32));
});

describe("Words that may be hits", () => {
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

  it("begin as what is still being typed", () => {
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

  it("shows where most different words stand together", () => {
    const found = excerptOf(`${filler}Gleis Gleis Gleis ${filler}Gleis und Weiche ${filler}`, ["Gleis", "Weiche"]);
    expect(found?.text).toContain("Gleis und Weiche");
    expect(found?.ranges.map((range) => found.text.slice(...range))).toEqual(["Gleis", "Weiche"]);
  });

  it("begins with the text when the words stand there, and is the whole of a short one", () => {
    expect(excerptOf("Am Gleis.", ["Gleis"])).toEqual({ text: "Am Gleis.", ranges: [[3, 8]] });
    expect(excerptOf(filler, ["Gleis"])).toBeUndefined();
  });

  it("cuts no character in two", () => {
    for (const shift of ["", "x"]) {
      const found = excerptOf(`${shift}${"🚆".repeat(200)}Gleis${"🚆".repeat(400)}`, ["Gleis"]);
      expect(found?.ranges.map((range) => found.text.slice(...range))).toEqual(["Gleis"]);
      expect(() => encodeURIComponent(found?.text ?? "")).not.toThrow();
    }
  });
});
