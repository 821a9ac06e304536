import { hash } from "@node-rs/argon2";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { insertSession } from "../../../api/db/auth/session";
import { inTransaction, outsideRequests } from "../../../api/db/pool";
import { users } from "../../../api/db/schema";
import { changedUserSchema, userSchema } from "../../../contract/rest/users";
import { credentialsOf, password, worldForTests } from "../../support/harness";
import { stopClock } from "../../support/stopped-clock";

// Counts calls of the real hash function.
vi.mock("@node-rs/argon2", { spy: true });

describe("changing one's own password", () => {
  const world = worldForTests();

  const fresh = "Drei Möwen & 41 Weichen";
  const sql = (text: string, values: unknown[] = []) => world.services.database.pool.query(text, values);
  const fields = (next = fresh, current = password) => ({ current_password: current, password: next, password_confirmation: next });
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const change = async (token: string, person: string, user: unknown = fields()) =>
    world.visitor.put(`/users/${await world.userId(person)}`, { user }, bearer(token));
  const statusOf = async (token: string) => (await world.visitor.get("/teams", bearer(token))).status;
  const signsIn = async (person: string, typed: string) =>
    (await world.visitor.post("/auth", { ...credentialsOf(person), password: typed })).status;
  const wrong = { current_password: ["This is not your password."] };

  beforeEach(() => sql("delete from rate_limits"));

  test("Jana changes hers: she stays signed in here and nowhere else, and gets a mail", async () => {
    const [here, there] = [await world.signIn("jana"), await world.signIn("jana")];
    await sql("update users set password_expired = true where email = 'jana@demo.example'");
    const { status, body } = await change(here, "jana");
    expect(status).toBe(200);
    expect(userSchema.strict().parse(body)).toMatchObject({ email: "jana@demo.example", password_expired: false });
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401]);
    expect([await signsIn("jana", fresh), await signsIn("jana", password)]).toEqual([200, 401]);
    expect((await world.readMail("jana@demo.example")).subject).toBe("Ihr Passwort wurde geändert");
  });

  test("Clara's browser gets a new session for it, and the one that asked is over as well", async () => {
    const before = await world.signIn("clara");
    const { status, body } = await change(before, "clara", { ...fields(), renew_session: true });
    expect(status).toBe(200);
    const { auth_token: after } = changedUserSchema.strict().parse(body);
    expect([await statusOf(before), await statusOf(after ?? "")]).toEqual([401, 200]);
    const { body: sessions } = await world.visitor.get("/sessions", bearer(after ?? ""));
    expect(sessions).toMatchObject([{ current: true }]);
  });

  test("whose password somebody else made does nothing else before it is changed", async () => {
    const token = await world.signIn("matthias");
    const id = await world.userId("matthias");
    await sql("update users set password_expired = true where id = $1", [id]);
    const headers = bearer(token);
    const refused = { status: 403, body: { message: "Please choose a password of your own first." } };
    const paths = ["/teams", "/sessions", `/users/${await world.userId("jana")}`, `/contents/news?after=${new Date().toISOString()}`];
    for (const path of paths) expect(await world.visitor.get(path, headers), path).toMatchObject(refused);
    expect(await world.visitor.delete(`/users/${id}`, headers)).toMatchObject(refused);
    const emails = { email: "reuter@demo.example", email_confirmation: "reuter@demo.example" };
    expect(await world.visitor.post("/change_email", { current_password: password, ...emails }, headers)).toMatchObject(refused);
    expect(await world.visitor.post("/graphql", { query: "{ ping }" }, headers)).toMatchObject(refused);
    const profile = { first_name: "Matthias", last_name: "Reuter", salutation: "Herr" };
    expect((await world.visitor.get(`/users/${id}`, headers)).body).toMatchObject({ password_expired: true });
    expect((await change(token, "matthias", profile)).status).toBe(200);
    expect((await change(token, "matthias")).status).toBe(200);
    expect(await statusOf(token)).toBe(200);
    await sql("update users set password_expired = true where id = $1", [id]);
    expect((await world.visitor.delete("/auth", headers)).status).toBe(204);
  });

  test("two tabs at once change it once", async () => {
    const token = await world.signIn("tobias");
    const next = ["Vier Lotsen & 12 Anker", "Fünf Lotsen & 13 Anker"];
    const answers = await Promise.all(next.map((typed) => change(token, "tobias", fields(typed))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.errors).toEqual(wrong);
    const won = answers.findIndex(({ status }) => status === 200);
    expect([await signsIn("tobias", next[won] ?? ""), await signsIn("tobias", next[1 - won] ?? "")]).toEqual([200, 401]);
  });

  test("a sign-in with the old password that is under way makes no session that outlives the change", async () => {
    const userId = await world.userId("miriam");
    const { rows } = await sql("select password_hash from users where id = $1", [userId]);
    const late = { userId, passwordHash: rows[0].password_hash, userAgent: null, expiresAt: new Date(Date.now() + 60_000) };
    const { database } = world.services;
    const { made } = await inTransaction(database, async (tx) => {
      await tx.update(users).set({ passwordHash: "another" }).where(eq(users.id, userId));
      // Checked before the change and stored while it is not committed, so it waits.
      return { made: outsideRequests(() => inTransaction(database, (own) => insertSession(own, late))) };
    });
    expect(await made).toBeUndefined();
  });

  test("whoever guesses in a stolen session has to wait, and the owner in theirs does not", async () => {
    stopClock();
    const [stolen, own] = [await world.signIn("ayse"), await world.signIn("ayse")];
    for (let round = 0; round < 5; round++) {
      expect(await change(stolen, "ayse", fields(fresh, `geraten ${round}`))).toMatchObject({ status: 422, body: { errors: wrong } });
    }
    const { status, headers } = await change(stolen, "ayse");
    expect([status, Number(headers.get("Retry-After"))]).toEqual([429, 30]);
    expect((await change(own, "ayse")).status).toBe(200);
    expect(await statusOf(stolen)).toBe(401);
  });

  test("the owner changes nobody else's, and for others there is nobody", async () => {
    const body = { user: fields() };
    const path = `/users/${await world.userId("florian")}`;
    expect((await world.as("anna").put(path, body)).status).toBe(403);
    expect((await world.as("olga").put(path, body)).status).toBe(404);
    expect(await signsIn("florian", password)).toBe(200);
  });

  const weak = [
    "This password is too easy to guess. Use at least 10 characters with letters, numbers and special characters, and no names.",
  ];
  test.each<[string, unknown, Record<string, string[]>]>([
    [
      "two that differ",
      { ...fields(), password_confirmation: fresh.trim().toUpperCase() },
      { password_confirmation: ["The two passwords are not the same."] },
    ],
    [
      "a wrong old one with a weak new one, typed in two ways, all at once",
      { current_password: "geraten", password: "Sommer", password_confirmation: "Somme" },
      { ...wrong, password: weak, password_confirmation: ["The two passwords are not the same."] },
    ],
    ["the old one in another case", fields(fresh, password.toLowerCase()), wrong],
    ["the old one with a space", fields(fresh, ` ${password}`), wrong],
    ["the same again", fields(password), { password: ["This is already your password. Please choose a new one."] }],
  ])("%s is refused at its field, and nothing is hashed", async (_, user, errors) => {
    const token = await world.signIn("lena");
    vi.mocked(hash).mockClear();
    expect(await change(token, "lena", user)).toMatchObject({ status: 422, body: { errors } });
    expect(vi.mocked(hash)).not.toHaveBeenCalled();
    expect(await statusOf(token)).toBe(200);
  });

  test("her own name makes no password", async () => {
    const { status, body } = await change(await world.signIn("lena"), "lena", fields("Großmann-Nordbahn"));
    expect([status, Object.keys(body.errors)]).toEqual([422, ["password"]]);
  });

  test("spaces and emoji belong to it", async () => {
    const typed = " 🚂 nach Föhr, Gleis 9¾ ";
    expect((await change(await world.signIn("piotr"), "piotr", fields(typed))).status).toBe(200);
    expect([await signsIn("piotr", typed), await signsIn("piotr", typed.trim())]).toEqual([200, 401]);
  });

  test("somebody who was removed while signed in changes nothing", async () => {
    const token = await world.signIn("sabine");
    const userId = await world.userId("sabine");
    await sql("update users set removed_at = now() where id = $1", [userId]);
    expect((await world.visitor.put(`/users/${userId}`, { user: fields() }, bearer(token))).status).toBe(401);
  });
});
