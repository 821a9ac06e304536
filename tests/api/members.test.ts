import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countStatements } from "../../api/db/pool";
import { memberSchema, memberSorts } from "../../contract/rest/users";
import { fileArticle, statusesOf } from "../support/articles";
import { credentialsOf, type OpenWorld, openWorld } from "../support/harness";

describe("The people of a workspace", () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  const sql = (text: string, values: unknown[] = []) => world.services.database.pool.query(text, values);
  const list = async (query = "", person = "jana") => (await world.as(person).get(`/users${query}`)).body;
  const keysOf = async (query: string) => (await list(query)).entries.map(({ email }: { email: string }) => email.split("@")[0]);
  const setRole = async (asking: string, asked: string, role: unknown) =>
    world.as(asking).put(`/users/${await world.userId(asked)}`, { user: { role } });

  it("Jana sees everybody by first name, with how many teams each is in and what she may do with them", async () => {
    const { entries, meta } = await list();
    expect(meta).toEqual({ current_page: 0, per_page: 25, next_page: null, total_count: 12, total_is_exact: true });
    expect(await keysOf("")).toEqual("anna ayse clara matthias florian henrike jana lena miriam piotr sabine tobias".split(" "));
    for (const entry of entries) memberSchema.strict().parse(entry);
    const of = (email: string) => entries.find((entry: { email: string }) => entry.email === email);
    expect(of("anna@demo.example")).toMatchObject({
      role: "owner",
      memberships_count: 2,
      permissions: { update: false, destroy: false },
    });
    expect(of("jana@demo.example")).toMatchObject({
      role: "admin",
      memberships_count: 3,
      permissions: { update: true, destroy: false },
    });
    expect(of("sabine@demo.example")).toMatchObject({ memberships_count: 2, permissions: { update: true, destroy: true } });
  });

  it.each(memberSorts)("sorted by %s one way is the other way round the other way", async (field) => {
    const up = await keysOf(`?sort_by=${field}&sort_dir=asc`);
    expect(up).toHaveLength(12);
    expect(await keysOf(`?sort_by=${field}&sort_dir=desc`)).toEqual(up.toReversed());
  });

  it("The four orders are what they say", async () => {
    const by = async (field: string) => (await list(`?sort_by=${field}`)).entries;
    const counts = (await by("memberships_count")).map((one: { memberships_count: number }) => one.memberships_count);
    expect(counts).toEqual(counts.toSorted((a: number, b: number) => a - b));
    const emails = (await by("email")).map((one: { email: string }) => one.email);
    expect(emails).toEqual(emails.toSorted());
    await sql("update users set created_at = '2020-02-01' where email = 'miriam@demo.example'");
    expect((await by("created_at"))[0].email).toBe("miriam@demo.example");
    await sql("update users set first_name = null, last_name = null where email = 'lena@demo.example'");
    const unnamed = await keysOf("");
    expect(unnamed.indexOf("lena")).toBe(unnamed.indexOf("jana") + 1);
    await sql("update users set first_name = 'Lena', last_name = 'Großmann' where email = 'lena@demo.example'");
  });

  it("She finds people by part of a name or an address, and by role; nobody who is not there", async () => {
    expect(await keysOf("?term=GROẞ".replace("ẞ", "ß"))).toEqual(["lena"]);
    expect(await keysOf("?term=tian%40")).toEqual([]);
    expect(await keysOf("?term=a%40DEMO&role=owner")).toEqual(["anna"]);
    expect(await keysOf("?role=reader")).toEqual(["clara"]);
    expect(await keysOf("?role=all")).toHaveLength(12);
    expect(await keysOf("?term=%25")).toEqual([]);
    expect(await keysOf("?term=olga")).toEqual([]);
    await sql(
      `insert into users (client_id, email, password_hash, role, confirmed_at, removed_at)
       select client_id, n || 'weg@demo.example', '', 'editor', case n when 1 then null else now() end, case n when 2 then now() end
       from users, generate_series(1, 2) n where email = 'anna@demo.example'`,
    );
    expect(await keysOf("?term=weg")).toEqual([]);
    expect((await world.as("olga").get("/users")).body.entries).toHaveLength(1);
  });

  it("A page of 5,000 costs as many statements as one of 50, by every order", async () => {
    const statementsOf = async (path: string) => (await countStatements(() => world.as("jana").get(path))).statements.length;
    const paths = [...memberSorts.map((field) => `/users?sort_by=${field}&sort_dir=desc`), "/users?role=editor", "/users?term=a&page=1"];
    const measure = async () => {
      const counts: number[] = [];
      for (const path of paths) counts.push(await statementsOf(path));
      return counts;
    };
    const add = (from: number, to: number) =>
      sql(
        `insert into users (client_id, email, password_hash, role, first_name, last_name, created_at)
         select client_id, 'm' || n || '@viele.example', '', 'editor', 'Zz ' || lpad(n::text, 4, '0'), 'Viel', now() - n * interval '1 hour'
         from users, generate_series($1::int, $2::int) n where email = 'anna@demo.example'`,
        [from, to],
      );
    await add(1, 38);
    const few = await measure();
    expect(few).toEqual(paths.map(() => 3));
    await add(39, 4988);
    expect(await measure()).toEqual(few);
    const { entries, meta } = await list("?page=199");
    expect([entries.length, entries.at(-1).first_name, meta.total_count, meta.next_page]).toEqual([25, "Zz 4988", 5000, null]);
    expect((await list("?page=200")).entries).toEqual([]);
    expect((await list("?page=0")).meta.next_page).toBe(1);
    await sql("delete from users where email like '%@viele.example'");
  });

  describe("A role", () => {
    it("that Jana gives Tobias counts from his next request on, both ways", async () => {
      const tobias = world.as("tobias");
      expect((await tobias.get("/users")).status).toBe(403);
      const promoted = await setRole("jana", "tobias", "admin");
      expect([promoted.status, promoted.body.role]).toEqual([200, "admin"]);
      expect((await tobias.get("/users")).status).toBe(200);
      expect((await tobias.get("/invitations")).status).toBe(200);
      expect((await setRole("jana", "tobias", "reader")).status).toBe(200);
      expect((await tobias.get("/users")).status).toBe(403);
      const folder = await world.folderId("nordkorridor");
      expect((await tobias.post("/contents", { content: { title: "Gleis", folder_id: folder } })).status).toBe(422);
      expect((await setRole("jana", "tobias", "editor")).status).toBe(200);
      expect((await fileArticle(tobias, folder)).id).toBeTruthy();
    });

    it("of Anna, the owner, stays, whoever asks, twice at once too; nobody becomes a second one", async () => {
      const answers = await Promise.all([
        setRole("anna", "anna", "editor"),
        setRole("jana", "anna", "reader"),
        setRole("anna", "anna", "admin"),
        world.as("jana").delete(`/users/${await world.userId("anna")}`),
      ]);
      expect(statusesOf(answers)).toEqual([403, 403, 403, 403]);
      expect(answers[0]?.body).toEqual({ message: "The owner of a workspace cannot be changed or removed." });
      expect((await list("?role=owner")).entries).toMatchObject([{ email: "anna@demo.example" }]);
      expect((await setRole("anna", "jana", "owner")).body.errors).toEqual({ role: [expect.any(String)] });
    });

    it("that an admin takes from themselves is gone with their next request", async () => {
      await setRole("anna", "henrike", "admin");
      expect((await setRole("henrike", "henrike", "editor")).status).toBe(200);
      expect((await setRole("henrike", "henrike", "admin")).status).toBe(403);
      expect((await world.as("henrike").get("/users")).status).toBe(403);
    });

    it("two admins take from each other at once: both are heard, and the workspace keeps its owner", async () => {
      await setRole("anna", "henrike", "admin");
      const answers = await Promise.all([setRole("henrike", "jana", "editor"), setRole("jana", "henrike", "editor")]);
      for (const { status } of answers) expect([200, 404]).toContain(status);
      await setRole("anna", "jana", "admin");
      await setRole("anna", "henrike", "editor");
      expect((await list("?role=owner")).meta.total_count).toBe(1);
    });
  });

  it("Jana reads which teams Sabine is in, inactive ones too, and not her personal one", async () => {
    const ofSabine = async (query = "") =>
      (await world.as("jana").get(`/memberships?user_id=${await world.userId("sabine")}${query}`)).body;
    const { entries, meta } = await ofSabine();
    expect(entries).toMatchObject([
      { team: { name: "Netz & Infrastruktur" }, role: "reader", active: false, permissions: { update: true } },
      { team: { name: "Unternehmenskommunikation" }, role: "editor", active: true, permissions: { update: true } },
    ]);
    expect(meta.total_count).toBe(2);
    expect((await ofSabine("&term=NETZ")).meta.total_count).toBe(1);
    expect((await ofSabine("&role=admin")).entries).toEqual([]);
    expect((await world.as("jana").get("/memberships")).body.errors).toEqual({ team_id: [expect.any(String)] });
  });

  describe("Deleting", () => {
    // The lists above contain everybody.
    let whole: OpenWorld;
    beforeAll(async () => {
      whole = world;
      world = await openWorld();
    });
    afterAll(async () => {
      await world.close();
      world = whole;
    });

    it("Florian hands his articles to the team under his name, takes his personal team away, and ends his sessions", async () => {
      const [id, inbox, folder] = [await world.userId("florian"), await world.inboxIdOf("florian"), await world.folderId("nordkorridor")];
      const florian = world.as("florian");
      const kept = await fileArticle(florian, folder);
      await fileArticle(florian, inbox);
      const jana = world.as("jana");
      expect((await jana.get(`/users/${id}/removal`)).body).toMatchObject({ allowed: true, team_articles: 1, personal_articles: 1 });
      expect((await jana.delete(`/users/${id}`)).status).toBe(204);
      expect((await florian.get("/contents")).status).toBe(401);
      expect((await world.visitor.post("/auth", credentialsOf("florian"))).status).toBe(401);
      expect((await jana.get(`/contents/${kept.id}`)).body.user).toMatchObject({ first_name: "Florian", last_name: "Wächter", email: "" });
      expect((await sql("select 1 from teams where personal_user_id = $1", [id])).rows).toEqual([]);
      expect(await keysOf("?term=Florian")).toEqual([]);
      expect((await jana.delete(`/users/${id}`)).status).toBe(404);
      const again = await jana.post("/invitations", { invitation: { email_addresses: ["florian@demo.example"], role: "editor" } });
      expect(again.status).toBe(201);
    });

    it("Lena twice at once deletes her once; who changes her role meanwhile finds nobody or is heard", async () => {
      const id = await world.userId("lena");
      const [one, two, role] = await Promise.all([
        world.as("jana").delete(`/users/${id}`),
        world.as("anna").delete(`/users/${id}`),
        setRole("anna", "lena", "reader"),
      ]);
      expect(statusesOf([one, two]).sort()).toEqual([204, 404]);
      expect([200, 404]).toContain(role.status);
    });

    it("oneself needs the password, of an admin too", async () => {
      const id = await world.userId("jana");
      const jana = world.as("jana");
      const answer = await jana.delete(`/users/${id}`);
      expect([answer.status, answer.body.errors]).toEqual([422, { current_password: [expect.any(String)] }]);
      expect((await jana.get("/users")).status).toBe(200);
    });
  });
});
