import { describe, expect, it } from "vitest";
import { demoFolders, personas } from "../../api/demo/personas";
import { isPermitted } from "../../api/permissions/permissions";
import { articleFields, fileArticle, titlesOf } from "../support/articles";
import { placeOf, viewerOf } from "../support/authorisation";
import { worldForTests } from "../support/harness";

const folder = "nordkorridor";

describe("What nobody learns", () => {
  const world = worldForTests();

  it.each(personas.map(({ key }) => key))("%s finds in every list exactly the articles of the folders they may see", async (person) => {
    await fillEveryFolder();
    const caller = world.as(person);
    const visible = demoFolders.filter(({ key }) => isPermitted(viewerOf(person), "folder:read", placeOf({ folder: key })));
    const mine = viewerOf(person).role === "reader" ? [] : [`inbox of ${person}`];
    const expected = [...visible.map(({ key }) => key), ...mine].sort();
    const everyFolder = (await everyFolderId()).join(",");
    for (const query of [
      "",
      "&sort_by=views",
      "&sort_by=published_at&sort_dir=asc",
      "&tags=leck",
      "&term=leckprobe",
      "&countries=NO",
      "&source_name=Leckblatt",
      `&folder_ids=${everyFolder}`,
      "&tags=leck&sort_by=comments_count",
      "&term=leckprobe&sort_by=views",
    ]) {
      const answer = await caller.get(`/contents?per_page=100${query}`);
      expect(
        titlesOf(answer)
          .filter((title) => title.startsWith("leckprobe "))
          .map((title) => title.slice(10))
          .sort(),
        query,
      ).toEqual(expected);
    }
    const counted = await caller.get(`/contents?per_page=1&tags=leck`);
    expect(counted.body.meta.total_count).toBe(expected.length);
  });

  it("Olga finds nothing of the other workspace, in no list", async () => {
    await fillEveryFolder();
    const olga = world.as("olga");
    for (const path of [
      "/contents",
      "/contents?term=leckprobe",
      "/contents?tags=leck",
      `/contents?folder_ids=${(await everyFolderId()).join(",")}`,
      "/contents?sort_by=views",
    ]) {
      const { body } = await olga.get(path);
      expect([body.entries, body.meta.total_count]).toEqual([[], 0]);
    }
    expect((await olga.get("/tags")).body).toEqual([]);
    expect((await olga.get(`/tags?folder_id=${await world.folderId(folder)}`)).body).toEqual([]);
  });

  it("Sabine, inactive in the team, learns nothing of a folder's tags", async () => {
    await fillEveryFolder();
    expect((await world.as("sabine").get(`/tags?folder_id=${await world.folderId(folder)}`)).body).toEqual([]);
  });

  it("a folder of another team, of another workspace and one that does not exist are refused alike", async () => {
    const piotr = world.as("piotr");
    const folders = [
      await world.folderId(folder),
      await world.folderId("fremde"),
      crypto.randomUUID(),
      "nonsense",
      await world.inboxIdOf("jana"),
    ];
    const answers = await Promise.all(folders.map((id) => piotr.post("/contents", { content: articleFields(id) })));
    for (const answer of answers) {
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual(answers[0]?.body);
      expect(Object.keys(answer.body.errors)).toEqual(["folder_id"]);
    }
  });

  it("Tobias may not move an article to where he may not write", async () => {
    const tobias = world.as("tobias");
    const article = await fileArticle(world.as("matthias"), await world.folderId(folder));
    const moved = await tobias.put(`/contents/${article.id}`, { content: articleFields(await world.folderId("presseschau")) });
    expect([moved.status, Object.keys(moved.body.errors)]).toEqual([422, ["folder_id"]]);
  });

  let filled: Promise<void> | undefined;
  function fillEveryFolder(): Promise<void> {
    filled ??= (async () => {
      const fields = { tags: ["Leck"], countries: ["NO"], source_name: "Leckblatt", source_url: "https://leck.example/x" };
      const anna = world.as("anna");
      for (const { key } of demoFolders) await fileArticle(anna, await world.folderId(key), { ...fields, title: `leckprobe ${key}` });
      for (const { key, role } of personas) {
        if (role === "reader") continue;
        await fileArticle(world.as(key), await world.inboxIdOf(key), { ...fields, title: `leckprobe inbox of ${key}` });
      }
    })();
    return filled;
  }

  async function everyFolderId(): Promise<string[]> {
    const ofDemo = await Promise.all(demoFolders.map(({ key }) => world.folderId(key)));
    const inboxes = await Promise.all(personas.map(({ key }) => world.inboxIdOf(key)));
    return [...ofDemo, ...inboxes];
  }
});
