import { afterEach, expect, it, vi } from "vitest";
import { dayOfMoment, dayText, isoDay, momentText, recentText } from "./dates.server";

afterEach(() => vi.useRealTimers());

it("writes a day as DD.MM.YY", () => {
  expect(dayText("2026-03-05")).toEqual({ iso: "2026-03-05", text: "05.03.26" });
  expect(dayText("1999-12-31").text).toBe("31.12.99");
});

it("writes the day of a moment in Berlin, not in the server's time zone", () => {
  expect(dayOfMoment("2026-03-05T22:59:59Z").text).toBe("05.03.26");
  expect(dayOfMoment("2026-03-05T23:00:00Z").text).toBe("06.03.26");
  expect(dayOfMoment("2026-07-05T22:00:00Z")).toEqual({ iso: "2026-07-05T22:00:00Z", text: "06.07.26" });
});

it("writes a moment with „Uhr“ in German only", () => {
  expect(momentText("2026-01-05T08:03:00Z", "de").text).toBe("05.01.26, 09:03 Uhr");
  expect(momentText("2026-01-05T08:03:00Z", "en").text).toBe("05.01.26, 09:03");
});

it.each([
  ["2026-03-29T00:59:00Z", "29.03.26, 01:59"],
  ["2026-03-29T01:00:00Z", "29.03.26, 03:00"],
  ["2026-10-25T00:30:00Z", "25.10.26, 02:30"],
  ["2026-10-25T01:30:00Z", "25.10.26, 02:30"],
  ["2025-12-31T23:00:00Z", "01.01.26, 00:00"],
])("handles daylight saving time and midnight: %s is %s", (iso, text) => expect(momentText(iso, "en").text).toBe(text));

it("returns the current day in Berlin", () => {
  expect(isoDay(Date.UTC(2026, 6, 5, 21, 59))).toBe("2026-07-05");
  expect(isoDay(Date.UTC(2026, 6, 5, 22, 0))).toBe("2026-07-06");
  expect(isoDay(0)).toBe("1970-01-01");
  vi.useFakeTimers({ now: Date.UTC(2026, 11, 31, 23, 30) });
  expect(isoDay()).toBe("2027-01-01");
});

it("writes a moment of the current day in Berlin as a time, an earlier one as its day", () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 5, 23, 30) });
  expect(recentText("2026-03-05T23:05:00Z", "de", "heute").text).toBe("heute, 00:05 Uhr");
  expect(recentText("2026-03-05T23:05:00Z", "en", "today").text).toBe("today, 00:05");
  expect(recentText("2026-03-05T22:59:00Z", "de", "heute").text).toBe("05.03.26");
});
