import { describe, expect, it } from "vitest";
import { possibleParts, splitCompound } from "./decompounding";
import { editDistance } from "./edit-distance";
import { findExcerpt } from "./excerpt";
import { toLikely } from "./likely-words";
import { toSearchText } from "./search-text";
import { readTerm } from "./term";
import { spellingsOf, withoutMarkup } from "./words";

describe("Compounds", () => {
  it.each([
    ["eisenbahnbrückenbau", ["eisenbahn", "eisenbahnbrücken", "brücken", "brückenbau", "bau", "eisen", "bahn"]],
    ["verkehrswegeplan", ["verkehrswege", "plan", "verkehrs", "wege"]],
    ["schlossstrasse", ["schloss", "strasse"]],
    ["bahnhof", ["bahn", "hof"]],
    ["regierung", []],
    ["verbindung", []],
    ["information", []],
    ["gleis", []],
    ["", []],
    ["bahnhofsvorplatz", ["bahnhofs", "vorplatz", "bahn", "hofs"]],
    ["mietpreisbremse", ["miet", "mietpreis", "preis", "preisbremse", "bremse"]],
    ["elektroautos", ["elektro", "autos", "auto"]],
    ["autos", ["auto"]],
    ["hochhaus", ["hoch", "haus"]],
    ["leserinnen", ["leser"]],
    ["beratung", []],
    ["deutschland", []],
    ["hintergrund", []],
    ["gesellschaft", []],
    ["kontrollen", []],
    ["understanding", []],
    ["straßenbahnhaltestelle", ["straßenbahn", "haltestelle", "straßen", "bahn", "halte", "stelle"]],
    ["pünktlichkeitsquote", ["pünktlichkeits", "quote"]],
    ["tierärztinnen", ["tierärzt", "tier", "ärzt", "ärztinnen"]],
    ["elbtunnel", ["elb", "tunnel"]],
    ["jahresende", ["jahres", "ende"]],
    ["feierabende", ["feier", "abende"]],
    ["jahresdividende", ["jahres", "dividende"]],
    ["verkehrswende", ["verkehrs", "wende"]],
    ["wertpapierdepot", ["wert", "wertpapier", "papier", "papierdepot", "depot"]],
    ["schreibtische", ["schreib", "tische"]],
    ["redaktion", []],
    ["transaktion", []],
    ["frankreichs", []],
    ["zugestimmt", []],
    ["anzugreifen", []],
    ["reizende", []],
    ["handlungen", []],
    ["dramatische", []],
    ["generator", []],
    ["schriftsteller", []],
    ["spezialisten", []],
    ["juristische", []],
    ["abteilungen", []],
    ["mannheim", []],
    ["drehbuchautor", ["dreh", "drehbuch", "buch", "buchautor", "autor"]],
    ["haus".repeat(30), []],
  ])("%s consists of %j", (word, parts) => expect(splitCompound(word)).toEqual(parts));

  it("may also consist of words of the workspace's vocabulary", () => {
    expect(splitCompound("talsperrenkrone")).toEqual([]);
    expect(splitCompound("talsperrenkrone", (part) => part === "talsperre" || part === "krone")).toEqual(["talsperren", "krone"]);
  });

  it("have no possible parts if they are longer than 80 letters", () => {
    expect(possibleParts("talsperrenkrone")).toContain("talsperre");
    expect(possibleParts("talsperrenkrone".repeat(10))).toEqual([]);
    expect(possibleParts("haus".repeat(5_000))).toEqual([]);
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
    expect(withoutMarkup("<p>Die <em>Brü</em>cke,</p><ul><li>der Weg</li></ul>")).toBe("Die Brücke, der Weg");
    expect(withoutMarkup("<p>3 &lt; 4</p><p>Q&amp;A&nbsp;hier</p>")).toBe("3 < 4 Q&A hier");
    expect(withoutMarkup("<p>Am Ende</p><a href=")).toBe("Am Ende");
  });
});

describe("The search text", () => {
  it.each([
    ["U-Bahn-Station", "u bahn station", "ubahnstation ubahn bahnstation"],
    ["Leser/innen, Leser:innen, LeserInnen", "leser leser leser", "leserinnen"],
    ["LinkedIn-Seite", "linkedin seite", "linkedinseite"],
    ["Ku’damm, O'Neill, (Fach-)Kräfte, U.S.A.", "ku damm o neill fach kräfte u s a", "kudamm oneill fachkräfte usa us sa"],
    ["Kund(inn)en", "kund", "kundinnen"],
    [
      "1.500,00 Euro, 4.Okt.2031, 9-Oct-2031",
      "1500.00 euro 4 okt 2031 9 oct 2031",
      "1500 9oct2031 9oct oct2031 zzdate20311004 zzdate20311009",
    ],
    ["1.234.567,89 und 0,125 von 1.2.3", "1234567.89 und 0.125 von 1.2.3", ""],
    ["3.10.2026, 2026-10-03", "zzdate20261003 zzdate20261003", "2026 3.10"],
    ["32.13.2026", "32 13 2026", ""],
    ["October 3rd, 2026", "october 3rd 2026", "zzdate20261003"],
    ["Haus\u00adhalt\u200b, Oﬀen, Łódź, CO₂ für Ärzte, Straße", "haushalt offen lodz co2 für ärzte straße", ""],
    ["Fest🎉 mit 👩🏽‍🔧 ©", "fest zzemoji1f389 mit zzemoji1f469d1f527", ""],
    ["a-b-c-d-e-f-g", "a b c d e f g", ""],
  ])("of %j has the words %j, and without positions %j", (text, words, others) => {
    const found = toSearchText(text);
    expect([found.words.join(" "), found.others.join(" ")]).toEqual([words, others]);
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
    ["eins-zwei", [["word eins-zwei*"]]],
    ["am 3. Oktober 2026 10 000 Euro", [["word am", "word 3. Oktober 2026", "word 10 000", "word Euro*"]]],
    ["LeserInnen", [["word LeserInnen"]]],
    ["1000", [["word 1000"]]],
    ["🎉", [["word 🎉"]]],
    ["\u200b", []],
  ])("%j is read as %j", (term, expected) => expect(shapes(term)).toEqual(expected));

  it("of hundreds of words is truncated", () => expect(readTerm("wort ".repeat(200).trim()).flat()).toHaveLength(32));
});

describe("Words that may match", () => {
  const likely = (text: string, stems: string[], beginnings: string[] = []) =>
    toLikely(stems, beginnings)(text).map(({ range }) => text.slice(...range));

  it.each([
    ["Die Brücken, der BRÜCKENBAU: Eisenbahnbrücke!", ["bruck"], ["Brücken", "BRÜCKENBAU", "Eisenbahnbrücke"]],
    ["Straße, Strasse, Hauptstraße, Strom", ["strass"], ["Straße", "Strasse", "Hauptstraße", "Strom"]],
    ["Abbruch, Umbruch, Bau", ["bau"], ["Bau"]],
    ["Maß, Übermaß, Masse, Maske", ["mass"], ["Maß", "Übermaß", "Masse", "Maske"]],
    ["İstanbul: Brücke 🚆Brücke", ["bruck"], ["Brücke", "Brücke"]],
    ["", ["bruck"], []],
    ["nichts davon", [], []],
  ])("in %j for %j are %j", (text, stems, expected) => expect(likely(text, stems)).toEqual(expected));

  it.each([
    ["Die E-Mail-Adresse, Emails, E-Mobil", ["email"], ["E-Mail-Adresse", "Emails"]],
    ["Für 1.000 Euro, 1000 Leute, 1 000 Tage, 10.000", ["1000"], ["1.000", "1000", "1 000"]],
    ["Am 3.10.2026, 3. Oktober 2026 und 4.10.2026", ["zzdate20261003"], ["3.10.2026", "3. Oktober 2026"]],
    ["🎉Fest🎉 Oﬀen Łódź Haus\u00adhalt", ["zzemoji1f389", "offen", "lodz", "haushalt"], ["🎉", "🎉", "Oﬀen", "Łódź", "Haus\u00adhalt"]],
    ["Liebe Leser:innen und Leser", ["leserinn"], ["Leser:innen"]],
    ["1.000/1.000/2.000, 1000-1", ["1000"], ["1.000/1.000/2.000", "1000"]],
    ["Version 4.11.2, 11.2", ["4.11.2"], ["4.11.2"]],
  ])("in %j for %j include %j", (text, stems, expected) => expect(likely(text, stems)).toEqual(expect.arrayContaining(expected)));

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
