import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type OpenWorld, password, worldForTests } from "../support/harness";

describe("a change of address", () => {
  const world = worldForTests();
  beforeAll(async () => {
    await sql("create table emails as select id, email from users");
  });
  beforeEach(() => sql("delete from rate_limits"));
  afterEach(() => sql("update users u set email = e.email from emails e where e.id = u.id"));

  const sql = (text: string, values: unknown[] = []) => world.services.database.pool.query(text, values);
  const german = { "Accept-Language": "de" };
  const newEmail = () => `${randomUUID()}@demo.example`;
  const change = (person: string, email: string, fields: Record<string, unknown> = {}) =>
    world.as(person).post("/change_email", { current_password: password, email, email_confirmation: email, ...fields }, german);
  const pending = async (person: string) => (await world.as(person).get("/change_email")).body;
  const confirmPath = async (email: string, wanted: Parameters<OpenWorld["readMail"]>[1] = {}) => {
    const { links } = await world.readMail(email, { subject: "bestätigen", ...wanted });
    return new URL(links[0] ?? "").pathname;
  };
  const emailOf = async (person: string) => (await world.as(person).get(`/users/${await world.userId(person)}`)).body.email;
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const signIn = async (email: string) => (await world.visitor.post("/auth", { workspace: "demo", email, password })).status;

  test("Jana is told at both addresses, and the new one counts once its link is confirmed; other sessions and links end", async () => {
    const email = newEmail();
    const [here, there] = [await world.signIn("jana"), await world.signIn("jana")];
    const userId = await world.userId("jana");
    expect((await change("jana", email)).status).toBe(204);
    expect(await pending("jana")).toMatchObject({ email, expires_at: expect.any(String) });
    await world.readMail("jana@demo.example", { subject: "soll geändert werden" });
    const path = await confirmPath(email);
    expect((await world.visitor.get(path)).body).toMatchObject({ purpose: "email_change", email });
    expect(await emailOf("jana")).toBe("jana@demo.example");
    expect(await signIn(email)).toBe(401);

    expect((await world.visitor.post(path, undefined, bearer(here))).status).toBe(204);
    expect((await world.visitor.get(`/users/${userId}`, bearer(here))).body.email).toBe(email);
    expect((await world.visitor.get(`/users/${userId}`, bearer(there))).status).toBe(401);
    expect(await signIn("jana@demo.example")).toBe(401);
    expect(await signIn(email)).toBe(200);
    await world.readMail("jana@demo.example", { subject: "wurde geändert" });
    expect((await world.visitor.post(path)).status).toBe(204);
    expect((await sql("select 1 from links where user_id = $1 and used_at is null", [userId])).rowCount).toBe(0);
  });

  test("a link confirmed without a session, or with somebody else's, ends every session of the person", async () => {
    const asTobias = bearer(await world.signIn("tobias"));
    for (const headers of [{}, asTobias, bearer("x.y.z")]) {
      const email = newEmail();
      const token = await world.signIn("lena");
      const asLena = bearer(token);
      expect(
        (await world.visitor.post("/change_email", { current_password: password, email, email_confirmation: email }, asLena)).status,
      ).toBe(204);
      expect((await world.visitor.post(await confirmPath(email), undefined, headers)).status).toBe(204);
      expect((await world.visitor.get("/change_email", asLena)).status).toBe(401);
      await sql("update users set email = 'lena@demo.example' where email = $1", [email]);
    }
    expect((await world.visitor.get("/change_email", asTobias)).status).toBe(200);
  });

  test("a personal team that is called by the address goes with it", async () => {
    const userId = await world.userId("miriam");
    await sql("update users set first_name = null, last_name = null where id = $1", [userId]);
    await sql("update teams t set name = u.email from users u where u.id = t.personal_user_id and u.id = $1", [userId]);
    const email = newEmail();
    await change("miriam", email);
    await world.visitor.post(await confirmPath(email));
    const { rows } = await sql("select name from teams where personal_user_id = $1", [userId]);
    expect(rows).toEqual([{ name: email }]);
  });

  test("a later change takes the place of an earlier one, and a cancelled one is void", async () => {
    const [first, second] = [newEmail(), newEmail()];
    await change("florian", first);
    const firstPath = await confirmPath(first);
    await change("florian", second);
    expect(await pending("florian")).toMatchObject({ email: second });
    expect((await world.visitor.post(firstPath)).status).toBe(404);
    const secondPath = await confirmPath(second);
    expect((await world.as("florian").delete("/change_email")).status).toBe(204);
    expect((await world.as("florian").delete("/change_email")).status).toBe(204);
    expect(await pending("florian")).toBeNull();
    expect((await world.visitor.get(secondPath)).status).toBe(404);
    expect((await world.visitor.post(secondPath)).status).toBe(404);
    expect(await emailOf("florian")).toBe("florian@demo.example");
  });

  test("somebody else's address gets the same answer and looks the same; only its owner learns of it", async () => {
    const subjectsTo = async (email: string) => (await world.mailsTo(email)).map(({ subject }) => subject);
    const [toAyse, toClara] = [await subjectsTo("ayse@demo.example"), await subjectsTo("clara@demo.example")];
    const answer = await change("ayse", "Clara@demo.example");
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: "" });
    expect(await pending("ayse")).toMatchObject({ email: "Clara@demo.example" });
    expect(await subjectsTo("ayse@demo.example")).toEqual([...toAyse, "Ihre E-Mail-Adresse soll geändert werden"]);
    expect(await subjectsTo("clara@demo.example")).toEqual([...toClara, "Sie haben bereits ein Konto"]);
    expect(await world.mailsTo("Clara@demo.example")).toEqual([]);
  });

  test("an address that somebody takes before the link is confirmed stays theirs", async () => {
    const email = newEmail();
    await change("sabine", email);
    const path = await confirmPath(email);
    await sql("update users set email = $1 where email = 'henrike@demo.example'", [email.toUpperCase()]);
    expect((await world.visitor.post(path)).status).toBe(404);
    expect(await emailOf("sabine")).toBe("sabine@demo.example");
    expect((await world.visitor.get(path)).status).toBe(200);
  });

  test("a sign-up that nobody confirmed does not keep its address from the person who reads its mail", async () => {
    const email = newEmail();
    const strong = "Fremdes-Passwort-99-Schotter";
    await world.visitor.post("/users", { user: { workspace: "demo", email, password: strong, password_confirmation: strong } });
    const signUpMail = await world.readMail(email);
    await change("matthias", email);
    expect((await world.visitor.post(await confirmPath(email, { subject: "neue E-Mail-Adresse", after: signUpMail }))).status).toBe(204);
    expect((await world.visitor.post(new URL(signUpMail.links[0] ?? "").pathname)).status).toBe(404);
    expect((await sql("select 1 from users where email = $1", [email])).rowCount).toBe(1);
  });

  test("two people who want the same address at once do not both get it", async () => {
    const email = newEmail();
    await change("lena", email);
    const lenasPath = await confirmPath(email);
    const [lenasMail] = await world.mailsTo(email);
    await change("henrike", email);
    const henrikesPath = await confirmPath(email, { after: lenasMail });
    const answers = await Promise.all([lenasPath, henrikesPath, lenasPath, henrikesPath].map((path) => world.visitor.post(path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 404, 404]);
    expect((await sql("select 1 from users where email = $1", [email])).rowCount).toBe(1);
  });

  describe("is refused", () => {
    const errors = async (fields: Record<string, unknown>) => {
      const { status, body } = await change("anna", newEmail(), fields);
      expect(status).toBe(422);
      return body.errors;
    };

    test("to somebody who was removed while signed in", async () => {
      const piotr = world.as("piotr");
      await piotr.get("/change_email");
      await sql("update users set removed_at = now() where email = 'piotr@demo.example'");
      expect((await change("piotr", newEmail())).status).toBe(401);
    });

    test("with a wrong password, and says so along with what else is wrong", async () => {
      expect(await errors({ current_password: "falsch" })).toEqual({ current_password: ["Das ist nicht Ihr Passwort."] });
      const different = { current_password: "falsch", email_confirmation: newEmail() };
      expect(Object.keys(await errors(different))).toEqual(["current_password", "email_confirmation"]);
    });

    test("for an address that the lists do not let in, and for one's own", async () => {
      const evil = "anna@evil.example";
      expect(await errors({ email: evil, email_confirmation: evil })).toEqual({
        email: ["Diese Adresse ist in Ihrem Workspace nicht erlaubt. Bitte nehmen Sie Ihre dienstliche Adresse."],
      });
      const own = "ANNA@demo.example";
      expect(await errors({ email: own, email_confirmation: own })).toEqual({ email: ["Diese Adresse wird bereits verwendet."] });
    });

    test("for the eleventh time in a quarter of an hour", async () => {
      for (let round = 0; round < 10; round++) expect((await change("anna", newEmail())).status).toBe(204);
      expect((await change("anna", newEmail())).status).toBe(429);
    });
  });

  test("a link that expired, or is older than the day it was used on, confirms nothing", async () => {
    const email = newEmail();
    await change("tobias", email);
    const path = await confirmPath(email);
    await sql("update links set expires_at = now() - interval '1 second' where email = $1", [email]);
    expect((await world.visitor.get(path)).status).toBe(404);
    expect((await world.visitor.post(path)).status).toBe(404);
    await sql("update links set expires_at = now() + interval '1 hour' where email = $1", [email]);
    expect((await world.visitor.post(path)).status).toBe(204);
    await sql("update links set used_at = now() - interval '25 hours' where email = $1", [email]);
    expect((await world.visitor.post(path)).status).toBe(404);
  });
});
