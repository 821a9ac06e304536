import { describe, expect, it } from "vitest";
import type { Schedule } from "../../outbound/feed-reading";
import { nextAttempt, nextFetch } from "./schedule";

// A Thursday.
const now = new Date("2026-11-26T10:00:00Z");
const schedule = (given: Partial<Schedule>): Schedule => ({ freshFor: null, skipHours: [], skipDays: [], ...given });
const fetchedAgain = (given: Partial<Schedule>, random = 0) => nextFetch(now, schedule(given), random).toISOString();

describe("The next fetch of a source", () => {
  it("is after half an hour, and up to three minutes later", () => {
    expect(fetchedAgain({})).toBe("2026-11-26T10:30:00.000Z");
    expect(fetchedAgain({}, 0.999)).toMatch(/^2026-11-26T10:32:59/);
    expect(nextFetch(now, null, 0).toISOString()).toBe("2026-11-26T10:30:00.000Z");
  });

  it("waits for as long as the content is valid, but a day at most", () => {
    expect(fetchedAgain({ freshFor: 2 * 3600 })).toBe("2026-11-26T12:00:00.000Z");
    expect(fetchedAgain({ freshFor: 10 })).toBe("2026-11-26T10:30:00.000Z");
    expect(fetchedAgain({ freshFor: 1e12 })).toBe("2026-11-27T10:00:00.000Z");
  });

  it("leaves out the hours and days that the feed excludes", () => {
    expect(fetchedAgain({ skipHours: [10, 11] })).toBe("2026-11-26T12:00:00.000Z");
    expect(fetchedAgain({ skipDays: [4, 5] })).toBe("2026-11-28T00:00:00.000Z");
    const everyHour = Array.from({ length: 24 }, (_, hour) => hour);
    expect(fetchedAgain({ skipHours: everyHour })).toBe("2026-11-26T10:30:00.000Z");
  });
});

describe("The next attempt after failures", () => {
  const attempted = (failures: number, retryAfter: number | null = null) => nextAttempt(now, failures, retryAfter, 0).toISOString();

  it("is later after each one, up to a day", () => {
    expect([1, 2, 3, 40].map((failures) => attempted(failures))).toEqual([
      "2026-11-26T10:30:00.000Z",
      "2026-11-26T11:00:00.000Z",
      "2026-11-26T12:00:00.000Z",
      "2026-11-27T10:00:00.000Z",
    ]);
  });

  it("waits as long as the server asks for, but a day at most", () => {
    expect(attempted(1, 7200)).toBe("2026-11-26T12:00:00.000Z");
    expect(attempted(1, 1e9)).toBe("2026-11-27T10:00:00.000Z");
  });
});
