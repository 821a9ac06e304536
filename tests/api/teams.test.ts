import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countStatements } from "../../api/db/pool";
import { describeAuthorisation } from "./authorisation";
import { engines, type OpenWorld, openWorld } from "./harness";

describe.each(engines)("teams on %s", (engine) => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(engine);
  });
  afterAll(() => world.close());

  const namesFor = async (person: string) => (await world.as(person).get("/teams")).body.map((team: { name: string }) => team.name);

  test("Jana, an admin, reads all public teams by name, and her own last", async () => {
    expect(await namesFor("jana")).toEqual([
      "Digitalisierung & IT",
      "Energie & Klima",
      "Markt & Strategie",
      "Netz & Infrastruktur",
      "Unternehmenskommunikation",
      "Jana Petersen",
    ]);
  });

  test("Sabine reads the teams she is active in", async () => {
    expect(await namesFor("sabine")).toEqual(["Unternehmenskommunikation", "Sabine Ostermann"]);
  });

  test("Matthias, the only owner of his team, may do all there but leave", async () => {
    const { body } = await world.as("matthias").get(`/teams/${await world.teamId("netz")}`);
    expect(body).toMatchObject({
      slug: "netz",
      visibility: "is_public",
      folders_count: 4,
      memberships_count: 5,
      role: "owner",
      permissions: { create_folder: true, update: true, destroy: true, leave: false },
    });
  });

  test("Clara reads in the team and may leave it", async () => {
    const { body } = await world.as("clara").get(`/teams/${await world.teamId("netz")}`);
    expect(body).toMatchObject({ role: "reader", permissions: { create_folder: false, update: false, destroy: false, leave: true } });
  });

  test("Anna, who owns the workspace, may do what the team's owner may, without a role in it", async () => {
    const { body } = await world.as("anna").get(`/teams/${await world.teamId("netz")}`);
    expect(body).toMatchObject({ role: null, permissions: { create_folder: true, update: true, destroy: true, leave: false } });
  });

  test("a personal team can be neither left nor deleted", async () => {
    const { body } = await world.as("tobias").get("/teams");
    expect(body.at(-1)).toMatchObject({
      visibility: "is_personal",
      folders_count: 1,
      role: "owner",
      permissions: { create_folder: true, update: true, destroy: false, leave: false },
    });
  });

  test("each call costs one statement for the person and one for the answer", async () => {
    const jana = world.as("jana");
    await jana.get("/teams");
    const id = await world.teamId("netz");
    for (const path of ["/teams", `/teams/${id}`]) expect((await countStatements(() => jana.get(path))).statements).toHaveLength(2);
  });

  describeAuthorisation(() => world, {
    name: "GET /teams/{id}",
    action: "team:read",
    place: { team: "netz" },
    send: async (caller) => caller.get(`/teams/${await world.teamId("netz")}`),
  });
});
