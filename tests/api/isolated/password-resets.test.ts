import { hash } from "@node-rs/argon2";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { replaceLink } from "../../../api/db/auth/links";
import { countStatements } from "../../../api/db/pool";
import { makeLinkSecret } from "../../../api/domain/auth/link-secrets";
import { credentialsOf, password, worldForTests } from "../../support/harness";

// Counts calls of the real hash function.
vi.mock("@node-rs/argon2", { spy: true });

describe("a forgotten password", () => {
  const world = worldForTests({ TRUST_PROXY: "1" });

  const fresh = "Drei Möwen & 41 Weichen";
  const sql = (text: string, values: unknown[] = []) => world.services.database.pool.query(text, values);
  const twice = (text: string) => ({ password: text, password_confirmation: text });
  const ask = (body: object, headers?: HeadersInit) => world.visitor.post("/password_resets", body, headers);
  const forgets = (person: string) => ask({ workspace: credentialsOf(person).workspace, email: credentialsOf(person).email });
  const set = (token: string, body: unknown = twice(fresh), headers?: HeadersInit) =>
    world.visitor.put(`/password_resets/${token}`, body, headers);
  const look = async (token: string) => {
    const { status, body } = await world.visitor.get(`/password_resets/${token}`);
    return { status, body };
  };
  const signsIn = async (person: string, typed: string) =>
    (await world.visitor.post("/auth", { ...credentialsOf(person), password: typed })).status;

  /** The secret of a link, as the mail's job makes it. */
  async function linkOf(person: string, purpose: "password_reset" | "sign_up" | "email_change" = "password_reset"): Promise<string> {
    const { secret, tokenHash } = makeLinkSecret();
    const userId = await world.userId(person);
    await replaceLink(world.services.database.db, { userId, purpose, tokenHash, expiresAt: new Date(Date.now() + 60_000) });
    return secret;
  }

  beforeEach(() => sql("delete from rate_limits"));

  test("Jana asks for a mail, sets a new password by its link, and is signed out everywhere", async () => {
    const [phone, office, colleague] = [await world.signIn("jana"), await world.signIn("jana"), await world.signIn("anna")];
    expect(await forgets("jana")).toMatchObject({ status: 204, body: "" });
    const asked = await world.readMail("jana@demo.example", { subject: "Neues Passwort" });
    const [, token = ""] = /\/password_resets\/([\w-]+)\?locale=de$/.exec(asked.links[0] ?? "") ?? [];

    expect(await set(token)).toMatchObject({ status: 204, body: "" });
    expect(await signsIn("jana", password)).toBe(401);
    expect(await signsIn("jana", fresh)).toBe(200);
    const statusOf = async (session: string) => (await world.visitor.get("/teams", { Authorization: `Bearer ${session}` })).status;
    expect(await Promise.all([phone, office, colleague].map(statusOf))).toEqual([401, 401, 200]);
    expect((await world.readMail("jana@demo.example", { after: asked })).subject).toBe("Ihr Passwort wurde geändert");
    expect((await set(token)).status).toBe(404);
  });

  test("whoever is asked for, answer and work are the same, and only the account gets a mail", async () => {
    await sql("update users set removed_at = now() where email = 'sabine@demo.example'");
    const asked = [
      { workspace: "demo", email: "tobias@demo.example" },
      { workspace: " DEMO ", email: " Henrike@Demo.Example " },
      { workspace: "demo", email: "nobody@demo.example" },
      { workspace: "nowhere", email: "tobias@demo.example" },
      { workspace: "demo", email: "sabine@demo.example" },
    ];
    const work: number[] = [];
    for (const body of asked) {
      const { result, statements } = await countStatements(() => ask(body));
      expect(result).toMatchObject({ status: 204, body: "" });
      work.push(statements.length);
    }
    expect(new Set(work).size).toBe(1);
    for (const person of ["tobias", "henrike"]) {
      const asking = (await world.mailsTo(`${person}@demo.example`)).filter(({ links }) => links[0]?.includes("/password_resets/"));
      expect(asking, person).toHaveLength(1);
    }
    for (const nobody of ["nobody@demo.example", "sabine@demo.example"]) expect(await world.mailsTo(nobody)).toEqual([]);
  });

  test("nobody's mailbox is filled, and the answer does not tell", async () => {
    for (let round = 0; round < 8; round++) expect((await forgets("piotr")).status).toBe(204);
    expect(await world.mailsTo("piotr@demo.example")).toHaveLength(5);
    await sql("update rate_limits set expire = 0");
    await forgets("piotr");
    expect(await world.mailsTo("piotr@demo.example")).toHaveLength(6);
  });

  test("a place that asks for everybody is asked to wait", async () => {
    const from = (address: string) => ask({ workspace: "demo", email: "clara@demo.example" }, { "X-Forwarded-For": address });
    expect((await from("192.0.2.7")).status).toBe(204);
    await sql("update rate_limits set points = 50 where key like 'password-reset-address:%'");
    const { status, headers, body } = await from("192.0.2.7");
    const wait = Number(headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(0);
    expect([status, body]).toEqual([429, { message: `Too many attempts. Please wait ${wait} seconds.` }]);
    expect((await from("192.0.2.8")).status).toBe(204);
  });

  describe("a link", () => {
    test("is nothing by its address alone: opening it sets nothing", async () => {
      const token = await linkOf("ayse");
      for (const method of ["HEAD", "OPTIONS", "POST", "DELETE"]) {
        const { status } = await world.visitor.request(`/password_resets/${token}`, { method });
        expect(status, method).toBe({ HEAD: 200, OPTIONS: 404, POST: 404, DELETE: 404 }[method]);
      }
      for (let times = 0; times < 3; times++) expect(await look(token)).toEqual({ status: 200, body: { is_good: true } });
      expect(await signsIn("ayse", password)).toBe(200);
      expect((await set(token)).status).toBe(204);
      expect(await look(token)).toEqual({ status: 200, body: { is_good: false } });
    });

    test("sets one password when it is used twice at once", async () => {
      const token = await linkOf("florian");
      const passwords = ["Vier Lotsen & 12 Anker", "Fünf Lotsen & 13 Anker"];
      const answers = await Promise.all(passwords.map((typed) => set(token, twice(typed))));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
      const won = answers.findIndex(({ status }) => status === 204);
      expect(await signsIn("florian", passwords[won] ?? "")).toBe(200);
      expect(await signsIn("florian", passwords[1 - won] ?? "")).toBe(401);
    });

    test.each<[string, (token: string) => string | Promise<string>]>([
      ["altered", (token) => (token.startsWith("A") ? "B" : "A") + token.slice(1)],
      ["what the database keeps of it", async () => (await sql("select token_hash from links")).rows[0].token_hash],
      ["of a sign-up", () => linkOf("miriam", "sign_up")],
      ["of a change of address", () => linkOf("miriam", "email_change")],
      ["replaced by a newer one", async (token) => (await linkOf("miriam")) && token],
      ["expired", async (token) => (await sql("update links set expires_at = now() - interval '1 second'")) && token],
      ["of somebody who was removed", removed],
    ])("that is %s is none", async (_, toBad) => {
      const token = await linkOf("miriam");
      const bad = await toBad(token);
      expect([
        { status: 200, body: { is_good: false } },
        { status: 404, body: { message: "Not found." } },
      ]).toContainEqual(await look(bad));
      const { status, body } = await set(bad, twice(fresh), { "Accept-Language": "de" });
      expect([status, body]).toEqual([404, { message: "Nicht gefunden." }]);
    });

    async function removed(): Promise<string> {
      const token = await linkOf("lena");
      await sql("update users set removed_at = now() where email = 'lena@demo.example'");
      return token;
    }

    test("is void once the password was changed another way", async () => {
      const token = await linkOf("henrike");
      const change = { user: { current_password: password, ...twice("Sechs Lotsen & 14 Anker") } };
      expect((await world.as("henrike").put(`/users/${await world.userId("henrike")}`, change)).status).toBe(200);
      expect((await set(token)).status).toBe(404);
    });

    test("confirms the address of who has signed up and not confirmed it", async () => {
      const token = await linkOf("matthias");
      await sql("update users set confirmed_at = null where email = 'matthias@demo.example'");
      expect((await set(token)).status).toBe(204);
      expect(await signsIn("matthias", fresh)).toBe(200);
    });

    test("makes the browser it was used in one that nobody's failures reach", async () => {
      const device = "a-browser-that-olga-uses-every-day";
      expect((await set(await linkOf("olga"), twice(fresh), { "X-Device": device })).status).toBe(204);
      const tries = (headers: HeadersInit) => world.visitor.post("/auth", { ...credentialsOf("olga"), password: fresh }, headers);
      await Promise.all(Array.from({ length: 8 }, () => signsIn("olga", "geraten")));
      expect((await tries({})).status).toBe(429);
      expect((await tries({ "X-Device": device })).status).toBe(200);
    });
  });

  describe("the new password", () => {
    const weak = [
      "This password is too easy to guess. Use at least 10 characters with letters, numbers and special characters, and no names.",
    ];
    test.each<[string, object, Record<string, string[]>]>([
      [
        "two that differ",
        { password: fresh, password_confirmation: `${fresh} ` },
        { password_confirmation: ["The two passwords are not the same."] },
      ],
      [
        "a common one that differs, both at once",
        { password: "Passwort123!", password_confirmation: "Passwort1234!" },
        { password: weak, password_confirmation: ["The two passwords are not the same."] },
      ],
      ["her name and her company", twice("Brandt-Nordbahn"), { password: weak }],
      ["the one she has", twice(password), { password: ["This is already your password. Please choose a new one."] }],
    ])("is refused without being hashed when it is %s", async (_, body, errors) => {
      const token = await linkOf("anna");
      vi.mocked(hash).mockClear();
      expect(await set(token, body)).toMatchObject({ status: 422, body: { errors } });
      expect(vi.mocked(hash)).not.toHaveBeenCalled();
      expect(await signsIn("anna", password)).toBe(200);
    });

    test("may be tried again with the same link after a refusal", async () => {
      const token = await linkOf("clara");
      expect((await set(token, twice("kurz"))).status).toBe(422);
      expect((await set(token)).status).toBe(204);
    });

    test("keeps its spaces and emoji, and does not mind how an umlaut is typed", async () => {
      const typed = "  🚂 nach Föhr, Gleis 9¾  ";
      expect((await set(await linkOf("tobias"), twice(typed))).status).toBe(204);
      expect(await signsIn("tobias", typed)).toBe(200);
      expect(await signsIn("tobias", typed.normalize("NFD"))).toBe(200);
      expect(await signsIn("tobias", typed.trim())).toBe(401);
      expect(await signsIn("tobias", typed.replace("🚂", ""))).toBe(401);
    });
  });

  test("no secret is in the log or in the database", async () => {
    const token = await linkOf("matthias");
    await set(token, twice("Acht Lotsen & 15 Anker"));
    const { rows } = await sql("select json_agg(l)::text as all from links l");
    for (const kept of [world.logLines.join(""), rows[0].all]) {
      expect(kept).not.toContain(token);
      expect(kept).not.toContain("Lotsen");
    }
  });
});
