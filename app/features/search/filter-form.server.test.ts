import { describe, expect, it } from "vitest";
import { translator } from "~/i18n/resources.server";
import { readFilterForm, searchBefore, toListSearch } from "./filter-form.server";
import { daysOf } from "./periods.server";

const read = (search: string) => readFilterForm(new URLSearchParams(search), translator("en"));

function listOf(search: string): string {
  const reading = read(search);
  return reading.ok ? decodeURIComponent(toListSearch(reading.value)) : "refused";
}

function errorsOf(search: string) {
  const reading = read(search);
  return reading.ok ? {} : reading.form.errors;
}

describe("The filter form", () => {
  it.each([
    ["apply=&term=&tags=&created_at_from=&priority=&external=&sort_by=&sort_dir=desc", ""],
    ["term=Bahn&tags=netz&tags=bau&sort_by=&sort_dir=asc&layout=list", "?term=Bahn&tags=netz,bau&layout=list"],
    [
      "published_at_from=1.11.2025&published_at_until=2025-11-20&sort_by=views&sort_dir=asc",
      "?published_at_from=2025-11-01&published_at_until=2025-11-20&sort_by=views&sort_dir=asc",
    ],
    ["created_at_until=2020-01-01&created_at=2026-02-01%2F2026-02-28", "?created_at_until=2020-01-01"],
    ["page=7&hacked=1&priority=high", "?priority=high"],
  ])("%j redirects to the list %j", (search, list) => expect(listOf(search)).toBe(list));

  it("keeps an invalid date as typed, with an error at its field", () => {
    const reading = read("created_at_from=31.02.2026&term=Bahn&tags=netz");
    expect(reading).toMatchObject({
      ok: false,
      form: { values: { created_at_from: "31.02.2026", term: "Bahn" }, errors: { created_at_from: ["Please enter a valid date."] } },
    });
  });

  it("takes the days of a period whose button was pressed", () => {
    const [from, until] = daysOf("lastMonth");
    expect(listOf("published_at_from=2020-01-01&published_at=lastMonth&priority=high")).toBe(
      `?published_at_from=${from}&published_at_until=${until}&priority=high`,
    );
  });

  it("reports a period that ends before it begins at its end, along with all other errors", () => {
    expect(errorsOf("created_at_from=gestern&published_at_from=2026-03-02&published_at_until=2026-03-01")).toEqual({
      created_at_from: ["Please enter a valid date."],
      published_at_until: ["This day is before the beginning of the period."],
    });
  });

  it("restores the previous search of the list, and no other parameters", () => {
    const listBefore = (search: string) => decodeURIComponent(searchBefore(new URLSearchParams(search)));
    expect(listBefore("tags=netz&layout=list")).toBe("?tags=netz&layout=list");
    expect(listBefore(`apply=${encodeURIComponent("?tags=netz&layout=list&evil=1")}&tags=bau`)).toBe("?tags=netz&layout=list");
    expect(listBefore("apply=&tags=bau")).toBe("");
  });
});
