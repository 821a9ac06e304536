import { describe, expect, it } from "vitest";
import { isWanted } from "./wanted";

const words = (includedWords: string[], excludedWords: string[] = []) => ({ includedWords, excludedWords });

describe("Words of a source", () => {
  it.each([
    ["no words", "Anything", words([]), true],
    ["beginnings of words", "Neuer Bahnhof", words(["bahn"]), true],
    ["not inside of words", "Neue Autobahn", words(["bahn"]), false],
    ["one of several", "Streik bei der S-Bahn", words(["Fähre", "Streik"]), true],
    ["phrases across punctuation", "Deutsche „Bahn“: AG", words(["deutsche bahn"]), true],
    ["other spellings of one character", "U\u0308berlingen", words(["überlingen"]), true],
    ["an excluded word that also occurs", "Streik und Sport", words(["Streik"], ["sport"]), false],
    ["only excluded words", "Wetter", words([], ["Sport"]), true],
    ["no pattern characters", "c++ (a|b)*", words(["a|b"]), true],
  ])("%s", (_, text, chosen, expected) => expect(isWanted(text, chosen)).toBe(expected));
});
