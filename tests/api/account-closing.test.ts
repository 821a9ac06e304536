import { describe, expect, it } from "vitest";
import { fileArticle, statusesOf } from "../support/articles";
import { credentialsOf, password, worldForTests } from "../support/harness";
import { stopClock } from "../support/stopped-clock";

describe("Closing an account", () => {
  const world = worldForTests();

  const sql = (text: string, values: unknown[] = []) => world.services.database.pool.query(text, values);

  const close = (asking: string, id: string, body = { current_password: password }) => world.as(asking).delete(`/users/${id}`, {}, body);
  const removalOf = async (asking: string, asked: string) => world.as(asking).get(`/users/${await world.userId(asked)}/removal`);

  it("Florian reads what stays and what goes, and closes his", async () => {
    const [id, inbox, nordkorridor] = [
      await world.userId("florian"),
      await world.inboxIdOf("florian"),
      await world.folderId("nordkorridor"),
    ];
    const florian = world.as("florian");
    const [kept, secondToken] = [await fileArticle(florian, nordkorridor), await world.signIn("florian")];
    await fileArticle(florian, inbox);
    await fileArticle(florian, inbox);
    const foreign = await fileArticle(world.as("jana"), nordkorridor);
    await florian.post(`/comments/content/${foreign.id}`, { body: "Das Gutachten liegt mir vor." });
    await florian.put(`/users/${id}`, { user: { interests: ["Brücken"] } });
    await sql(
      `insert into invitations (client_id, email, role, user_id, expires_at, confirmed_at, account_id)
       select client_id, email, 'editor', $2, now(), now(), id from users where id = $1`,
      [id, await world.userId("anna")],
    );
    const counts = { allowed: true, team_articles: 1, personal_articles: 2, comments: 1, sole_owner_teams: 1 };
    expect((await removalOf("florian", "florian")).body).toEqual(counts);
    expect((await removalOf("jana", "florian")).body).toEqual(counts);

    expect((await close("florian", id)).status).toBe(204);

    expect((await world.visitor.get(`/users/${id}`, { Authorization: `Bearer ${secondToken}` })).status).toBe(401);
    expect((await florian.get("/contents")).status).toBe(401);
    expect((await world.visitor.post("/auth", credentialsOf("florian"))).status).toBe(401);
    const jana = world.as("jana");
    const person = { id, first_name: "Florian", last_name: "Wächter", email: "", avatar_urls: { thumb: null } };
    expect((await jana.get(`/contents/${kept.id}`)).body.user).toEqual(person);
    expect((await jana.get(`/comments/content/${foreign.id}`)).body[0].user).toEqual(person);
    expect((await jana.get(`/users/${id}`)).status).toBe(404);
    expect((await world.as("anna").get("/teams")).body.find(({ slug }: { slug: string }) => slug === "energie")).toMatchObject({
      memberships_count: 2,
      permissions: { update: true },
    });
    // Only the name remains, in a row with the time of the closing.
    const { rows } = await sql("select * from users where id = $1", [id]);
    expect(rows[0]).toMatchObject({
      first_name: "Florian",
      last_name: "Wächter",
      email: "",
      password_hash: "",
      job_title: null,
      locale: null,
    });
    expect(rows[0].removed_at).toBeInstanceOf(Date);
    for (const table of ["sessions", "links", "user_interests", "memberships", "ownerships"]) {
      expect((await sql(`select count(*) from ${table} where user_id = $1`, [id])).rows, table).toEqual([{ count: 0 }]);
    }
    expect((await sql("select count(*) from invitations where account_id = $1 or email like 'florian@%'", [id])).rows).toEqual([
      { count: 0 },
    ]);
    expect((await sql("select count(*) from folders where id = $1", [inbox])).rows).toEqual([{ count: 0 }]);
    for (const table of ["articles", "article_stats"])
      expect((await sql(`select count(*) from ${table} where folder_id = $1`, [inbox])).rows).toEqual([{ count: 0 }]);
    // The address can be used again.
    const again =
      "insert into users (client_id, email, password_hash, role) select client_id, 'FLORIAN@demo.example', '', 'editor' from users limit 1";
    expect((await sql(again)).rowCount).toBe(1);
  });

  it("Tobias, who gave no name, stays known by the beginning of his address", async () => {
    const id = await world.userId("tobias");
    const article = await fileArticle(world.as("tobias"), await world.folderId("nordkorridor"));
    await world.as("tobias").put(`/users/${id}`, { user: { first_name: null, last_name: null } });
    expect((await close("tobias", id)).status).toBe(204);
    const { body } = await world.as("jana").get(`/contents/${article.id}`);
    expect(body.user).toMatchObject({ first_name: "tobias", last_name: null, email: "" });
  });

  it("Clara closes hers twice at once: it is closed once, and the other call is signed out", async () => {
    const id = await world.userId("clara");
    expect(statusesOf(await Promise.all([close("clara", id), close("clara", id)]))).toEqual([204, 401]);
  });

  it("Anna, the owner, cannot, and reads why", async () => {
    const id = await world.userId("anna");
    expect((await removalOf("anna", "anna")).body.allowed).toBe(false);
    const { status, body } = await close("anna", id);
    expect([status, body]).toEqual([403, { message: "The owner of a workspace cannot close their account." }]);
    expect((await world.as("anna").get(`/users/${id}`)).status).toBe(200);
  });

  it("refuses a wrong password", async () => {
    const id = await world.userId("miriam");
    const answer = await close("miriam", id, { current_password: `${password} ` });
    expect([answer.status, answer.body]).toEqual([422, { errors: { current_password: ["This is not your password."] } }]);
    expect((await world.as("miriam").get(`/users/${id}`)).status).toBe(200);
  });

  it("Who guesses the password at an open browser is slowed down, at once too, and Sabine is not locked out", async () => {
    stopClock();
    const id = await world.userId("sabine");
    const answers = await Promise.all(Array.from({ length: 9 }, (_, n) => close("sabine", id, { current_password: `guess ${n}` })));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    const late = answers.filter(({ status }) => status === 429);
    expect(late).toHaveLength(4);
    for (const { headers } of late) expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await world.visitor.post("/auth", credentialsOf("sabine"))).status).toBe(200);
    await sql("update rate_limits set expire = expire - 30000 where key like 'own-password-gate:%'");
    expect((await close("sabine", id)).status).toBe(204);
  });
});
