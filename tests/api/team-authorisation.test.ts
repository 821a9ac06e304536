import { describe } from "vitest";
import { demoTeams } from "../../api/demo/personas";
import { guarding } from "../support/authorisation";
import type { Caller } from "../support/caller";
import { worldForTests } from "../support/harness";

describe("Who may do what with teams", () => {
  const world = worldForTests();

  const sql = async (text: string, values: unknown[]): Promise<string> =>
    (await world.services.database.pool.query(text, values)).rows[0]?.id;

  /** A team like one of the demo, with the same people and an additional owner, so that nobody is the last one. */
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

  const place = { team: "netz" };
  const ofWorkspace = guarding(() => world, { place: "workspace" });
  const ofTeam = guarding(() => world, { place, make: () => twinOf("netz") });
  const ofMembers = guarding(() => world, { place, make: () => twinOf("netz"), answers: { hidden: 422, forbidden: 422 } });
  const consumes = true;

  ofWorkspace("POST /teams", "team:create", (caller) => caller.post("/teams", { team: { name: "Neu" } }), { isOfOwnWorkspace: true });
  ofTeam("GET /teams/{id}", "team:read", (caller, { team }) => caller.get(`/teams/${team}`));
  ofTeam("GET /memberships", "team:read", (caller, { team }) => caller.get(`/memberships?team_id=${team}`));
  ofTeam("PUT /teams/{id}", "team:update", (caller, { team }) => caller.put(`/teams/${team}`, { team: { name: "Neu" } }));
  ofTeam("GET /teams/{id}/removal", "team:delete", (caller, { team }) => caller.get(`/teams/${team}/removal`));
  ofTeam("DELETE /teams/{id}", "team:delete", (caller, { team }) => caller.delete(`/teams/${team}`), { consumes });
  ofTeam("DELETE /teams/{id}/membership", "team:leave", (caller, { team }) => caller.delete(`/teams/${team}/membership`), { consumes });
  ofTeam("GET /teams/{id}/people", "team:update", (caller, { team }) => caller.get(`/teams/${team}/people`));
  const add = async (caller: Caller, { team }: { team: string }) =>
    caller.post("/memberships", { membership: { team_id: team, user_id: await world.userId("lena") } });
  ofMembers("POST /memberships", "membership:manage", add, { consumes });
  ofTeam("GET /memberships/{id}", "membership:manage", (caller, { membership }) => caller.get(`/memberships/${membership}`));
  ofTeam("DELETE /memberships/{id}", "membership:manage", (caller, { membership }) => caller.delete(`/memberships/${membership}`), {
    consumes,
  });
  ofTeam("PUT /memberships/{id}", "membership:manage", (caller, { membership }) =>
    caller.put(`/memberships/${membership}`, { membership: { role: "editor", active: false } }),
  );
});
