import { expect, it } from "vitest";
import { translator } from "~/i18n/resources.server";
import { describeFilter, readSearchQuery, toFilter } from "./search-query.server";

it("keeps the search of a URL and drops page, sort order and overlays", () => {
  const params = new URLSearchParams(
    "term=Gleis+%26+Weiche&tags=bau&tags=bahn&page=3&sort_by=views&sort_dir=asc&layout=list&url=x&priority=high",
  );
  expect(readSearchQuery(params)).toEqual({ term: "Gleis & Weiche", tags: "bau,bahn", priority: "high" });
});

it.each([
  "created_at_from=2026-02-31",
  "priority=urgent",
  "external=maybe",
  `term=${"x".repeat(1001)}`,
  "countries=Narnia",
  "tags=",
  "term=+",
])("ignores %s", (search) => {
  expect(readSearchQuery(new URLSearchParams(search))).toEqual({});
});

it("describes a search by the names of its filters", () => {
  const names = {
    tags: new Map([["bau", "Bau & Bahn"]]),
    countries: new Map([["AT", "Österreich"]]),
    folderIds: new Map([["7b0e6c52-5a0e-4f7e-9d5e-2f3f1f6f0001", "Energie & Klima"]]),
  };
  const words = (query: Record<string, string>, locale: "de" | "en" = "de") => describeFilter(toFilter(query), names, translator(locale));
  expect(words({})).toBe("");
  expect(words({ term: "Gleis", tags: "bau,gibtesnicht", countries: "AT", priority: "high" })).toBe(
    "Suchbegriff Gleis, Tag Bau & Bahn, Tag gibtesnicht, Land Österreich, Priorität hoch",
  );
  expect(
    words({ source_name: "Verkehrsbrief", external: "without_source_url", folder_ids: "7b0e6c52-5a0e-4f7e-9d5e-2f3f1f6f0001" }, "en"),
  ).toBe("Source Verkehrsbrief, Folda Energie & Klima, Origin without link");
  expect(words({ created_at_from: "2026-01-01", published_at_until: "2026-02-01" })).toBe(
    "Veröffentlicht bis 01.02.26, Abgelegt ab 01.01.26",
  );
});
