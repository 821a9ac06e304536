import { expect, it } from "vitest";
import { fromZoned, toZoned } from "./zoned-moment.server";

const berlin = "Europe/Berlin";
const minute = 60_000;
const hour = 60 * minute;

it.each([
  ["2026-01-15T09:30", "2026-01-15T08:30:00.000Z"],
  ["2026-07-15T09:30", "2026-07-15T07:30:00.000Z"],
  // Around the changes to and from daylight saving time.
  ["2026-03-29T01:59", "2026-03-29T00:59:00.000Z"],
  ["2026-03-29T03:00", "2026-03-29T01:00:00.000Z"],
  ["2026-10-25T01:30", "2026-10-24T23:30:00.000Z"],
  ["2026-10-25T03:30", "2026-10-25T02:30:00.000Z"],
])("converts %s in Berlin to %s, and back", (typed, iso) => {
  expect(fromZoned(typed, berlin)).toBe(iso);
  expect(toZoned(iso, berlin)).toBe(typed);
});

it.each(
  [
    ["", "morgen", "2026-01-15", "2026-01-15T9:30"],
    ["2026-13-01T00:00", "2026-02-30T08:00", "2026-02-29T08:00", "2026-04-31T08:00", "2026-01-15T24:00", "2026-01-15T09:60"],
  ].flat(),
)("reads %j as nothing", (typed) => {
  expect(fromZoned(typed, berlin)).toBeUndefined();
});

it.each([
  ["skips", berlin, "2026-03-29T02:30", "2026-03-29T01:00:00.000Z"],
  ["skips", "America/New_York", "2026-03-08T02:30", "2026-03-08T07:00:00.000Z"],
  ["skips", "Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:30:00.000Z"],
  ["skips", "America/Santiago", "2026-09-06T00:30", "2026-09-06T04:00:00.000Z"],
  ["skips, with the whole day", "Pacific/Apia", "2011-12-30T12:00", "2011-12-30T10:00:00.000Z"],
  ["repeats", berlin, "2026-10-25T02:30", "2026-10-25T00:30:00.000Z"],
  ["repeats", "America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00.000Z"],
  ["repeats", "Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45:00.000Z"],
])("a time that the clock %s in %s: %s means %s", (_what, timeZone, typed, iso) => {
  expect(fromZoned(typed, timeZone)).toBe(iso);
});

/** The local date and time, assembled from the parts that Intl formats. */
function wallClock(timeZone: string): (moment: number) => string {
  const numeric = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
  const format = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", ...numeric });
  return (moment) => {
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value.padStart(2, "0")]));
    return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
  };
}

/** The minutes at which the clock changes between 2000 and 2040. */
function findTransitions(clock: (moment: number) => string): number[] {
  const runsEvenly = (from: number, to: number) => Date.parse(`${clock(to)}Z`) - Date.parse(`${clock(from)}Z`) === to - from;
  const transitions: number[] = [];
  for (let week = Date.UTC(2000, 0); week < Date.UTC(2041, 0); week += 7 * 24 * hour) {
    let [early, late] = [week, week + 7 * 24 * hour];
    if (runsEvenly(early, late)) continue;
    while (late - early > minute) {
      const middle = early + Math.floor((late - early) / 2 / minute) * minute;
      if (runsEvenly(early, middle)) early = middle;
      else late = middle;
    }
    transitions.push(late);
  }
  return transitions;
}

it.each([
  [berlin, 82],
  ["America/New_York", 82],
  ["Australia/Lord_Howe", 82],
  ["America/St_Johns", 82],
  ["America/Santiago", 80],
  ["Pacific/Chatham", 82],
  ["Pacific/Apia", 20],
  ["Africa/Casablanca", 60],
  ["Asia/Pyongyang", 2],
  ["Antarctica/Troll", 70],
])("in %s, a time around any change of the clock means its first occurrence", (timeZone, atLeast) => {
  const clock = wallClock(timeZone);
  const transitions = findTransitions(clock);
  expect(transitions.length).toBeGreaterThanOrEqual(atLeast - 8);
  const wrong: string[] = [];
  for (const transition of transitions) {
    // By definition: the first moment at which the clock shows this time, or else the first that shows a later one.
    const shown: [string, number][] = [];
    for (let moment = transition - 5 * hour; moment < transition + 5 * hour; moment += 5 * minute) shown.push([clock(moment), moment]);
    const local = Date.parse(`${clock(transition - minute)}Z`) + minute;
    for (let typedAt = local - 150 * minute; typedAt <= local + 150 * minute; typedAt += 15 * minute) {
      const typed = new Date(typedAt).toISOString().slice(0, 16);
      const first = shown.find(([text]) => text === typed) ?? shown.find(([text]) => text > typed);
      const expected = first && new Date(first[1]).toISOString();
      if (fromZoned(typed, timeZone) !== expected) wrong.push(`${typed}: ${fromZoned(typed, timeZone)}, not ${expected}`);
    }
  }
  expect(wrong).toEqual([]);
});
