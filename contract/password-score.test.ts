import { describe, expect, test } from "vitest";
import zxcvbn from "zxcvbn";
import { ownWords, scoreOf } from "./password-score";

describe("the score of a password", () => {
  test.each<[string, string, string[], number]>([
    ["nothing", "", [], 0],
    ["the most common one", "password", [], 0],
    ["a word with characters of every kind", "Password1!", [], 1],
    ["a long random one", "tR7#kq!Zm2v", [], 4],
    ["the demo password", "Lokschuppen-7-Weichen", [], 4],
    ["spaces alone", " ".repeat(40), [], 0],
    ["spaces around it", "  tR7#kq!Zm  ", [], 4],
    ["emoji", "🐢🚂🌍🎻🥁🧲🪐", [], 4],
    ["one letter a thousand times", "a".repeat(1000), [], 1],
    ["unrelated names", "Yıldırım-Petersen", [], 4],
    ["the user's own names", "Yıldırım-Petersen", ["Yıldırım", "Petersen"], 3],
  ])("%s", (_, password, words, score) => {
    expect(scoreOf(zxcvbn, password, words)).toBe(score);
  });

  test("is that of zxcvbn for typical passwords", () => {
    for (const password of ["Sommer2027!", "p4ssw0rd!!", "korrekt pferd batterie", "Zug um Zug: 4 Gleise & 2 Weichen", "1q2w3e4r5t6z7u"]) {
      expect(scoreOf(zxcvbn, password, []), password).toBe(zxcvbn(password).score);
    }
  });

  test("does not depend on how a character was typed", () => {
    const [one, two] = ["Müh1süße", "Müh1süße".normalize("NFD")];
    expect(scoreOf(zxcvbn, one, [])).toBe(scoreOf(zxcvbn, two, []));
    expect(scoreOf(zxcvbn, "Müller-Lüdenscheidt", ["Müller-Lüdenscheidt".normalize("NFD")])).toBeLessThan(4);
  });

  test.each([
    ["signs that substitute letters", "4@8({[<369|1!7$5+0%2".repeat(50), 14],
    [
      "every sign",
      Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))
        .join("")
        .repeat(10),
      22,
    ],
    ["a word spelled with signs", "p@$$w0rd|<1!7+".repeat(60), 20],
    ["signs that substitute two letters", "1!|".repeat(300), 35],
    ["letters", "x".repeat(1000), 86],
  ])("limits how much of a long password is rated: %s", (_, password, length) => {
    let judged = "";
    const judge = (part: string) => {
      judged = part;
      return { score: 0 };
    };
    scoreOf(judge, password, []);
    expect(judged).toBe(password.slice(0, length));
  });

  test("is 4 for generated passwords of any length", () => {
    const signs = "K7$|x!2@Q(9%mZ+8<c#rT^5&w[1*dG=3jL?";
    for (const length of [16, 20, 35]) expect(scoreOf(zxcvbn, signs.slice(0, length), [])).toBe(4);
    expect(scoreOf(zxcvbn, signs.repeat(20), [])).toBe(4);
  });
});

describe("the user's own words", () => {
  test("are names and addresses, and their parts", () => {
    expect(ownWords(["Jana", null, "Petersen", "jana.petersen@nord-bahn.example", "demo"])).toEqual([
      "Jana",
      "Petersen",
      "jana.petersen@nord-bahn.example",
      "demo",
      "jana",
      "petersen",
      "nord",
      "bahn",
      "example",
    ]);
  });

  test("are limited in number", () => {
    const words = ownWords(["x".repeat(1000), Array.from({ length: 500 }, (_, index) => `wort${index}`).join(" ")]);
    expect(words.length).toBe(100);
    expect(Math.max(...words.map(({ length }) => length))).toBe(100);
  });

  test("are empty if nothing is known", () => {
    expect(ownWords([undefined, null, "", "a", "--"])).toEqual([]);
  });
});
