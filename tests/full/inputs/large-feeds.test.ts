import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { OutboundError } from "../../../api/outbound/outbound-error";
import { readFeed } from "../../../api/outbound/read-feed";
import { type FeedServer, startFeedServer } from "../../support/feeds/feed-server";

let server: FeedServer;
beforeAll(async () => {
  server = await startFeedServer();
});
afterAll(() => server.close());

const read = (path: string) =>
  readFeed({ url: server.url + path, allowHosts: [server.host], validators: { etag: null, lastModified: null } });
const longest = 5_200_000;
const inChannel = (items: string) => `<rss version="2.0"><channel><title>A</title>${items}</channel></rss>`;

it.each([
  ["small entries", inChannel("<item><title>x</title></item>".repeat(longest / 29)), "unreadable worker"],
  ["elements in an entry", inChannel(`<item>${"<a>x</a>".repeat(longest / 8)}</item>`), "unreadable worker"],
  ["entities", inChannel(`<item><title>${"&amp;".repeat(longest / 5)}</title></item>`), "feed"],
])("A feed of almost 5 MB of %s is read or rejected, and the next one is read", async (_, body, outcome) => {
  server.setAnswer("/large", { body });
  const outcomeOf = async () => {
    try {
      return (await read("/large")).kind;
    } catch (error) {
      if (error instanceof OutboundError) return `${error.code} ${error.data.reason ?? ""}`;
      throw error;
    }
  };
  // On a busy machine, the time limit may be reached before those of processor time and memory.
  await vi.waitFor(async () => expect(await outcomeOf()).toBe(outcome), { timeout: 200_000 });
  expect(await read("/makers/hugo.xml")).toMatchObject({ kind: "feed" });
});
