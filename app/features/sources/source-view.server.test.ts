import { describe, expect, it } from "vitest";
import { translator } from "~/i18n/resources.server";
import type { Source } from "~/upstream/sources.server";
import { toSourceView } from "./source-view.server";

const day = 24 * 60 * 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const source: Source = {
  id: "1",
  folder: { id: "2", name: "Presseschau", purpose: null },
  address: "https://hafen.example/feed",
  siteUrl: null,
  title: "Hafenblatt",
  includedWords: [],
  excludedWords: [],
  tags: ["Hafen"],
  fullText: false,
  isPaused: false,
  user: { id: "3", firstName: "Henrike", lastName: "Lorenzen" },
  createdAt: ago(9 * day),
  fetchedAt: ago(day),
  nextFetchAt: ago(-day),
  failingSince: null,
  problem: null,
  movedFrom: null,
  filed: 2,
  lockVersion: 0,
};
const viewOf = (more: Partial<Source>) => toSourceView({ ...source, ...more }, translator("en"), "en");

describe("A source", () => {
  it.each<[string, Partial<Source>]>([
    ["active", {}],
    ["waiting", { fetchedAt: null }],
    ["paused", { isPaused: true, failingSince: ago(8 * day), problem: "timeout" }],
    ["retrying", { failingSince: ago(6 * day), problem: "timeout" }],
    ["failing", { failingSince: ago(8 * day), problem: "timeout" }],
    ["gone", { failingSince: ago(day), problem: "gone", nextFetchAt: null }],
  ])("is %s", (state, more) => {
    expect(viewOf(more).state).toBe(state);
  });

  it("says why it fails, and that nothing is fetched while it is paused", () => {
    expect(viewOf({ failingSince: ago(day), problem: "timeout" }).reason).toBe("The server “hafen.example” did not respond in time.");
    expect(viewOf({ isPaused: true, nextFetchAt: ago(day) })).toMatchObject({ next: null, isDue: false, reason: null });
    expect(viewOf({ nextFetchAt: ago(day) }).isDue).toBe(true);
  });
});
