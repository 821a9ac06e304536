import { describe, expect, it } from "vitest";
import { toFacet, toMonths, toMonthsOfMoments } from "./facets";

describe("The months of a range of days", () => {
  it.each([
    ["a day", "2026-02-28", "2026-02-28", ["2026-02"]],
    ["the turn of a year", "2025-12-31", "2026-01-01", ["2025-12", "2026-01"]],
    ["a year", "2025-01-01", "2025-12-31", ["2025"]],
    ["more than a year", "2024-11-30", "2026-02-01", ["2024-11", "2024-12", "2025", "2026-01", "2026-02"]],
    ["the first year", "0001-01-01", "0001-12-31", ["0001"]],
    ["too many years", "1900-01-01", "2026-01-01", undefined],
    ["the wrong way round", "2026-03-01", "2026-01-01", undefined],
    ["no begin", undefined, "2026-01-01", undefined],
    ["no end", "2026-01-01", undefined, undefined],
  ])("%s", (_, from, until, expected) => {
    expect(toMonths(from, until)).toEqual(expected);
  });

  it("cover every moment of the days in any time zone", () => {
    expect(toMonthsOfMoments("2026-01-01", "2026-01-31")).toEqual(["2025-12", "2026-01", "2026-02"]);
    expect(toMonthsOfMoments("2026-01-02", "2026-01-30")).toEqual(["2026-01"]);
    expect(toMonthsOfMoments("9999-12-31", "9999-12-31")).toBeUndefined();
    expect(toMonthsOfMoments("0000-01-01", "0000-01-01")).toBeUndefined();
  });
});

describe("A filter value", () => {
  it("is looked up as it is stored, also if it is the name of a property of every object", () => {
    expect(toFacet("external", ["with_source_url"])).toEqual({ kind: "origin", values: ["with"] });
    expect(toFacet("sourceName", ["constructor", "__proto__"])).toEqual({ kind: "source", values: ["constructor", "__proto__"] });
  });
});
