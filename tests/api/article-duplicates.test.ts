import { beforeAll, describe, expect, it } from "vitest";
import { fileArticle, titlesOf } from "../support/articles";
import type { Caller } from "../support/caller";
import { worldForTests } from "../support/harness";

describe("Articles from one address", () => {
  const world = worldForTests();
  let jana: Caller;
  const from = async (person: Caller, url: string, except = "") =>
    titlesOf(await person.get(`/contents/duplicates?url=${encodeURIComponent(url)}${except && `&except=${except}`}`));

  beforeAll(async () => {
    jana = world.as("jana");
    const folder = await world.folderId("nordkorridor");
    await fileArticle(jana, folder, { title: "Ohne Adresse", source_url: null });
  });

  /** Two URLs, and how the second one compares with an article filed from the first. */
  async function compare(filed: string, sought: string, canonical?: string): Promise<"same" | "likely" | "other"> {
    const { id } = await fileArticle(jana, await world.inboxIdOf("jana"), { source_url: filed });
    const query = new URLSearchParams({ likely: "true", url: sought, ...(canonical ? { canonical_url: canonical } : {}) });
    const found = (await jana.get(`/contents/duplicates?${query}`)).body.entries.find((entry: { id: string }) => entry.id === id);
    await jana.delete(`/contents/${id}`);
    return found ? (found.is_certain ? "same" : "likely") : "other";
  }

  it.each([
    ["heide.example/a?id=7", "https://heide.example/a?id=7"],
    ["https://heide.example/a?id=7", "http://heide.example:80/a?id=7#kommentare"],
    ["https://heide.example/a?id=7", "HTTPS://Heide.EXAMPLE:443/a?id=7"],
    ["https://heide.example/a?id=7", "http://heide.example:443/a?id=7"],
    ["https://heide.example/a?id=7", "https://heide.example/./b/../a?id=7&"],
    ["https://heide.example/a?id=7&utm_source=mail", "https://heide.example/a?UTM_Campaign=x&id=7&mc_cid=1&gclid=2#top"],
    ...[
      "share_id",
      "gclid",
      "msclkid",
      "igsh",
      "at_medium",
      "cmpid",
      "_ga",
      "s_cid",
      "itm_source",
      "fbclid",
      "wt_mc",
      "pk_campaign",
      "mtm_kwd",
    ].map((name) => ["https://heide.example/a", `https://heide.example/a?${name}=1.2-x`]),
    ["https://heide.example/a?b=1&c=2&b=3", "https://heide.example/a?c=2&b=1&b=3"],
    ["https://heide.example/%c3%bc/%7Eab%2d", "https://heide.example/%C3%BC/~ab-"],
    ["https://heide.example/ü?q=ü", "https://heide.example/%C3%BC?q=%c3%bc"],
    ["https://heide.example/a#/b/1", "https://heide.example/a?utm_id=1#/b/1"],
    ["https://youtu.be/dQw4w9WgXcQ?si=x", "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=5s"],
    ["https://m.youtube.com/watch?feature=share&v=dQw4w9WgXcQ", "https://www.youtube.com/shorts/dQw4w9WgXcQ"],
    ["https://x.com/a/status/1?s=20&t=x", "https://x.com/a/status/1"],
    ["https://heide.example/%", "https://heide.example/%?utm_term=%"],
    ["https://heide.example/a?q=b+c", "https://heide.example/a?q=b%20c"],
    ["https://twitter.com/a/status/1", "https://x.com/a/status/1"],
    ["https://music.youtube.com/watch?v=dQw4w9WgXcQ&si=x", "https://music.youtube.com/watch?v=dQw4w9WgXcQ"],
  ])("%s is the same as %s", async (one, other) => {
    expect(await compare(one ?? "", other ?? "")).toBe("same");
  });

  it.each([
    ["https://heide.example/a", "https://heide.example/a/"],
    ["https://heide.example/a?id=7", "https://www.heide.example/a/?id=7&utm_source=x"],
    ["https://heide.example/a", "https://m.heide.example/a"],
    ["https://heide.example/a", "https://amp.heide.example/a"],
    ["https://heide.example/a", "https://heide.example/a/amp"],
    ["https://heide.example/a", "https://heide.example/amp/a/"],
    ["https://heide.example/a.html", "https://heide.example/a.amp.html"],
    ["https://heide.example/a?id=7", "https://heide.example/a?amp=1&id=7"],
    ["https://heide.example/a", "https://heide.example/a?outputType=amp"],
    ["https://heide.example/a/", "https://heide.example/a/index.html"],
    ["https://heide.example/b/a", "https://heide.example/b/amp/a"],
    ["https://heide.example/a", "https://heide.example/a?outputType=valid_amp"],
    ["https://de.heide.example/a", "https://de.m.heide.example/a"],
    ["https://heide.example/a", "https://heide-example.cdn.ampproject.org/v/s/heide.example/a?amp_js_v=0.1&usqp=mq331"],
    ["https://www.heide.example/a", "https://www.google.com/amp/s/www.heide.example/a"],
    ["https://heide.example/a", "https://heide-example.cdn.ampproject.org/c/s/heide.example/a"],
  ])("%s is probably the same page as %s", async (one, other) => {
    expect(await compare(one, other)).toBe("likely");
    expect(await compare(other, one)).toBe("likely");
  });

  it.each([
    ["https://heide.example/a?id=7", "https://heide.example/a"],
    ["https://heide.example/a?id=7", "https://heide.example/a?id=8"],
    ["https://heide.example/a", "https://heide.example/A"],
    ["https://heide.example/a?id=7", "https://heide.example/a?id=7&seite=2"],
    ["https://heide.example/a", "https://heide.example:8080/a"],
    ["https://heide.example/#!/artikel/1", "https://heide.example/#!/artikel/2"],
    ["https://heide.example/#/artikel/1", "https://heide.example/#/artikel/2"],
    ...["pk_id", "wt_id", "euclid", "articlid", "clid", "utmost", "my_ga", "sid", "at", "share"].map((name) => [
      `https://heide.example/?${name}=1`,
      `https://heide.example/?${name}=2`,
    ]),
    ["https://heide.example/go?to=https://x.example/?utm_source=1", "https://heide.example/go?to=https://x.example/?utm_source=2"],
    ["https://heide.example/a?b=1&b=2", "https://heide.example/a?b=2&b=1"],
    ["https://heide.example/a?q=b%2Bc", "https://heide.example/a?q=b+c"],
    ["https://heide.example/?amplitude=1", "https://heide.example/?preamp=1"],
    ["https://heide.example/a%2Fb", "https://heide.example/a/b"],
    ["https://youtu.be/dQw4w9WgXcQ", "https://youtu.be/dQw4w9WgXcR"],
    ["https://youtu.be/dQw4w9WgXcQ", "https://example.com/watch?v=dQw4w9WgXcQ"],
    ["https://heide.example/a?t=1", "https://heide.example/a?t=2"],
  ])("%s is not %s", async (one = "", other = "") => {
    expect(await compare(one, other)).toBe("other");
  });

  it("Articles that are only probably from the same page are found on request", async () => {
    const { id } = await fileArticle(jana, await world.inboxIdOf("jana"), { title: "Signal", source_url: "https://heide.example/signal" });
    expect(await from(jana, "https://www.heide.example/signal/")).toEqual([]);
    await world.services.database.pool.query("update article_search set facets = '{1}', edition = 3 where article_id = $1", [id]);
    expect(await from(jana, "http://heide.example/signal?utm_source=x"), "before it is reindexed").toEqual(["Signal"]);
    expect(await from(jana, "https://heide.example/signal#!/2"), "before it is reindexed").toEqual([]);
  });

  it("The address that a page states as its own is compared, too", async () => {
    const [amp, canonical] = ["https://cdn.example/4711", "https://heide.example/weiche"];
    expect(await compare(canonical, amp)).toBe("other");
    expect(await compare(`${canonical}?utm_source=x`, amp, canonical)).toBe("likely");
    expect(await compare(amp, amp, canonical)).toBe("same");
  });

  it("says in which folder, the newest first and three at most, and leaves the one being changed out", async () => {
    const folder = await world.folderId("nordkorridor");
    const url = `https://heide.example/${"lang/".repeat(380)}`;
    const filed = [];
    for (const title of ["Eins", "Zwei", "Drei", "Vier"]) filed.push(await fileArticle(jana, folder, { title, source_url: url }));
    expect(await from(jana, url)).toEqual(["Vier", "Drei", "Zwei"]);
    expect(await from(jana, url, filed[3].id)).toEqual(["Drei", "Zwei", "Eins"]);
    expect(await from(jana, url, "none")).toEqual(["Vier", "Drei", "Zwei"]);
    const { body } = await jana.get(`/contents/duplicates?url=${encodeURIComponent(url)}`);
    expect(body.entries[0]).toEqual({
      id: filed[3].id,
      title: "Vier",
      created_at: filed[3].created_at,
      folder: { id: folder, name: "Ausbau Nordkorridor", purpose: null },
      is_certain: true,
    });
  });

  it("tells nobody of articles in folders that they do not see", async () => {
    const url = "https://heide.example/nur-fuer-mich";
    await fileArticle(jana, await world.inboxIdOf("jana"), { title: "Meins", source_url: url });
    expect(await from(jana, url)).toEqual(["Meins"]);
    for (const person of ["anna", "tobias", "olga"]) expect(await from(world.as(person), url), person).toEqual([]);
  });
});
