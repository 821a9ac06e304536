import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoTeams, personas } from "../../api/demo/personas";
import { isPermitted } from "../../api/permissions/permissions";
import { describeAuthorisation, viewerOf } from "../support/authorisation";
import type { Caller } from "../support/caller";
import { type OpenWorld, openWorld } from "../support/harness";

describe("Who may do what with teams", () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  const sql = async (text: string, values: unknown[]): Promise<string> =>
    (await world.services.database.pool.query(text, values)).rows[0]?.id;

  /** A team like one of the cast, with the same people in it, and one owner more, so that nobody is the last. */
  async function twinOf(key: string): Promise<{ team: string; membership: string }> {
    const anna = await world.userId("anna");
    const slug = `wie-${key}-${crypto.randomUUID()}`;
    const team = await sql("insert into teams (client_id, name, slug) select client_id, $2, $2 from users where id = $1 returning id", [
      anna,
      slug,
    ]);
    const join = (user: string, role: string, active = true) =>
      sql(
        `insert into memberships (client_id, team_id, user_id, role, active)
         select client_id, $1, id, $3::role, $4 from users where id = $2 returning id`,
        [team, user, role, active],
      );
    for (const [person, role] of Object.entries(demoTeams.find((one) => one.key === key)?.members ?? {}))
      await join(await world.userId(person), role.replace("!", ""), !role.endsWith("!"));
    const stranger = () =>
      sql(
        "insert into users (client_id, email, password_hash, role) select client_id, $2, '', 'editor' from users where id = $1 returning id",
        [anna, `${crypto.randomUUID()}@demo.example`],
      );
    await join(await stranger(), "owner");
    return { team, membership: await join(await stranger(), "reader") };
  }

  const send =
    (call: (caller: Caller, twin: { team: string; membership: string }) => ReturnType<Caller["get"]>) => async (caller: Caller) =>
      call(caller, await twinOf("netz"));

  test.each(personas.map(({ key }) => key))("POST /teams, guarded by team:create: %s", async (person) => {
    const { status } = await world.as(person).post("/teams", { team: { name: `Von ${person}` } });
    expect(status).toBe(isPermitted(viewerOf(person), "team:create", { clientId: "demo" }) ? 201 : 403);
  });

  test("POST /teams asks a visitor to sign in", async () => {
    expect((await world.visitor.post("/teams", { team: { name: "Von niemandem" } })).status).toBe(401);
  });

  describeAuthorisation(() => world, {
    name: "GET /teams/{id}",
    action: "team:read",
    place: { team: "netz" },
    send: async (caller) => caller.get(`/teams/${await world.teamId("netz")}`),
  });

  describeAuthorisation(() => world, {
    name: "GET /memberships",
    action: "team:read",
    place: { team: "netz" },
    send: async (caller) => caller.get(`/memberships?team_id=${await world.teamId("netz")}`),
  });

  describeAuthorisation(() => world, {
    name: "PUT /teams/{id}",
    action: "team:update",
    place: { team: "netz" },
    send: send((caller, { team }) => caller.put(`/teams/${team}`, { team: { name: "Neu" } })),
  });

  describeAuthorisation(() => world, {
    name: "GET /teams/{id}/removal",
    action: "team:delete",
    place: { team: "netz" },
    send: send((caller, { team }) => caller.get(`/teams/${team}/removal`)),
  });

  describeAuthorisation(() => world, {
    name: "DELETE /teams/{id}",
    action: "team:delete",
    place: { team: "netz" },
    send: send((caller, { team }) => caller.delete(`/teams/${team}`)),
  });

  describeAuthorisation(() => world, {
    name: "DELETE /teams/{id}/membership",
    action: "team:leave",
    place: { team: "netz" },
    send: send((caller, { team }) => caller.delete(`/teams/${team}/membership`)),
  });

  describeAuthorisation(() => world, {
    name: "GET /teams/{id}/people",
    action: "team:update",
    place: { team: "netz" },
    send: send((caller, { team }) => caller.get(`/teams/${team}/people`)),
  });

  describeAuthorisation(() => world, {
    name: "POST /memberships",
    action: "membership:manage",
    place: { team: "netz" },
    answers: { hidden: 422, forbidden: 422 },
    send: send(async (caller, { team }) =>
      caller.post("/memberships", { membership: { team_id: team, user_id: await world.userId("lena") } }),
    ),
  });

  describeAuthorisation(() => world, {
    name: "PUT /memberships/{id}",
    action: "membership:manage",
    place: { team: "netz" },
    send: send((caller, { membership }) => caller.put(`/memberships/${membership}`, { membership: { role: "editor", active: false } })),
  });
});
