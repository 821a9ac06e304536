import { expect, it } from "vitest";
import { fromZoned, toZoned } from "./zoned-moment.server";

const berlin = "Europe/Berlin";

it.each([
  ["2026-01-15T09:30", "2026-01-15T08:30:00.000Z"],
  ["2026-07-15T09:30", "2026-07-15T07:30:00.000Z"],
  // The nights in which the clock changes.
  ["2026-03-29T01:59", "2026-03-29T00:59:00.000Z"],
  ["2026-03-29T03:00", "2026-03-29T01:00:00.000Z"],
  ["2026-10-25T01:30", "2026-10-24T23:30:00.000Z"],
  ["2026-10-25T03:30", "2026-10-25T02:30:00.000Z"],
])("reads %s in Berlin as %s, and writes it so again", (typed, iso) => {
  expect(fromZoned(typed, berlin)).toBe(iso);
  expect(toZoned(iso, berlin)).toBe(typed);
});

it.each(["", "morgen", "2026-13-01T00:00", "2026-01-15", "2026-01-15T9:30"])("reads %j as nothing", (typed) => {
  expect(fromZoned(typed, berlin)).toBeUndefined();
});
