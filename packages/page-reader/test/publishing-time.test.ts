import { describe, expect, it } from "vitest";
import { readPublishingTime } from "../src/publishing-time";

describe("the date in a text", () => {
  it.each([
    ["Sat Oct 03 2026 23:30:00 GMT+0200", "2026-10-03T21:30:00Z"],
    ["Sat Oct 03 2026 23:30:00 GMT+0200 (Central European Summer Time)", "2026-10-03T21:30:00Z"],
    ["Sat, 3 Oct 2026 23:30:00 -0400", "2026-10-04T03:30:00Z"],
    ["Saturday, October 3, 2026 11:30 PM EDT", "2026-10-04T03:30:00Z"],
    ["October 3, 2026 at 9:05 a.m. PST", "2026-10-03T17:05:00Z"],
    ["3 October 2026 14:05 BST", "2026-10-03T13:05:00Z"],
    ["3rd of October 2026", "2026-10-02T22:00:00Z"],
    ["3. Oktober 2026, 14:05 Uhr (MESZ)", "2026-10-03T12:05:00Z"],
    ["Samstag, 3. Oktober 2026, 14 Uhr", "2026-10-03T12:00:00Z"],
    ["Sa., 03.10.2026 - 14.05 Uhr", "2026-10-03T12:05:00Z"],
    ["3. Oktober 2026, 24:00 Uhr", "2026-10-03T22:00:00Z"],
    ["31.12.2026, 24 Uhr", "2026-12-31T23:00:00Z"],
    ["2026-10-03T24:00:00Z", "2026-10-04T00:00:00Z"],
    ["3. Oktober 2026, 24:30 Uhr", "2026-10-02T22:00:00Z"],
    ["3-Oct-2026", "2026-10-02T22:00:00Z"],
    ["13/10/2026", "2026-10-12T22:00:00Z"],
    ["10/13/2026", "2026-10-12T22:00:00Z"],
    ["3. Mai 1972", "1972-05-02T23:00:00Z"],
    ["1947-01-04", "1947-01-03T23:00:00Z"],
    ["03.05.89", "1989-05-02T22:00:00Z"],
    ["Stand: 3.10.2026, 14:05 Uhr", "2026-10-03T12:05:00Z"],
    ["Aktualisiert am 9. Oktober 2026, veröffentlicht am 3. Oktober 2026", "2026-10-02T22:00:00Z"],
    ["Veröffentlicht: 03.10.2026, 14:05 Uhr | Aktualisiert: 09.10.2026, 8:00 Uhr", "2026-10-03T12:05:00Z"],
    ["Updated October 9, 2026, first published October 3, 2026", "2026-10-02T22:00:00Z"],
    ["Aktualisiert: 9.10.2026, Erstveröffentlichung: 3.10.2026", "2026-10-02T22:00:00Z"],
    ["3.10.2026, 9.10.2026", "2026-10-02T22:00:00Z"],
  ])("%s", (written, meant) => {
    expect(new Date(readPublishingTime(written) ?? 0).toISOString()).toBe(new Date(meant).toISOString());
  });

  it.each(["03/10/2026", "Mark 3, 2024", "Oktober 2026", "1900-01-01", "0001-01-01T00:00:00", "31. Juni 2026", "112345-10-03"])(
    "is not there in %j",
    (written) => {
      expect(readPublishingTime(written)).toBeNull();
    },
  );
});
