import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fileArticle } from "../support/articles";
import { password, worldForTests } from "../support/harness";

describe("Follows", () => {
  const world = worldForTests();
  let nordkorridor: string;
  let gleis: string;

  beforeAll(async () => {
    nordkorridor = await world.folderId("nordkorridor");
    gleis = (await fileArticle(world.as("jana"), nordkorridor, { tags: ["Gleis"] })).tags[0].id;
    await fileArticle(world.as("olga"), await world.folderId("fremde"), { tags: ["Gleis"] });
  });
  beforeEach(async () => {
    await world.services.database.pool.query("delete from follows");
  });

  const sql = (text: string, values: unknown[]) => world.services.database.pool.query(text, values);
  const follow = (person: string, fields: object) => world.as(person).post("/follows", { follow: fields });
  const namesOf = async (person: string) => (await world.as(person).get("/follows")).body.map(({ name }: { name: string }) => name);

  it("Sabine follows a folder, a tag and a search, and finds each with what it is about, the last one first", async () => {
    const folder = await world.folderId("presseschau");
    for (const fields of [
      { folder_id: folder },
      { tag_id: gleis },
      { name: "  Neue  Gleise ", query: { term: "Gleis", tags: "gleis,weiche" } },
    ])
      expect((await follow("sabine", fields)).status).toBe(201);
    expect((await world.as("sabine").get("/follows")).body).toEqual([
      {
        id: expect.any(String),
        name: "Neue Gleise",
        folder: null,
        tag: null,
        query: { term: "Gleis", tags: "gleis,weiche" },
        created_at: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ name: "Gleis", folder: null, tag: { id: gleis, name: "Gleis", slug: "gleis" }, query: null }),
      expect.objectContaining({ name: "Presseschau", folder: { id: folder, name: "Presseschau" }, tag: null, query: null }),
    ]);
  });

  it("Everything is followed once, also by two requests at once, and a search that is saved again gets the new name", async () => {
    for (const fields of [{ folder_id: nordkorridor }, { tag_id: gleis }, { name: "Eins", query: { term: "Gleis" } }]) {
      const answers = await Promise.all([1, 2, 3].map(() => follow("jana", fields)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    }
    expect((await follow("jana", { name: "Zwei", query: { term: "Gleis", tags: "" } })).body.name).toBe("Zwei");
    expect(await namesOf("jana")).toEqual(["Zwei", "Gleis", "Ausbau Nordkorridor"]);
  });

  it("Folder and tag tell her own follow, and nobody else's", async () => {
    const { id } = (await follow("florian", { folder_id: nordkorridor })).body;
    const ofTag = (await follow("florian", { tag_id: gleis })).body.id;
    const shown = async (person: string) => {
      const tags = (await world.as(person).get("/tags?follows=true")).body;
      return [
        (await world.as(person).get(`/folders/${nordkorridor}`)).body.follow_id,
        tags.find((tag: { id: string }) => tag.id === gleis).follow_id,
      ];
    };
    expect(await shown("florian")).toEqual([id, ofTag]);
    expect(await shown("jana")).toEqual([null, null]);
    expect((await world.as("florian").get("/tags")).body[0]).not.toHaveProperty("follow_id");
    expect((await world.as("florian").get("/folders")).body[0]).not.toHaveProperty("follow_id");
  });

  it("Only searches are renamed, and only one's own", async () => {
    const search = (await follow("henrike", { name: "Alt", query: { priority: "high" } })).body.id;
    const folder = (await follow("henrike", { folder_id: await world.folderId("presseschau") })).body.id;
    const rename = (person: string, id: string, name: string) => world.as(person).put(`/follows/${id}`, { follow: { name } });
    expect((await rename("henrike", search, " Wichtig ")).body).toMatchObject({ id: search, name: "Wichtig" });
    for (const [person, id] of [
      ["anna", search],
      ["olga", search],
      ["henrike", folder],
    ] as const)
      expect((await rename(person, id, "Neu")).status).toBe(404);
  });

  it("A follow ends once, and nobody else ends it", async () => {
    const { id } = (await follow("piotr", { name: "Alles", query: {} })).body;
    for (const person of ["anna", "olga"]) expect((await world.as(person).delete(`/follows/${id}`)).status).toBe(404);
    expect((await world.as("piotr").delete(`/follows/${id}`)).status).toBe(204);
    expect((await world.as("piotr").delete(`/follows/${id}`)).status).toBe(404);
    expect(await namesOf("piotr")).toEqual([]);
  });

  it("A folder is listed as long as she sees it, and leaves with the folder and the tag", async () => {
    const { body: team } = await world.as("ayse").post("/teams", { team: { name: "Nur kurz" } });
    const { body: folder } = await world.as("ayse").post("/folders", { folder: { name: "Kurz", team_id: team.id } });
    const ids = [await world.userId("tobias"), team.id];
    await sql(
      "insert into memberships (client_id, user_id, team_id, role) select client_id, id, $2, 'reader' from users where id = $1",
      ids,
    );
    await follow("tobias", { folder_id: folder.id });
    const { tags } = await fileArticle(world.as("ayse"), folder.id, { tags: ["Flüchtig"] });
    await follow("tobias", { tag_id: tags[0].id });
    const setActive = (active: boolean) => sql("update memberships set active = $3 where user_id = $1 and team_id = $2", [...ids, active]);
    await setActive(false);
    expect(await namesOf("tobias")).toEqual(["Flüchtig"]);
    expect((await follow("tobias", { folder_id: folder.id })).status).toBe(404);
    await setActive(true);
    expect(await namesOf("tobias")).toEqual(["Flüchtig", "Kurz"]);
    await world.as("ayse").delete(`/folders/${folder.id}`);
    await world.as("jana").delete(`/tags/${tags[0].id}`);
    expect(await namesOf("tobias")).toEqual([]);
    await world.as("ayse").post(`/trash/${folder.id}/restore`, {});
    expect(await namesOf("tobias")).toEqual(["Kurz"]);
  });

  it("Nobody follows what there is not, nor a folder or tag of another workspace", async () => {
    const [{ id: foreignTag }] = (await world.as("olga").get("/tags")).body;
    for (const fields of [
      { folder_id: await world.folderId("fremde") },
      { tag_id: foreignTag },
      { tag_id: crypto.randomUUID() },
      { folder_id: "x" },
      { tag_id: "x" },
    ])
      expect((await follow("anna", fields)).status).toBe(404);
    expect(await namesOf("anna")).toEqual([]);
  });

  it("Miriam follows a hundred things at most, and her follows end with her account", async () => {
    const miriam = await world.userId("miriam");
    await sql(
      `insert into follows (client_id, user_id, name, query)
       select client_id, id, 'Voll', jsonb_build_object('term', n::text) from users, generate_series(1, 100) n where id = $1`,
      [miriam],
    );
    const more = { folder_id: await world.folderId("it-sicherheit"), tag_id: gleis, name: "Neu" };
    for (const [field, value] of Object.entries(more)) {
      const { status, body } = await follow("miriam", { [field]: value, ...(field === "name" ? { query: {} } : {}) });
      expect(status).toBe(422);
      expect(body.errors[field][0]).toContain("100");
    }
    expect((await follow("miriam", { name: "Umbenannt", query: { term: "7" } })).status).toBe(201);
    expect((await world.as("miriam").delete(`/users/${miriam}`, {}, { current_password: password })).status).toBe(204);
    expect((await sql("select 1 from follows where user_id = $1", [miriam])).rows).toEqual([]);
  });
});
