import { describe, expect, test } from "vitest";
import { visibleFolders } from "../../api/db/folders/folders";
import { countStatements } from "../../api/db/pool";
import { demoFolders, demoTeams, personas } from "../../api/demo/personas";
import { requireViewer } from "../../api/domain/auth/session";
import { isPermitted } from "../../api/permissions/permissions";
import { placeOf, viewerOf } from "../support/authorisation";
import { worldForTests } from "../support/harness";

describe("folders", () => {
  const world = worldForTests();

  test("Sabine sees the folders of her team and her own inbox, not those of the team she is inactive in", async () => {
    const { body } = await world.as("sabine").get("/folders");
    const names = body.map((folder: { name: string }) => folder.name);
    expect(names).toEqual(["Eingang", "Politik & Regulierung", "Presseschau", "Eingang"]);
  });

  test("Tobias finds them by team, his own last, the inbox first, then by name as Germans sort", async () => {
    const { body } = await world.as("tobias").get("/folders");
    const names = body.map((folder: { name: string; team: { name: string } }) => `${folder.team.name}: ${folder.name}`);
    expect(names).toEqual([
      "Markt & Strategie: Rail in Europe",
      "Markt & Strategie: Wettbewerb & Markt",
      "Netz & Infrastruktur: Ausbau Nordkorridor",
      "Netz & Infrastruktur: Baustellen & Sperrungen",
      "Netz & Infrastruktur: Brücken & Bauwerke",
      "Netz & Infrastruktur: Leit- und Sicherungstechnik",
      "Tobias Kern: Eingang",
    ]);
  });

  const writes = { create_content: true, manage_mailings: true, manage_sources: false, update: false, destroy: false };
  const administers = { create_content: true, manage_mailings: true, manage_sources: true, update: true, destroy: true };
  test.each([
    ["Henrike may write to the one folder of another team that she is an editor of", "henrike", "nordkorridor", writes],
    ["Matthias, who only reads in the team, may change the one folder of it that he administers", "matthias", "politik", administers],
  ])("%s", async (_, person, folder, permissions) => {
    expect((await world.as(person).get(`/folders/${await world.folderId(folder)}`)).body.permissions).toEqual(permissions);
  });

  test("Henrike's ownership that is not active gives nothing", async () => {
    const henrike = world.as("henrike");
    const id = await world.folderId("nordkorridor");
    const setActive = (active: boolean) =>
      world.services.database.pool.query("update ownerships set active = $1 where folder_id = $2", [active, id]);
    await setActive(false);
    expect((await henrike.get(`/folders/${id}`)).status).toBe(404);
    expect((await henrike.get("/folders?writable=true")).body.map((folder: { id: string }) => folder.id)).not.toContain(id);
    await setActive(true);
    expect((await henrike.get(`/folders/${id}`)).status).toBe(200);
  });

  test("nobody may change an inbox, its person neither", async () => {
    const { body } = await world.as("jana").get(`/folders/${await world.inboxIdOf("jana")}`);
    expect(body).toMatchObject({
      purpose: "inbox",
      permissions: { create_content: true, manage_mailings: false, manage_sources: true, update: false, destroy: false },
    });
  });

  test("a folder says where its export begins, an inbox that it has none", async () => {
    const jana = world.as("jana");
    const id = await world.folderId("nordkorridor");
    const { publicUrl, productSlug } = world.services.config;
    const begin = { url: `${publicUrl.origin}/${productSlug}/${id}/export/format` };
    expect((await jana.get(`/folders/${id}`)).body).toMatchObject({ export_enabled: true, export: begin });
    expect((await jana.get(`/folders/${await world.inboxIdOf("jana")}`)).body).toMatchObject({ export_enabled: false, export: null });
  });

  test("Anna, who owns the workspace, sees into nobody's personal team", async () => {
    expect((await world.as("anna").get(`/folders/${await world.inboxIdOf("jana")}`)).status).toBe(404);
  });

  test("Matthias narrows the list to where he can write, and to one team", async () => {
    const matthias = world.as("matthias");
    const communication = await world.teamId("kommunikation");
    const names = async (query: string) => (await matthias.get(`/folders?${query}`)).body.map((folder: { name: string }) => folder.name);
    expect(await names(`team_id=${communication}`)).toEqual(["Eingang", "Politik & Regulierung", "Presseschau"]);
    expect(await names(`team_id=${communication}&writable=true`)).toEqual(["Politik & Regulierung"]);
    expect(await names("writable=true")).toHaveLength(6);
    expect(await names("team_id=somewhere")).toEqual([]);
    expect(await names(`team_id=${await world.teamId("nachbarschaft")}`)).toEqual([]);
  });

  test("an empty folder counts nothing and was never filled", async () => {
    const { body } = await world.as("anna").get(`/folders/${await world.folderId("ki")}`);
    expect(body).toMatchObject({ contents_count: 0, latest_content_at: null });
  });

  test("what SQL shows is what the table of permissions allows, for each of the cast and each folder", async () => {
    const folderIds = new Map<string, string>();
    for (const { key } of demoFolders) folderIds.set(key, await world.folderId(key));
    for (const { key: person } of personas) {
      const viewer = await requireViewer(world.services, await world.signIn(person));
      const { rows } = await world.services.database.db.execute<{ id: string }>(visibleFolders(viewer));
      const seen = new Set(rows.map(({ id }) => id));
      for (const { key: folder } of demoFolders) {
        const allowed = isPermitted(viewerOf(person), "folder:read", placeOf({ folder }));
        expect({ person, folder, seen: seen.has(folderIds.get(folder) ?? "") }).toEqual({ person, folder, seen: allowed });
      }
      expect(seen.has(await world.folderId("fremde"))).toBe(false);
    }
    expect(demoTeams).toHaveLength(5);
  });

  test("each call costs one statement for the person and one for the answer", async () => {
    const jana = world.as("jana");
    await jana.get("/folders");
    const id = await world.folderId("nordkorridor");
    for (const path of ["/folders", "/folders?writable=true", `/folders/${id}`]) {
      const { statements } = await countStatements(() => jana.get(path));
      expect(statements).toHaveLength(2);
    }
  });
});
