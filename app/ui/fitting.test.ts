import { describe, expect, it } from "vitest";
import { fitting } from "./fitting";

const entries = ["Korridore im Norden", "Nordkorridor", "Dr. Clara Weber", "Brücken & Bauwerke", "Straße", "Anklage", "Klara-Felder"].map(
  (label) => ({
    value: label,
    label,
    detail: `${label.slice(0, 3)}@demo.example`,
  }),
);

const find = (text: string) => fitting(entries, text, 10).map(({ label }) => label);

describe("Entries that fit what is typed", () => {
  it("begin with it, or have a word that does, or contain it", () => {
    expect(find("nord")).toEqual(["Nordkorridor", "Korridore im Norden"]);
    expect(find("kla")).toEqual(["Klara-Felder", "Anklage"]);
  });

  it("are found by any of their words, whatever title comes first", () => {
    expect(find("clara")).toEqual(["Dr. Clara Weber"]);
    expect(find("weber cla")).toEqual(["Dr. Clara Weber"]);
    expect(find("bauw")).toEqual(["Brücken & Bauwerke"]);
  });

  it("are found without accents, with ss, and with umlauts as two letters", () => {
    expect(find("brucken")).toEqual(["Brücken & Bauwerke"]);
    expect(find("bruecken")).toEqual(["Brücken & Bauwerke"]);
    expect(find("STRASSE")).toEqual(["Straße"]);
  });

  it("are found by their details", () => {
    expect(find("str@")).toEqual(["Straße"]);
  });

  it("are all, up to the limit, in their own order if nothing is typed", () => {
    expect(fitting(entries, "  ", 2).map(({ label }) => label)).toEqual(["Korridore im Norden", "Nordkorridor"]);
    expect(find("xyz")).toEqual([]);
  });
});
