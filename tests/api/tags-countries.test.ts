import { describe, expect, it } from "vitest";
import { fileArticle } from "../support/articles";
import { worldForTests } from "../support/harness";

describe("Tags and countries", () => {
  const world = worldForTests();

  const namesOf = (tags: { name: string }[]) => tags.map(({ name }) => name);
  const slugsOf = (tags: { slug: string }[]) => tags.map(({ slug }) => slug);

  it("Piotr's tags become tags of the workspace with readable slugs", async () => {
    const names = ["Überführung", "Straße & Schiene", "Łódź", "C++", "ÖPNV", "日本", "🚆", "Ayşe Yıldırım"];
    const { tags } = await fileArticle(world.as("piotr"), await world.folderId("wettbewerb"), { tags: names });
    expect(namesOf(tags)).toEqual(names);
    const slugs = slugsOf(tags);
    expect(slugs.slice(0, 3)).toEqual(["ueberfuehrung", "strasse-schiene", "lodz"]);
    expect(slugs.every((slug) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug))).toBe(true);
    expect(new Set(slugs).size).toBe(names.length);
    const { entries } = (await world.as("piotr").get("/contents?tags=ueberfuehrung")).body;
    expect(entries).toHaveLength(1);
  });

  it("Names that differ in case or spaces are one tag, named as it was first", async () => {
    const piotr = world.as("piotr");
    const folder = await world.folderId("wettbewerb");
    const first = await fileArticle(piotr, folder, { tags: ["Ärger im Netz"] });
    const second = await fileArticle(piotr, folder, { tags: [" ärger  im NETZ ", "Ärger im Netz", "ÄRGER IM NETZ", "Neu"] });
    expect(namesOf(second.tags)).toEqual(["Ärger im Netz", "Neu"]);
    expect(second.tags[0]).toEqual(first.tags[0]);
    const third = await fileArticle(piotr, folder, { tags: ["Bahnsteig", "Gleis", "BAHNSTEIG", "bahnsteig"] });
    expect(namesOf(third.tags)).toEqual(["Bahnsteig", "Gleis"]);
  });

  it("Different names with the same slug stay apart", async () => {
    const { tags } = await fileArticle(world.as("piotr"), await world.folderId("wettbewerb"), { tags: ["Maße!", "Masse", "Masse?"] });
    expect(slugsOf(tags).sort()).toEqual(["masse", "masse-2", "masse-3"]);
  });

  it("Two people who make the same tags at once, in different orders, share them", async () => {
    const [piotr, tobias, folder] = [world.as("piotr"), world.as("tobias"), await world.folderId("wettbewerb")];
    const names = Array.from({ length: 12 }, (_, n) => `Gleichzeitig ${n}`);
    const file = (person: typeof piotr, tags: string[]) => fileArticle(person, folder, { tags });
    const made = await Promise.all([
      file(piotr, names),
      file(tobias, [...names].reverse()),
      file(piotr, names),
      file(tobias, [...names].reverse()),
    ]);
    const ids = made.map(({ tags }) => tags.map((tag: { id: string }) => tag.id).sort());
    expect(ids[1]).toEqual(ids[0]);
    expect(ids[2]).toEqual(ids[0]);
    expect(ids[3]).toEqual(ids[0]);
  });

  it("The list is sorted as Germans sort, and narrowed to a folder", async () => {
    const folder = await world.folderId("energie");
    const florian = world.as("florian");
    await fileArticle(florian, folder, { tags: ["Zug", "Öl", "apfel", "Ofen"] });
    expect(namesOf((await florian.get(`/tags?folder_id=${folder}`)).body)).toEqual(["apfel", "Ofen", "Öl", "Zug"]);
    await fileArticle(world.as("piotr"), await world.folderId("wettbewerb"), { tags: ["Anderswo"] });
    expect(namesOf((await florian.get("/tags")).body)).toEqual(expect.arrayContaining(["Anderswo", "apfel"]));
    expect((await florian.get("/tags?folder_id=nonsense")).body).toEqual([]);
  });

  it("Countries are named and sorted in the language of the request", async () => {
    const anna = world.as("anna");
    const german = (await anna.get("/countries", { "Accept-Language": "de" })).body;
    const english = (await anna.get("/countries", { "Accept-Language": "en" })).body;
    expect([german.length, english.length]).toEqual([249, 249]);
    expect(german.find((country: { code: string }) => country.code === "AT").name).toBe("Österreich");
    expect(english.find((country: { code: string }) => country.code === "AT").name).toBe("Austria");
    const names = namesOf(german);
    expect(names).toEqual([...names].sort(new Intl.Collator("de").compare));
    expect(names.indexOf("Österreich")).toBeLessThan(names.indexOf("Pakistan"));
  });
});
