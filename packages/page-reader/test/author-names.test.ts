import { describe, expect, it } from "vitest";
import { hasSentenceWords, readAuthorNames } from "../src/author-names";

describe("the names in a byline", () => {
  it.each([
    ["Nina Nest", ["Nina Nest"]],
    ["Von Nina Nest und Otto Ort", ["Nina Nest", "Otto Ort"]],
    ["VON NINA NEST UND OTTO ORT", ["NINA NEST", "OTTO ORT"]],
    ["By Nina Nest and Otto Ort", ["Nina Nest", "Otto Ort"]],
    ["Nina Nest mit Otto Ort", ["Nina Nest", "Otto Ort"]],
    // Particles.
    ["Gräfin von und zu Stein", ["Gräfin von und zu Stein"]],
    ["Von Karl Freiherr von und zu Guttenberg und Nina Nest", ["Karl Freiherr von und zu Guttenberg", "Nina Nest"]],
    ["Von Ursula von der Leyen", ["Ursula von der Leyen"]],
    ["von der Leyen, Ursula", ["Ursula von der Leyen"]],
    ["von Bülow, Karl", ["Karl von Bülow"]],
    ["von Matt", ["von Matt"]],
    ["Juan de la Cruz y García", ["Juan de la Cruz y García"]],
    ["Anna Mit Schmidt", ["Anna Mit Schmidt"]],
    ["bell hooks", ["bell hooks"]],
    // Inverted.
    ["Nest, Nina; Ort, Otto", ["Nina Nest", "Otto Ort"]],
    ["Nest, Nina und Ort, Otto", ["Nina Nest", "Otto Ort"]],
    ["Nest, Nina, Ort, Otto", ["Nina Nest", "Otto Ort"]],
    ["Nest, Nina Maria; van Dyk, Otto", ["Nina Maria Nest", "Otto van Dyk"]],
    ["NEST, NINA", ["NINA NEST"]],
    ["Stein, Otto zu", ["Otto zu Stein"]],
    ["Heide, Nina Maria von der; Ort, Otto", ["Nina Maria von der Heide", "Otto Ort"]],
    ["dpa, AFP", ["dpa", "AFP"]],
    ["Nest, Dr. Nina", ["Dr. Nina Nest"]],
    ["Nest, Nina M.", ["Nina M. Nest"]],
    // Places, roles, agencies.
    ["Nina Nest – Berlin", ["Nina Nest"]],
    ["Nina Nest - Bad Homburg", ["Nina Nest"]],
    ["Berlin – Nina Nest", ["Nina Nest"]],
    ["Nina Nest, Berlin", ["Nina Nest"]],
    ["Nina Nest/dpa", ["Nina Nest", "dpa"]],
    ["Nina Nest – dpa", ["Nina Nest", "dpa"]],
    ["Nina Nest mit Material von dpa", ["Nina Nest", "dpa"]],
    ["Nina Nest, Political Editor", ["Nina Nest"]],
    ["Von unserer Redakteurin Nina Nest", ["Nina Nest"]],
    ["Von unserem Korrespondenten Otto Ort", ["Otto Ort"]],
    ["Senior reporter Nina Nest", ["Nina Nest"]],
    ["Ein Gastbeitrag von Nina Nest", ["Nina Nest"]],
    ["Kommentar von Nina Nest", ["Nina Nest"]],
    ["Opinion by Nina Nest", ["Nina Nest"]],
    ["Interview: Nina Nest", ["Nina Nest"]],
    ["Nina Nest u. a.", ["Nina Nest"]],
    ["By Nina Nest in Cologne and Otto Ort in Berlin", ["Nina Nest", "Otto Ort"]],
    ["Submitted by Nina Nest on Sat, 10/03/2026 - 14:05", ["Nina Nest"]],
    ["Nina Nest, ARD-Studio Köln", ["Nina Nest"]],
    ["Nina Nest, Frankfurt am Main", ["Nina Nest"]],
    ["ZEITUNG, Nina Nest, Köln", ["Nina Nest"]],
    ["Von Redaktionsmitglied Nina Nest", ["Nina Nest"]],
    ["Fotos: Karl Kurz, Text: Nina Nest", ["Nina Nest"]],
    ["Nina Nest, übersetzt von Karl Kurz", ["Nina Nest"]],
    ["Aufgezeichnet von Nina Nest", ["Nina Nest"]],
    ["Nina Nest Mitarbeit: Otto Ort", ["Nina Nest", "Otto Ort"]],
    ["María de los Ángeles", ["María de los Ángeles"]],
    ["Political correspondent", []],
    ["Von", []],
    ["nina.nest@zeitung.example (Nina Nest)", ["Nina Nest"]],
    ["Text und Fotos: Nina Nest", ["Nina Nest"]],
    ["Aus Berlin berichtet Nina Nest", ["Nina Nest"]],
    ["Aus New York berichten Nina Nest und Otto Ort", ["Nina Nest", "Otto Ort"]],
    ["Dr. med. Nina Nest und Prof. Dr. rer. nat. Otto Ort", ["Dr. med. Nina Nest", "Prof. Dr. rer. nat. Otto Ort"]],
    ["Posted by: Nina Nest on October 3, 2026", ["Nina Nest"]],
    ["Eingestellt von Nina Nest um 14:05", ["Nina Nest"]],
    ["(Reporting by Nina Nest; Editing by Otto Ort)", ["Nina Nest"]],
    // What follows.
    ["Von Nina Nest, 3. Oktober 2026, 14:05 Uhr", ["Nina Nest"]],
    ["By Nina Nest October 3, 2026", ["Nina Nest"]],
    ["By Nina Nest Published 3 October 2026", ["Nina Nest"]],
    // Nobody.
    ["Von unserer Redaktion", []],
    ["Redaktion", []],
    ["Die Redaktion", []],
    ["Online-Redaktion", []],
    ["Pressestelle der Stadt", []],
    ["Press Office", []],
    ["Redaktion Stadtblick", []],
    ["Lokalredaktion Köln", []],
    ["Newsdesk", []],
    ["Editorial Team", []],
    ["Staff Reporter", []],
    ["By our correspondent", []],
    ["@kreisbote", []],
    ["Super User", []],
    ["Nina Nest schreibt seit 2010 über das Land", []],
  ])("%s", (byline, names) => {
    expect(readAuthorNames([byline], [])).toEqual(names);
  });

  it.each([
    [["Nina Nest", "Dr. Nina Nest"], ["Nina Nest"]],
    [
      ["Prof. Dr. Nina Nest", "Nina Nest", "Otto Ort"],
      ["Prof. Dr. Nina Nest", "Otto Ort"],
    ],
    [["Nina Nest", "NINA NEST"], ["Nina Nest"]],
    [["Nina Nest", "Stadtblick"], ["Nina Nest"]],
  ])("%j are different people only once", (bylines, names) => {
    expect(readAuthorNames(bylines, ["Stadtblick"])).toEqual(names);
  });
});

it.each([
  ["Von Nina Nest, Redakteurin für Politik", false],
  ["By Nina Nest, Political correspondent", false],
  ["Nina Nest/dpa, Köln", false],
  ["Nina Nest schreibt seit 2010 und lebt mit zwei Katzen in Köln.", true],
  ["About the author", true],
  ["Mehr vom Autor lesen", true],
])("%j is a sentence: %s", (line, expected) => {
  expect(hasSentenceWords(line)).toBe(expected);
});
