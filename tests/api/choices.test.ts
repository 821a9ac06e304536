import { beforeAll, describe, expect, it } from "vitest";
import { fileArticle } from "../support/articles";
import { worldForTests } from "../support/harness";

describe("What a filter offers to choose from", () => {
  const world = worldForTests();
  beforeAll(async () => {
    const [energie, security] = [await world.folderId("energie"), await world.folderId("it-sicherheit")];
    const florian = world.as("florian");
    const of = [
      { source_name: "Heidekurier", tags: ["Netz"], countries: ["DE", "AT"] },
      { source_name: "Heidekurier", tags: ["Netz", "Bau"], countries: ["AT"] },
      { source_name: "Ärzteblatt", tags: ["Bau", "Netz"] },
      { source_name: "elbe-zeitung", tags: ["Allerlei"] },
      { tags: ["Ohne Quelle"] },
    ];
    for (const fields of of) await fileArticle(florian, energie, fields);
    await fileArticle(world.as("ayse"), security, { source_name: "Geheimblatt", tags: ["Geheim"], countries: ["IS"] });
  });

  const namesOf = ({ body }: { body: { name: string }[] }) => body.map(({ name }) => name);

  it("Florian gets each source of his folders once, the most used one first, others as people sort, and none of other people's", async () => {
    expect(namesOf(await world.as("florian").get("/sources"))).toEqual(["Heidekurier", "Ärzteblatt", "elbe-zeitung"]);
    expect(namesOf(await world.as("ayse").get("/sources"))).toEqual(["Geheimblatt"]);
    expect(namesOf(await world.as("olga").get("/sources"))).toEqual([]);
  });

  it.each([
    ["heide", ["Heidekurier"]],
    ["ZEIT", ["elbe-zeitung"]],
    ["ärzte", ["Ärzteblatt"]],
    ["ARZTE", ["Ärzteblatt"]],
    ["aerzte", ["Ärzteblatt"]],
    ["%", []],
    ["_\\'", []],
    ["Geheim", []],
  ])("by the letters %j he gets %j", async (name, expected) => {
    expect(namesOf(await world.as("florian").get(`/sources?name=${encodeURIComponent(name)}`))).toEqual(expected);
  });

  it("of one folder, when he sees it", async () => {
    const [energie, security, foreign] = [
      await world.folderId("energie"),
      await world.folderId("it-sicherheit"),
      await world.folderId("fremde"),
    ];
    expect(namesOf(await world.as("florian").get(`/sources?folder_id=${energie}`))).toHaveLength(3);
    for (const folder of [security, foreign, "nonsense"]) {
      expect(namesOf(await world.as("florian").get(`/sources?folder_id=${folder}`))).toEqual([]);
      expect((await world.as("florian").get(`/contents/frequent?folder_id=${folder}`)).body).toEqual({ tags: [], countries: [] });
    }
  });

  it("a hundred at most", async () => {
    const folder = await world.folderId("wettbewerb");
    const { pool } = world.services.database;
    await pool.query(
      `insert into articles (client_id, folder_id, user_id, title, teaser, body, published_at, source_name)
       select client_id, id, $2, 'Nummer ' || n, '', '', '2026-01-01', 'Blatt ' || n from folders, generate_series(1, 150) n where id = $1`,
      [folder, await world.userId("piotr")],
    );
    expect(namesOf(await world.as("piotr").get(`/sources?folder_id=${folder}`))).toHaveLength(100);
    expect(namesOf(await world.as("piotr").get("/sources?name=Blatt%20149"))).toEqual(["Blatt 149"]);
  });

  it("the tags and countries that the newest articles carry most often come first", async () => {
    const { body } = await world.as("florian").get("/contents/frequent");
    expect(body).toEqual({ tags: ["netz", "bau", "allerlei", "ohne-quelle"], countries: ["AT", "DE"] });
    expect((await world.as("ayse").get("/contents/frequent")).body).toEqual({ tags: ["geheim"], countries: ["IS"] });
  });
});
