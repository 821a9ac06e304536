import { describe, expect, it } from "vitest";
import { tagsInText } from "./tags-in-text.server";

const tags = ["Brücken", "Nordkorridor", "Bau", "Leit- und Sicherungstechnik", "ÖPNV", "Bahnhof"];

describe("Tags that a text mentions", () => {
  it("come in the order of the text", () => {
    expect(tagsInText(tags, "Der ÖPNV wächst, am Nordkorridor wird gebaut.", 8)).toEqual(["ÖPNV", "Nordkorridor"]);
  });

  it("are recognised in other cases and numbers", () => {
    expect(tagsInText(tags, "Die Brücke am Bahnhofe und zwei Bahnhöfen", 8)).toEqual(["Brücken", "Bahnhof"]);
  });

  it("are recognised with several words, but not as part of a word", () => {
    expect(tagsInText(tags, "Neue Leit- und Sicherungstechnik im Rohbau", 8)).toEqual(["Leit- und Sicherungstechnik"]);
  });

  it("are as many as asked for, from the beginning of a long text", () => {
    expect(tagsInText(tags, "Bau, Brücke, ÖPNV", 2)).toEqual(["Bau", "Brücken"]);
    expect(tagsInText(tags, `${"Wort ".repeat(2_000)}Bau`, 8)).toEqual([]);
    expect(tagsInText(tags, "", 8)).toEqual([]);
  });
});
