import { beforeAll, describe, expect, it } from "vitest";
import { countStatements } from "../../api/db/pool";
import { statusesOf } from "../support/articles";
import type { Caller } from "../support/caller";
import { worldForTests } from "../support/harness";

describe("Who is in a team", () => {
  const world = worldForTests();
  let jana: Caller;

  beforeAll(async () => {
    jana = world.as("jana");
  });

  /** A team that Jana owns. */
  const makeTeam = async () => (await jana.post("/teams", { team: { name: "Fahrgastrechte" } })).body.id as string;

  async function add(team_id: string, person: string, fields: Record<string, unknown> = {}) {
    const answer = await jana.post("/memberships", { membership: { team_id, user_id: await world.userId(person), ...fields } });
    if (answer.status !== 201) throw new Error(`not added: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  const list = async (team: string, query = "") => (await jana.get(`/memberships?team_id=${team}${query}`)).body;
  const emailsOf = async (team: string, query = "") =>
    (await list(team, query)).entries.map(({ user }: { user: { email: string } }) => user.email);

  it("Jana reads who is in a team, those who came first on top, the inactive ones too", async () => {
    const netz = await world.teamId("netz");
    const { entries, meta } = await list(netz);
    expect(meta).toEqual({ current_page: 0, per_page: 25, next_page: null, total_count: 6, total_is_exact: true });
    expect(entries[0]).toEqual({
      id: expect.any(String),
      role: "owner",
      client_role: "editor",
      access: { can: "manages", because: "team" },
      active: true,
      team_id: netz,
      team: { id: netz, name: "Netz & Infrastruktur", slug: "netz", visibility: "is_public" },
      user_id: await world.userId("matthias"),
      user: expect.objectContaining({ first_name: "Dr. Matthias", email: "matthias@demo.example" }),
      created_at: expect.stringMatching(/Z$/),
      permissions: { update: false },
    });
    expect(entries.at(-1)).toMatchObject({ user: { first_name: "Sabine" }, role: "reader", active: false, permissions: { update: true } });
  });

  it("Clara reads the same, and may change nothing of it", async () => {
    const { status, body } = await world.as("clara").get(`/memberships?team_id=${await world.teamId("netz")}`);
    expect([status, body.entries.length]).toEqual([200, 6]);
    expect(body.entries.filter(({ permissions }: { permissions: { update: boolean } }) => permissions.update)).toEqual([]);
  });

  it("Jana finds people by role, by parts of name and address, and by both", async () => {
    const netz = await world.teamId("netz");
    expect(await emailsOf(netz, "&role=editor")).toEqual(["tobias@demo.example", "florian@demo.example"]);
    expect(await emailsOf(netz, "&role=owner")).toEqual(["matthias@demo.example"]);
    expect(await emailsOf(netz, "&role=all")).toHaveLength(6);
    expect(await emailsOf(netz, `&term=${encodeURIComponent("WÄCHTER")}`)).toEqual(["florian@demo.example"]);
    expect(await emailsOf(netz, "&term=sabine@")).toEqual(["sabine@demo.example"]);
    expect(await emailsOf(netz, "&term=a&role=admin")).toEqual(["jana@demo.example"]);
    expect(await emailsOf(netz, "&term=%25")).toEqual([]);
    expect(await emailsOf(netz, "&term=olga")).toEqual([]);
  });

  it("Jana adds people, as editors unless she says otherwise", async () => {
    const team = await makeTeam();
    const made = await add(team, "lena");
    expect(made).toMatchObject({ role: "editor", active: true, team_id: team, user: { email: "lena@demo.example" } });
    await add(team, "miriam", { role: "admin" });
    expect(await emailsOf(team)).toEqual(["jana@demo.example", "lena@demo.example", "miriam@demo.example"]);
    expect((await list(team)).entries[1]).toEqual(made);
    expect((await jana.get(`/teams/${team}`)).body.memberships_count).toBe(3);
  });

  it("a person is added once: the same form sent again answers the same, another one says that the person is there", async () => {
    const team = await makeTeam();
    const membership = { team_id: team, user_id: await world.userId("lena") };
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const send = () => jana.post("/memberships", { membership }, key);
    const answers = await Promise.all([send(), send(), send()]);
    expect(statusesOf(answers)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const others = await Promise.all([1, 2].map(() => jana.post("/memberships", { membership }, { "Accept-Language": "de" })));
    for (const { status, body } of others)
      expect([status, body]).toEqual([422, { errors: { user_id: ["Diese Person steht bereits in der Liste."] } }]);
    expect(await emailsOf(team)).toHaveLength(2);
  });

  it("two add the same person at once, and one is told", async () => {
    const team = await makeTeam();
    const membership = { team_id: team, user_id: await world.userId("lena") };
    expect(statusesOf(await Promise.all([jana, world.as("anna")].map((one) => one.post("/memberships", { membership }))))).toEqual([
      201, 422,
    ]);
  });

  it("nobody of another workspace joins, nobody joins there, and nobody joins a personal team", async () => {
    const [olga, lena] = [await world.userId("olga"), await world.userId("lena")];
    const own = (await jana.get("/teams")).body.at(-1).id;
    const wrong = [
      { field: "user_id", membership: { team_id: await makeTeam(), user_id: olga } },
      { field: "team_id", membership: { team_id: await world.teamId("nachbarschaft"), user_id: lena } },
      { field: "team_id", membership: { team_id: own, user_id: lena } },
    ];
    for (const { field, membership } of wrong) {
      const answer = await jana.post("/memberships", { membership });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    }
  });

  it("what Lena may do follows her role, her activity and its end at her next request", async () => {
    const team = await makeTeam();
    const lena = world.as("lena");
    const rights = async () => {
      const { status, body } = await lena.get(`/teams/${team}`);
      return status === 200 ? [body.role, body.permissions.create_folder, body.permissions.manage_members] : status;
    };
    expect(await rights()).toBe(404);
    const { id } = await add(team, "lena");
    expect(await rights()).toEqual(["editor", true, false]);
    const change = async (membership: object) => (await jana.put(`/memberships/${id}`, { membership })).body;
    expect(await change({ role: "admin" })).toMatchObject({ role: "admin", active: true });
    expect(await rights()).toEqual(["admin", true, true]);
    expect(await change({ role: "reader" })).toMatchObject({ role: "reader", active: true });
    expect(await rights()).toEqual(["reader", false, false]);
    expect(await change({ active: false })).toMatchObject({ role: "reader", active: false });
    expect(await rights()).toBe(404);
    expect(await change({})).toMatchObject({ role: "reader", active: false });
    expect((await jana.get(`/teams/${team}`)).body.memberships_count).toBe(1);
  });

  it("Lena, an admin of the team, takes this right from herself, and can no longer give it back", async () => {
    const team = await makeTeam();
    const { id } = await add(team, "lena", { role: "admin" });
    const put = (membership: object) => world.as("lena").put(`/memberships/${id}`, { membership });
    expect((await put({ role: "editor" })).status).toBe(200);
    expect((await put({ role: "admin" })).status).toBe(403);
    await jana.put(`/memberships/${id}`, { membership: { active: false } });
    expect((await put({ active: true })).status).toBe(404);
  });

  it("Jana removes Lena, who sees the team no longer and can be added again", async () => {
    const team = await makeTeam();
    const { id } = await add(team, "lena");
    const lena = world.as("lena");
    expect((await lena.delete(`/memberships/${id}`)).status).toBe(403);
    const answers = await Promise.all([jana.delete(`/memberships/${id}`), jana.delete(`/memberships/${id}`)]);
    expect(statusesOf(answers)).toEqual([204, 404]);
    expect((await lena.get(`/teams/${team}`)).status).toBe(404);
    expect((await jana.get(`/memberships/${id}`)).status).toBe(404);
    const [{ id: owner }] = (await list(team)).entries;
    expect((await jana.delete(`/memberships/${owner}`)).status).toBe(403);
    expect(await add(team, "lena")).toMatchObject({ role: "editor", active: true });
  });

  it("nobody changes an owner: no admin, no owner of the workspace, not the last one and not two at once themselves", async () => {
    const team = await makeTeam();
    const { id: other } = await add(team, "lena", { role: "admin" });
    await world.services.database.pool.query("update memberships set role = 'owner' where id = $1", [other]);
    const [{ id }] = (await list(team)).entries;
    const calls = [
      ["anna", id, { active: false }],
      ["jana", id, { role: "admin" }],
      ["lena", id, { role: "reader" }],
      ["lena", other, { active: false }],
      ["lena", other, { role: "editor" }],
    ] as const;
    const answers = await Promise.all(
      calls.map(([person, membership, change]) => world.as(person).put(`/memberships/${membership}`, { membership: change })),
    );
    expect(statusesOf(answers)).toEqual([403, 403, 403, 403, 403]);
    expect((await list(team, "&role=owner")).entries).toMatchObject([{ active: true }, { active: true }]);
  });

  it("two changes of one person at once leave one of both, and no mixture that nobody asked for", async () => {
    const { id, team_id } = await add(await makeTeam(), "lena");
    const put = (membership: object) => jana.put(`/memberships/${id}`, { membership });
    expect(statusesOf(await Promise.all([put({ role: "reader" }), put({ active: false })]))).toEqual([200, 200]);
    expect((await list(team_id)).entries[1]).toMatchObject({ role: "reader", active: false });
  });

  it("pages of 5000 people cost the same statements as one of five, wherever they are and however they are filtered", async () => {
    const small = await makeTeam();
    const large = await makeTeam();
    await world.services.database.pool.query(
      `with people as (
         insert into users (client_id, email, password_hash, role, first_name, last_name)
         select client_id, 'n' || n || '@demo.example', '', 'editor'::role, 'Nummer', n::text from users, generate_series(1, 4999) n where id = $1
         returning id, client_id)
       insert into memberships (client_id, team_id, user_id, role, created_at)
       select client_id, $2, id, 'editor'::role, now() + interval '1 day' from people`,
      [await world.userId("jana"), large],
    );
    const asked = async (team: string, query: string) => {
      const { result, statements } = await countStatements(() => jana.get(`/memberships?team_id=${team}${query}`));
      expect(result.status).toBe(200);
      return { statements: statements.length, ...result.body.meta, shown: result.body.entries.length };
    };
    // The session, the team, the page and the total.
    const flat = { statements: 4, per_page: 25, total_is_exact: true };
    expect(await asked(small, "")).toEqual({ ...flat, current_page: 0, next_page: null, total_count: 1, shown: 1 });
    expect(await asked(large, "")).toEqual({ ...flat, current_page: 0, next_page: 1, total_count: 5000, shown: 25 });
    expect(await asked(large, "&page=199")).toEqual({ ...flat, current_page: 199, next_page: null, total_count: 5000, shown: 25 });
    expect(await asked(large, "&page=200")).toEqual({ ...flat, current_page: 200, next_page: null, total_count: 5000, shown: 0 });
    expect(await asked(large, "&role=editor&term=nummer&page=2")).toMatchObject({ ...flat, total_count: 4999, shown: 25 });
    expect((await countStatements(() => jana.get("/teams"))).statements).toHaveLength(2);
  });
});
