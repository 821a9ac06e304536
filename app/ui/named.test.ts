import { describe, expect, it } from "vitest";
import { named } from "./named";

describe("An entry is meant by its name", () => {
  const same = ["Baume", "Bäume", "Eingang", "Köln"].map((label, index) => ({ value: String(index), label }));
  it("as it is written, or apart from case and accents if no other one is", () => {
    expect(["Bäume", "Baume ", "köln", "KOLN"].map((text) => named(same, text)?.label)).toEqual(["Bäume", "Baume", "Köln", "Köln"]);
    expect(named([...same, { value: "k", label: "Köln" }], "Köln")).toBeUndefined();
    expect(["baume", "Ein", ""].map((text) => named(same, text))).toEqual([undefined, undefined, undefined]);
  });
});
