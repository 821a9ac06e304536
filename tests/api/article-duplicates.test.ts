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
    await fileArticle(jana, folder, { title: "Anderswo", source_url: "https://heide.example/2?id=7" });
    await fileArticle(jana, folder, { title: "Weiche", source_url: "https://heide.example/a?id=7&utm_source=mail" });
  });

  it.each([
    "https://heide.example/a?id=7",
    "http://heide.example/a?id=7",
    "HTTPS://Heide.EXAMPLE:443/a?id=7",
    "http://heide.example:80/a?id=7#kommentare",
    "https://heide.example/a?utm_source=x&utm_medium=y&id=7&fbclid=z",
    "https://heide.example/a?UTM_Campaign=x&id=7&mc_cid=1&gclid=2#top",
    "heide.example/a?id=7",
    "https://heide.example/./b/../a?id=7",
  ])("finds %s, which is the same", async (url) => {
    expect(await from(jana, url)).toEqual(["Weiche"]);
  });

  it.each([
    "https://heide.example/a",
    "https://heide.example/a?id=8",
    "https://heide.example/A?id=7",
    "https://heide.example/a/?id=7",
    "https://heide.example/a?id=7&seite=2",
    "https://heide.example/a?id=7&clid=",
    "https://heide.example:8080/a?id=7",
    "https://www.heide.example/a?id=7",
    "https://heide.example/%'or%201=1--",
  ])("does not find %s, which is another", async (url) => {
    expect(await from(jana, url)).toEqual([]);
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
    });
  });

  it("tells nobody of articles in folders that they do not see", async () => {
    const url = "https://heide.example/nur-fuer-mich";
    await fileArticle(jana, await world.inboxIdOf("jana"), { title: "Meins", source_url: url });
    expect(await from(jana, url)).toEqual(["Meins"]);
    for (const person of ["anna", "tobias", "olga"]) expect(await from(world.as(person), url), person).toEqual([]);
  });
});
