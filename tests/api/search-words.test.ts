import { beforeAll, describe, expect, it } from "vitest";
import { onExclusiveConnection } from "../../api/db/exclusive";
import { inTransaction } from "../../api/db/pool";
import { forgetWords } from "../../api/db/search/search-words";
import { askForSearchRefresh, refreshSearch } from "../../api/domain/search/search-refresh";
import { articleFields, fileArticle, titlesOf } from "../support/articles";
import { engine, worldForTests } from "../support/harness";

describe("The words of a workspace", () => {
  const world = worldForTests();
  let folder: string;
  beforeAll(async () => {
    folder = await world.folderId("energie");
  });

  const florian = () => world.as("florian");
  const query = async (text: string, values: unknown[] = []) => (await world.services.database.pool.query(text, values)).rows;
  const knows = async (...words: string[]) =>
    (await query("select distinct word from search_words where word = any($1) order by word", [words])).map(({ word }) => word);
  const refresh = async () => {
    const { database, jobs } = world.services;
    await inTransaction(database, (tx) => jobs.enqueue(tx, "search-refresh", {}));
    await world.jobsDone();
  };

  it("forget those that no article holds any more, and keep all others", async () => {
    const gone = await fileArticle(florian(), folder, { title: "Pumpspeicherkraftwerk Xylander", body: "<p>Wasserschlösser im Berg.</p>" });
    await fileArticle(florian(), folder, { title: "Wasserschloss Bergsee", body: "<p>Der und die und this.</p>" });
    const changed = await fileArticle(florian(), folder, { title: "Zwirbelgetriebe" });
    await world.as("olga").post("/contents", { content: articleFields(await world.folderId("fremde"), { title: "Xylander" }) });
    await florian().delete(`/contents/${gone.id}`);
    await florian().put(`/contents/${changed.id}`, { content: articleFields(folder, { title: "Schneckengetriebe" }) });
    await refresh();
    expect(await knows("xylander", "zwirbelgetriebe")).toEqual(["xylander"]);
    expect(
      await query("select 1 from search_words w join clients c on c.id = w.client_id where word = 'xylander' and workspace = 'demo'"),
    ).toEqual([]);
    expect(await knows("pumpspeicherkraftwerk")).toEqual([]);
    expect(await knows("wasserschloss", "wasserschlösser", "bergsee", "schneckengetriebe", "und")).toEqual([
      "bergsee",
      "schneckengetriebe",
      "und",
      "wasserschloss",
      "wasserschlösser",
    ]);
    expect(titlesOf(await florian().get("/contents?term=Xylandr"))).toEqual([]);
    expect(titlesOf(await florian().get("/contents?term=Bergsse"))).toEqual(["Wasserschloss Bergsee"]);
  });

  it("are looked through a day after something was lost, and not before", async () => {
    const count = async () => (await query("select 1 from jobs where name = 'search-refresh'")).length;
    const lost = () => query("select since from search_losses");
    await refresh();
    expect(await lost()).toEqual([]);
    const { id } = await fileArticle(florian(), folder, { title: "Flüchtig" });
    expect(await lost()).toEqual([]);
    await florian().delete(`/contents/${id}`);
    expect(await lost()).toHaveLength(1);
    await askForSearchRefresh(world.services);
    expect(await count()).toBe(0);
    await query("update search_losses set since = now() - interval '25 hours'");
    await askForSearchRefresh(world.services);
    await world.jobsDone();
    expect(await lost()).toEqual([]);
    expect(await knows("flüchtig")).toEqual([]);
  });

  /** A word that is lost, in the demo workspace and in Olga's. */
  async function loseWords(): Promise<void> {
    const places = [
      { person: florian(), in: folder },
      { person: world.as("olga"), in: await world.folderId("fremde") },
    ];
    for (const place of places) {
      const { id } = await fileArticle(place.person, place.in, { title: "Vergänglich" });
      await place.person.delete(`/contents/${id}`);
    }
  }

  it("are another job's when there is no time left", async () => {
    await loseWords();
    const put: string[] = [];
    const jobs = { ...world.services.jobs, enqueue: async (_tx: unknown, name: string) => void put.push(name) };
    await refreshSearch({ ...world.services, jobs }, { withinMs: 0 });
    expect(put).toEqual(["search-refresh"]);
    expect(await query("select 1 from search_losses")).toHaveLength(2);
    await refresh();
    expect(await query("select 1 from search_losses")).toEqual([]);
    expect(await knows("vergänglich")).toEqual([]);
  });

  it.runIf(engine === "postgres")("are left alone while another process is at it, and not asked for once more", async () => {
    await loseWords();
    await onExclusiveConnection(world.services.database, "folda search refresh", async () => {
      await refresh();
      expect(await query("select 1 from search_losses")).toHaveLength(2);
    });
    await refresh();
    expect(await knows("vergänglich")).toEqual([]);
  });

  it("of an article that was filed meanwhile stay", async () => {
    const { title } = await fileArticle(florian(), folder, { title: "Zwischenzeitlich" });
    const [{ client_id: clientId }] = (await query("select client_id from folders where id = $1", [folder])) as [{ client_id: string }];
    await query("insert into search_words values ($1, 'verschollen')", [clientId]);
    const { database } = world.services;
    expect(await inTransaction(database, (tx) => forgetWords(tx, clientId, ["zwischenzeitlich", "verschollen"]))).toBe(true);
    expect(await knows(title.toLowerCase(), "verschollen")).toEqual(["zwischenzeitlich"]);
  });
});
