import { describe, expect, it } from "vitest";
import { keepSeenFolders, readSeenFolders, type SeenFolders, seenAt, withSeenFolder } from "./seen-folders.server";

const monday = Date.UTC(2026, 2, 2, 9);
const requestWith = (cookie: string) => new Request("https://folda.example/folda", { headers: { Cookie: cookie } });
/** The cookie as the browser returns it with its next request. */
const nextRequest = (seen: SeenFolders) => readSeenFolders(requestWith(keepSeenFolders(seen).split(";")[0] ?? ""), monday + 99_000);

describe("The cookie of seen folders", () => {
  it("treats everything as seen in a new browser", () => {
    expect(seenAt(readSeenFolders(requestWith(""), monday), "presseschau")).toBe(monday);
  });

  it("records each folder's time to the millisecond", () => {
    const first = readSeenFolders(requestWith(""), monday);
    const kept = nextRequest(withSeenFolder(withSeenFolder(first, "presseschau", monday + 1), "politik", monday + 2));
    expect([seenAt(kept, "presseschau"), seenAt(kept, "politik"), seenAt(kept, "bruecken")]).toEqual([monday + 1, monday + 2, monday]);
    expect(seenAt(nextRequest(withSeenFolder(kept, "presseschau", monday + 3)), "presseschau")).toBe(monday + 3);
  });

  it("drops the folder seen longest ago when there are too many, without making seen articles new again", () => {
    let seen = readSeenFolders(requestWith(""), monday);
    for (let n = 0; n < 200; n += 1) seen = withSeenFolder(seen, `folder ${n}`, monday + n);
    expect(keepSeenFolders(seen).length).toBeLessThan(1400);
    const kept = nextRequest(seen);
    expect([seenAt(kept, "folder 199"), seenAt(kept, "folder 120"), seenAt(kept, "folder 0")]).toEqual([
      monday + 199,
      monday + 120,
      monday + 119,
    ]);
  });

  it.each(["", "x", ".....", "zzzzzzzzz", "-1", "%00.%00", "a".repeat(4000), `${monday.toString(36)}.abc.abcdef.abcdefzzzzzzzzz`])(
    "is nothing when the cookie says %j",
    (value) => {
      const seen = readSeenFolders(requestWith(`seenFolders=${value}`), monday);
      expect([seen.since, seen.folders.size]).toEqual([monday, 0]);
    },
  );
});
