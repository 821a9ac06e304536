import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteOldEntries } from "../../api/db/sources/entries";
import { pollSources } from "../../api/domain/sources/polling";
import { titlesOf } from "../support/articles";
import { type FeedServer, startFeedServer } from "../support/feeds/feed-server";
import { engine, type OpenWorld, openWorld } from "../support/harness";

interface Entry {
  title: string;
  guid?: string;
  path?: string;
  text?: string;
}

describe("Polling of sources", () => {
  let world: OpenWorld;
  let inbox: string;
  let web: FeedServer;
  let site: string;

  beforeAll(async () => {
    web = await startFeedServer();
    site = web.url;
    world = await openWorld(engine, { IMPORT_ALLOW_HOSTS: web.host });
    inbox = await world.folderId("presseschau");
  });
  afterAll(async () => {
    await world.close();
    await web.close();
  });
  beforeEach(async () => {
    web.requests.length = 0;
    await query("update sources set is_paused = true");
  });

  const query = async (text: string, values: unknown[] = []) => (await world.services.database.pool.query(text, values)).rows;

  function rss(entries: Entry[], extra = ""): string {
    const items = entries.map(
      ({ title, guid, path, text = "Text." }) =>
        `<item><title>${title}</title>${guid ? `<guid isPermaLink="false">${guid}</guid>` : ""}${path ? `<link>${site}${path}</link>` : ""}
         <description>${text}</description></item>`,
    );
    return `<?xml version="1.0"?><rss version="2.0"><channel><title>Heidekurier</title><link>${site}</link>${extra}${items.join("")}</channel></rss>`;
  }
  const offer = (path: string, entries: Entry[], { headers = {}, extra = "" } = {}) =>
    web.setAnswer(path, (_, response) =>
      response.writeHead(200, { "content-type": "application/rss+xml", ...headers }).end(rss(entries, extra)),
    );

  async function subscribe(path: string, given: Record<string, unknown> = {}): Promise<string> {
    const source = {
      client_id: (await query("select client_id from users where id = $1", [await world.userId("henrike")]))[0].client_id,
      folder_id: inbox,
      user_id: await world.userId("henrike"),
      address: `${site}${path}`,
      title: "Heidekurier",
      tags: ["Abo"],
      full_text: false,
      ...given,
    };
    const names = Object.keys(source);
    const [row] = await query(
      `insert into sources (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")}) returning id`,
      Object.values(source),
    );
    return row.id;
  }
  const stateOf = async (id: string) => (await query("select * from sources where id = $1", [id]))[0];
  const poll = async (...ids: string[]) => {
    await query("update sources set next_fetch_at = now() - interval '1 second' where id = any($1)", [ids]);
    await pollSources(world.services, new AbortController().signal);
  };
  const filed = async (folder = inbox) =>
    titlesOf(await world.as("henrike").get(`/contents?folder_ids=${folder}&per_page=100&sort_by=created_at&sort_dir=desc`));
  const filedBy = async (id: string) =>
    (await query("select title from articles where source_id = $1 order by created_at desc, id desc", [id])).map(({ title }) => title);

  it("files what is new, in the feed's order, with tags and source, where everybody finds it", async () => {
    offer("/new", [
      { title: "Zweite", path: "/2", text: "<![CDATA[<p>Gleis <strong>zwei</strong><script>alert(1)</script></p>]]>" },
      { title: "Erste", path: "/1" },
    ]);
    const id = await subscribe("/new");
    await poll(id);
    expect((await filed()).slice(0, 2)).toEqual(["Zweite", "Erste"]);
    const [article] = (await world.as("henrike").get(`/contents?term=Gleis+zwei&folder_ids=${inbox}`)).body.entries;
    expect(article).toMatchObject({
      title: "Zweite",
      source: { name: "Heidekurier", url: `${site}/2` },
      tags: [{ name: "Abo" }],
      teaser_text: "Gleis zwei",
    });
    const { body } = (await world.as("henrike").get(`/contents/${article.id}`)).body;
    expect(body).toBe("<p>Gleis <strong>zwei</strong></p>");
    offer("/new", [
      { title: "Dritte", path: "/3" },
      { title: "Zweite", path: "/2" },
      { title: "Erste", path: "/1" },
    ]);
    await poll(id);
    expect(await filedBy(id)).toEqual(["Dritte", "Zweite", "Erste"]);
    expect(await stateOf(id)).toMatchObject({ filed: 3, failures: 0, problem: null });
  });

  it("files no entry twice: not edited, not from another source, not after it was deleted, not filed by hand", async () => {
    offer("/once", [
      { title: "Streik", guid: "a-1", path: "/streik?utm_source=rss" },
      { title: "Ohne Adresse", guid: "a-2" },
    ]);
    offer("/other", [
      { title: "Streik (anderswo)", path: "/streik#top" },
      { title: "Von Hand", path: "/hand" },
    ]);
    await world.as("henrike").post("/contents", {
      content: { title: "Von Hand", body: "Text", folder_id: inbox, tags: ["Bahn"], source_url: `${site}/hand` },
    });
    const id = await subscribe("/once");
    await poll(id);
    const [{ id: article }] = await query("select id from articles where source_id = $1 and title = 'Streik'", [id]);
    await world.as("henrike").delete(`/contents/${article}`);
    offer("/once", [
      { title: "Streik beendet", guid: "a-1", path: "/streik-beendet" },
      { title: "Geändert", guid: "a-2" },
    ]);
    const other = await subscribe("/other", { folder_id: await world.folderId("politik") });
    await poll(id, other);
    expect([await filedBy(id), await filedBy(other)]).toEqual([["Ohne Adresse"], []]);
  });

  it("keeps personal teams apart from the workspace", async () => {
    offer("/both", [{ title: "Für beide", path: "/beide" }]);
    const own = await subscribe("/both", { folder_id: await world.inboxIdOf("henrike") });
    const shared = await subscribe("/both");
    await poll(own, shared);
    expect([await filedBy(own), await filedBy(shared)]).toEqual([["Für beide"], ["Für beide"]]);
  });

  it("files only entries with the chosen words", async () => {
    offer("/words", [
      { title: "Bahnhof wird umgebaut", path: "/w1" },
      { title: "Bahn und Fußball", path: "/w2" },
      { title: "Wetter", path: "/w3" },
    ]);
    const id = await subscribe("/words", { included_words: ["bahn"], excluded_words: ["Fußball"] });
    await poll(id);
    expect(await filedBy(id)).toEqual(["Bahnhof wird umgebaut"]);
  });

  it("reads the page of an entry for its full text, and takes the feed's text if it cannot", async () => {
    const paragraphs =
      "<p>Die Brücke über die Elbe wird ab Montag gesperrt, wie die Bahn mitteilt. Reisende müssen mit Umwegen rechnen.</p>".repeat(8);
    web.setAnswer("/full", (_, response) =>
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<html lang=de><title>Brücke gesperrt</title><article><h1>Brücke gesperrt</h1>${paragraphs}</article>`),
    );
    offer("/fulltext", [
      { title: "Brücke gesperrt", path: "/full", text: "Anriss" },
      { title: "Fehlt", path: "/missing", text: "Nur der Anriss" },
    ]);
    const id = await subscribe("/fulltext", { full_text: true });
    await poll(id);
    const rows = await query("select title, body from articles where source_id = $1 order by title", [id]);
    expect(rows.map(({ title, body }) => [title, body.includes("Umwegen"), body.includes("Anriss")])).toEqual([
      ["Brücke gesperrt", true, false],
      ["Fehlt", false, true],
    ]);
  });

  it("asks only for what has changed, and as often as the feed wishes", async () => {
    web.setAnswer("/polite", ({ headers }, response) => {
      if (headers["if-none-match"] === '"v1"') response.writeHead(304, { etag: '"v1"' }).end();
      else
        response
          .writeHead(200, { etag: '"v1"', "content-type": "application/rss+xml" })
          .end(rss([{ title: "Artig", path: "/a" }], "<ttl>240</ttl>"));
    });
    const id = await subscribe("/polite");
    for (let time = 0; time < 2; time += 1) {
      await poll(id);
      const { next_fetch_at, fetched_at } = await stateOf(id);
      const minutes = (next_fetch_at - fetched_at) / 60_000;
      expect(minutes).toBeGreaterThanOrEqual(240);
      expect(minutes).toBeLessThan(270);
    }
    expect(web.requests.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"v1"']);
  });

  it("requests one feed of a host at a time", async () => {
    let open = 0;
    const openAtOnce: number[] = [];
    const ids: string[] = [];
    for (const name of ["/one", "/two", "/three"]) {
      web.setAnswer(name, (_, response) => {
        open += 1;
        openAtOnce.push(open);
        setTimeout(() => {
          open -= 1;
          response.writeHead(200, { "content-type": "application/rss+xml" }).end(rss([]));
        }, 30);
      });
      ids.push(await subscribe(name));
    }
    await poll(...ids);
    expect(openAtOnce).toEqual([1, 1, 1]);
  });

  it("follows permanent redirects for good and temporary ones once", async () => {
    offer("/target", [{ title: "Umgezogen", path: "/u" }]);
    web.setAnswer("/moved", (_, response) => response.writeHead(301, { location: "/target" }).end());
    web.setAnswer("/elsewhere", (_, response) => response.writeHead(302, { location: "/target" }).end());
    const [moved, elsewhere] = [await subscribe("/moved"), await subscribe("/elsewhere")];
    await poll(moved, elsewhere);
    expect(await stateOf(moved)).toMatchObject({ address: `${site}/target`, moved_from: `${site}/moved` });
    expect(await stateOf(elsewhere)).toMatchObject({ address: `${site}/elsewhere`, moved_from: null });
  });

  it("stops asking for a feed that is gone, and says so once", async () => {
    web.setAnswer("/gone", (_, response) => response.writeHead(410).end());
    const id = await subscribe("/gone", { title: "Eingestellt" });
    await poll(id);
    expect(await stateOf(id)).toMatchObject({ problem: "gone", next_fetch_at: null });
    await poll(id);
    const mails = (await world.mailsTo("henrike@demo.example")).filter(({ subject }) => subject === "Von „Eingestellt“ kommt nichts mehr");
    expect(mails).toHaveLength(1);
    expect(mails[0]?.links[0]).toContain(`/folda/${inbox}/sources/${id}?`);
  });

  it("waits longer after each failure, and tells its people once when it has failed for a week", async () => {
    web.setAnswer("/broken", (_, response) => response.writeHead(500).end());
    const id = await subscribe("/broken", { title: "Defekt" });
    await poll(id);
    const first = await stateOf(id);
    await poll(id);
    const second = await stateOf(id);
    expect([first.problem, first.failures, second.failures]).toEqual(["server_failed", 1, 2]);
    expect(second.failing_since).toEqual(first.failing_since);
    const subjects = async () => (await world.mailsTo("henrike@demo.example")).map(({ subject }) => subject);
    expect(await subjects()).not.toContain("Von „Defekt“ kommt nichts mehr");
    await query("update sources set failing_since = now() - interval '8 days' where id = $1", [id]);
    await poll(id);
    await poll(id);
    expect((await subjects()).filter((subject) => subject === "Von „Defekt“ kommt nichts mehr")).toHaveLength(1);
    offer("/broken", [{ title: "Wieder da", path: "/wieder" }]);
    await poll(id);
    expect(await stateOf(id)).toMatchObject({ problem: null, failures: 0, failing_since: null, told_at: null });
    expect(await filedBy(id)).toEqual(["Wieder da"]);
  });

  it("files nothing from a page that asks to sign in, and nothing for somebody who may no longer manage it", async () => {
    web.setAnswer("/login", (_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<title>Anmelden</title><form><input type=password></form>"),
    );
    offer("/private", [{ title: "Ohne Recht", path: "/p" }]);
    const [login, rightless] = [await subscribe("/login"), await subscribe("/private", { user_id: await world.userId("clara") })];
    await poll(login, rightless);
    expect([(await stateOf(login)).problem, (await stateOf(rightless)).problem]).toEqual(["not_a_feed", "not_permitted"]);
    expect(web.requests.filter(({ url }) => url === "/private")).toEqual([]);
    expect(await filedBy(rightless)).toEqual([]);
  });

  it("files nothing for a source that was paused or deleted while it was fetched", async () => {
    const id = await subscribe("/slow");
    web.setAnswer("/slow", (_, response) => {
      void query("delete from sources where id = $1", [id]).then(() =>
        response.writeHead(200, { "content-type": "application/rss+xml" }).end(rss([{ title: "Zu spät", path: "/spaet" }])),
      );
    });
    await poll(id);
    expect(await filedBy(id)).toEqual([]);
    expect(await query("select 1 from source_entries where source_id = $1", [id])).toEqual([]);
  });

  it("files the rest on the next day when a workspace has reached its limit", async () => {
    offer(
      "/many",
      Array.from({ length: 60 }, (_, index) => ({ title: `Nummer ${index}`, path: `/n/${index}` })),
    );
    const id = await subscribe("/many");
    const { client_id } = await stateOf(id);
    await world.services.database.pool.query("delete from rate_limits where key like 'source-articles:%'");
    await query("insert into rate_limits (key, points, expire) values ($1, 10000, $2)", [
      `source-articles:${client_id}`,
      Date.now() + 3_600_000,
    ]);
    await poll(id);
    expect(await filedBy(id)).toEqual([]);
    expect((await stateOf(id)).next_fetch_at.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
    await query("delete from rate_limits where key like 'source-articles:%'");
    await poll(id);
    expect(await filedBy(id)).toHaveLength(60);
  });

  it("files every entry once when two runs work at the same time", async () => {
    offer(
      "/twice",
      Array.from({ length: 40 }, (_, index) => ({ title: `Doppelt ${index}`, path: `/d/${index}` })),
    );
    const id = await subscribe("/twice");
    await query("update sources set next_fetch_at = now() - interval '1 second' where id = $1", [id]);
    const { signal } = new AbortController();
    await Promise.all([pollSources(world.services, signal), pollSources(world.services, signal)]);
    expect(new Set(await filedBy(id)).size).toBe(40);
    expect(await filedBy(id)).toHaveLength(40);
  });

  it("forgets entries half a year after their feed has dropped them, but not those of a feed that is never read again", async () => {
    offer("/memory", [{ title: "Alt", path: "/alt" }]);
    const id = await subscribe("/memory");
    await poll(id);
    const keys = () => query("select 1 from source_entries where source_id = $1", [id]);
    await query("update source_entries set seen_at = now() - interval '200 days' where source_id = $1", [id]);
    await query("update sources set read_at = now() - interval '190 days' where id = $1", [id]);
    await deleteOldEntries(world.services.database.db, 180);
    expect(await keys()).not.toEqual([]);
    await query("update sources set read_at = now() where id = $1", [id]);
    await deleteOldEntries(world.services.database.db, 180);
    expect(await keys()).toEqual([]);
  });
});
