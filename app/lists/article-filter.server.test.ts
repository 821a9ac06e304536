import { describe, expect, it } from "vitest";
import { isNarrowed, readFilter, toIsoDay } from "./article-filter.server";

const read = (search: string) => readFilter(new URLSearchParams(search));

const narrowing = (search: string) => JSON.parse(JSON.stringify(read(search).filter));

describe("The filter of a URL", () => {
  it("is empty without parameters", () => {
    expect(isNarrowed(read("").filter)).toBe(false);
    expect(isNarrowed(read("?page=2&layout=list&sort_by=views&url=x").filter)).toBe(false);
  });

  it("reads all parameters; lists are separated by commas or repeated", () => {
    const search =
      "?term=%20Nord%20%20korridor&tags=netz,bau&tags=bau&countries=DE&languages=en,de-AT&folder_ids=f1,f2&source_name=Heidekurier" +
      "&created_at_from=2025-11-01&created_at_until=2025-11-20&published_at_from=01.11.2025&published_at_until=2.12.25" +
      "&priority=high&external=with_source_url";
    expect(narrowing(search)).toEqual({
      term: "Nord korridor",
      tags: ["netz", "bau"],
      countries: ["DE"],
      languages: ["en"],
      folderIds: ["f1", "f2"],
      sourceName: "Heidekurier",
      createdAtFrom: "2025-11-01",
      createdAtUntil: "2025-11-20",
      publishedAtFrom: "2025-11-01",
      publishedAtUntil: "2025-12-02",
      priority: "high",
      external: "with_source_url",
    });
  });

  it.each([
    "?term=&tags=&countries=,,&folder_ids=%20",
    "?created_at_from=31.02.2026",
    "?created_at_from=2026-02-31&published_at_until=gestern",
    "?priority=urgent&external=maybe&countries=Germany,de",
    `?folder_ids=${"x".repeat(65)}`,
    "?term=%00%ef%bf%be",
  ])("ignores the invalid values in %j", (search) => {
    expect(narrowing(search)).toEqual({});
  });

  it.each(["%", "_", "\\", "'", '"', '"unbalanced', "&|!()", "<script>"])("searches for %j literally", (term) => {
    expect(read(`?term=${encodeURIComponent(term)}`).filter.term).toBe(term);
  });

  it("is cut to the limits, and reports it", () => {
    const long = read(`?term=${"wort ".repeat(2_000)}&tags=${Array.from({ length: 5_000 }, (_, n) => `t${n}`).join(",")}`);
    expect(long.filter.term?.length).toBeLessThanOrEqual(1000);
    expect(long.filter.tags).toHaveLength(50);
    expect(long.notes).toEqual(["termCut", "tagsCut"]);
  });

  it("reports a period that ends before it begins", () => {
    expect(read("?created_at_from=2026-03-01&created_at_until=2026-02-01").notes).toEqual(["rangeReversed"]);
    expect(read("?created_at_from=2026-03-01&created_at_until=2026-03-01").notes).toEqual([]);
  });
});

it.each([
  ["20.11.2025", "2025-11-20"],
  ["1.2.26", "2026-02-01"],
  [" 2025-11-20 ", "2025-11-20"],
  ["31.02.2026", "2026-02-31"],
  ["gestern", "gestern"],
])("The day typed as %j is %j", (typed, day) => expect(toIsoDay(typed)).toBe(day));
