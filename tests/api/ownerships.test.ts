import { beforeAll, describe, expect, it } from "vitest";
import { statusesOf } from "../support/articles";
import type { Caller } from "../support/caller";
import { worldForTests } from "../support/harness";

describe("Who is responsible for a folder", () => {
  const world = worldForTests();
  let jana: Caller;
  let netz: string;

  beforeAll(async () => {
    jana = world.as("jana");
    netz = await world.teamId("netz");
  });

  const makeFolder = async () => (await jana.post("/folders", { folder: { name: "Weichen", team_id: netz } })).body.id as string;

  async function add(folder_id: string, person: string, fields: Record<string, unknown> = {}) {
    const answer = await jana.post("/ownerships", { ownership: { folder_id, user_id: await world.userId(person), ...fields } });
    if (answer.status !== 201) throw new Error(`not added: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  const emailsOf = async (folder: string) =>
    (await jana.get(`/ownerships?folder_id=${folder}`)).body.map(({ user }: { user: { email: string } }) => user.email);

  it("Jana makes people responsible, as editors unless she says otherwise, and finds them by e-mail address", async () => {
    const folder = await makeFolder();
    expect(await emailsOf(folder)).toEqual([]);
    const made = await add(folder, "miriam");
    expect(made).toMatchObject({
      role: "editor",
      active: true,
      folder_id: folder,
      user_id: await world.userId("miriam"),
      user: { first_name: "Miriam", last_name: "Adler", email: "miriam@demo.example" },
    });
    await add(folder, "ayse", { role: "admin" });
    await add(folder, "lena");
    expect(await emailsOf(folder)).toEqual(["ayse@demo.example", "lena@demo.example", "miriam@demo.example"]);
    expect((await jana.get(`/folders/${folder}`)).body.ownerships_count).toBe(3);
    expect((await jana.get(`/ownerships?folder_id=${folder}`)).body.at(-1)).toEqual(made);
  });

  it("Jana sees what else decides what somebody may: the role in the workspace, and the active one in the folder's team", async () => {
    const folder = await makeFolder();
    const rolesOf = async (person: string) => {
      const { client_role, team_role } = await add(folder, person);
      return [client_role, team_role];
    };
    expect(await rolesOf("matthias")).toEqual(["editor", "owner"]);
    expect(await rolesOf("clara")).toEqual(["reader", "reader"]);
    expect(await rolesOf("sabine")).toEqual(["editor", null]);
    expect(await rolesOf("anna")).toEqual(["owner", null]);
    expect((await jana.get(`/ownerships?folder_id=${folder}`)).body).toMatchObject([
      { client_role: "owner", team_role: null, access: { can: "manages", because: "client" } },
      { client_role: "reader", team_role: "reader", access: { can: "reads", because: "client" } },
      { client_role: "editor", team_role: "owner", access: { can: "manages", because: "team" } },
      { client_role: "editor", team_role: null, access: { can: "writes", because: "ownership" } },
    ]);
  });

  it("What Lena may do follows her role, her activity and its end at her next request", async () => {
    const folder = await makeFolder();
    const lena = world.as("lena");
    const change = (ownership: object) => jana.put(`/ownerships/${made.id}`, { ownership });
    const permissions = async () => (await lena.get(`/folders/${folder}`)).body.permissions;
    expect((await lena.get(`/folders/${folder}`)).status).toBe(404);
    const made = await add(folder, "lena");
    expect(await permissions()).toEqual({
      create_content: true,
      manage_mailings: true,
      manage_sources: false,
      update: false,
      destroy: false,
    });
    expect((await change({ role: "admin" })).body).toEqual({ ...made, role: "admin", access: { can: "manages", because: "ownership" } });
    expect(await permissions()).toEqual({ create_content: true, manage_mailings: true, manage_sources: true, update: true, destroy: true });
    expect((await change({ active: false })).body).toEqual({
      ...made,
      role: "admin",
      active: false,
      access: { can: "nothing", because: null },
    });
    expect((await lena.get(`/folders/${folder}`)).status).toBe(404);
    expect((await jana.get(`/folders/${folder}`)).body.ownerships_count).toBe(0);
    expect((await change({})).body).toMatchObject({ role: "admin", active: false });
  });

  it("Lena, who administers a folder, can take this right from herself, and then no longer give it back", async () => {
    const folder = await makeFolder();
    const { id } = await add(folder, "lena", { role: "admin" });
    const lena = world.as("lena");
    expect((await lena.put(`/ownerships/${id}`, { ownership: { role: "editor" } })).status).toBe(200);
    expect((await lena.put(`/ownerships/${id}`, { ownership: { role: "admin" } })).status).toBe(403);
    expect((await jana.put(`/ownerships/${id}`, { ownership: { active: false } })).status).toBe(200);
    expect((await lena.put(`/ownerships/${id}`, { ownership: { active: true } })).status).toBe(404);
  });

  it("A person is added once: the same form sent again answers the same, another one says that the person is there", async () => {
    const folder = await makeFolder();
    const ownership = { folder_id: folder, user_id: await world.userId("lena") };
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const send = () => jana.post("/ownerships", { ownership }, key);
    const answers = await Promise.all([send(), send(), send()]);
    expect(statusesOf(answers)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    for (const other of ["one", "another"]) {
      const again = await jana.post("/ownerships", { ownership }, { "Idempotency-Key": other, "Accept-Language": "de" });
      expect([again.status, again.body]).toEqual([422, { errors: { user_id: ["Diese Person steht bereits in der Liste."] } }]);
    }
    const other = await jana.post("/ownerships", { ownership: { ...ownership, role: "admin" } }, key);
    expect(other.status).toBe(422);
    expect(await emailsOf(folder)).toEqual(["lena@demo.example"]);
  });

  it("Olga of the workspace next door becomes responsible for nothing here", async () => {
    const olga = await world.userId("olga");
    const folder = await makeFolder();
    const answer = await jana.post("/ownerships", { ownership: { folder_id: folder, user_id: olga } });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["user_id"]]);
  });

  it("Jana finds people by parts of name and address, whatever the case, and nobody of another workspace", async () => {
    const folder = await makeFolder();
    const found = async (term: string) => {
      const { body } = await jana.get(`/folders/${folder}/people?term=${encodeURIComponent(term)}`);
      return body.map(({ email }: { email: string }) => email);
    };
    for (const name of ["groß", "gross", "Grossmann"]) expect(await found(name), name).toEqual(["lena@demo.example"]);
    expect(await found("LENA GROẞMANN".replace("ẞ", "ß"))).toEqual(["lena@demo.example"]);
    expect(await found("LENA@demo")).toEqual(["lena@demo.example"]);
    expect(await found("anna@demo.example")).toEqual(["anna@demo.example"]);
    expect(await found("%")).toEqual([]);
    expect(await found("olga")).toEqual([]);
    expect((await found("")).slice(0, 3)).toEqual(["anna@demo.example", "ayse@demo.example", "clara@demo.example"]);
  });

  it("Whoever is exactly meant comes first among many", async () => {
    const folder = await makeFolder();
    const { pool } = world.services.database;
    await pool.query(
      `insert into users (client_id, email, password_hash, role, first_name, last_name)
       select client_id, 'a' || n || '-zora@demo.example', '', 'editor'::role, 'Zora', 'Nummer ' || n from users, generate_series(1, 120) n where id = $1
       union all select client_id, 'zora@demo.example', '', 'editor'::role, 'Zweite', 'Zora' from users where id = $1`,
      [await world.userId("jana")],
    );
    const { body } = await jana.get(`/folders/${folder}/people?term=zora@demo.example`);
    expect([body.length, body[0].email]).toEqual([100, "zora@demo.example"]);
  });

  it("Who closed the account is responsible for nothing any more, and cannot become so again", async () => {
    const folder = await makeFolder();
    await add(folder, "florian");
    const florian = await world.userId("florian");
    await world.services.database.pool.query("update users set removed_at = now(), email = '' where id = $1", [florian]);
    await world.services.database.pool.query("delete from ownerships where user_id = $1", [florian]);
    const answer = await jana.post("/ownerships", { ownership: { folder_id: folder, user_id: florian } });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["user_id"]]);
  });
});
