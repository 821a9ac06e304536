import { verify } from "@node-rs/argon2";
import { SignJWT } from "jose";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createApi } from "../../../api/app";
import { countStatements } from "../../../api/db/pool";
import { createRateLimits } from "../../../api/rate-limits";
import { credentialsOf, password, worldForTests } from "../../support/harness";
import { stopClock } from "../../support/stopped-clock";

// Counts calls of the real check.
vi.mock("@node-rs/argon2", { spy: true });

describe("the session", () => {
  const world = worldForTests({ TRUST_PROXY: "1" });

  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const own = async (token: string, person: string) => world.visitor.get(`/users/${await world.userId(person)}`, bearer(token));
  const sql = (text: string, values: unknown[] = []) => world.services.database.pool.query(text, values);

  test("Jana signs in, and her token says who she is", async () => {
    const token = await world.signIn("jana");
    expect((await own(token, "jana")).body).toMatchObject({ first_name: "Jana", client: { workspace: "demo" } });
  });

  test("workspace and address are found however their letters are written", async () => {
    const { status } = await world.visitor.post("/auth", { workspace: "  DEMO ", email: "Anna@Demo.Example", password });
    expect(status).toBe(200);
  });

  test("signing out ends this session and no other", async () => {
    const [here, there] = [await world.signIn("lena"), await world.signIn("lena")];
    expect((await world.visitor.delete("/auth", bearer(here))).status).toBe(204);
    expect((await own(here, "lena")).status).toBe(401);
    expect((await own(there, "lena")).status).toBe(200);
  });

  test("a session that is over in the database is over for its token", async () => {
    const token = await world.signIn("lena");
    await sql("update sessions set expires_at = now() - interval '1 second'");
    expect((await own(token, "miriam")).status).toBe(401);
  });

  test("Piotr, who was removed, is signed out and stays out", async () => {
    const token = await world.signIn("piotr");
    await sql("update users set removed_at = now() where email = 'piotr@demo.example'");
    const answer = await own(token, "anna");
    expect(answer.status).toBe(401);
    expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
    expect((await world.visitor.post("/auth", credentialsOf("piotr"))).status).toBe(401);
  });

  test("a token of somebody else's making is worth nothing", async () => {
    const userId = await world.userId("anna");
    await world.signIn("anna");
    const { rows } = await sql("select id from sessions where user_id = $1", [userId]);
    const claims = new SignJWT({ sid: rows[0].id }).setSubject(userId).setExpirationTime("1h");
    const forged = await claims.setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode("x".repeat(40)));
    const unsigned = `${btoa('{"alg":"none"}')}.${forged.split(".")[1]}.`;
    for (const token of [forged, unsigned, "", "x", "a.b.c", "x".repeat(5000)]) expect((await own(token, "anna")).status).toBe(401);
  });

  test("a token of Anna's session does not make Jana of Jana's id", async () => {
    await world.signIn("anna");
    const secret = new TextEncoder().encode(world.services.config.sessionSecrets[0]);
    const { rows } = await sql("select id from sessions where user_id = $1", [await world.userId("anna")]);
    const mixed = new SignJWT({ sid: rows[0].id }).setSubject(await world.userId("jana")).setExpirationTime("1h");
    expect((await own(await mixed.setProtectedHeader({ alg: "HS256" }).sign(secret), "jana")).status).toBe(401);
  });

  test("the missing field is named", async () => {
    const { status, body } = await world.visitor.post("/auth", { workspace: " ", password: 5 }, { "Accept-Language": "de" });
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      workspace: ["Dies ist ein Pflichtfeld"],
      email: ["Dies ist ein Pflichtfeld"],
      password: ["Dieser Wert ist hier nicht möglich."],
    });
  });

  describe("wrong credentials", () => {
    const { workspace, email } = credentialsOf("florian");
    const wrong = [
      { what: "the workspace", credentials: { workspace: "nowhere", email, password } },
      { what: "the address", credentials: { workspace, email: "nobody@demo.example", password } },
      { what: "the password", credentials: { workspace, email, password: "wrong" } },
    ];

    test("answer alike, whatever is wrong", async () => {
      const answers = await Promise.all(wrong.map(({ credentials }) => world.visitor.post("/auth", credentials)));
      for (const { status, body } of answers)
        expect({ status, body }).toEqual({ status: 401, body: { message: "Workspace, e-mail or password is not correct." } });
    });

    test("cost one password check each, whatever is wrong", async () => {
      for (const { what, credentials } of wrong) {
        await sql("delete from rate_limits");
        vi.mocked(verify).mockClear();
        await world.visitor.post("/auth", credentials);
        expect(vi.mocked(verify), what).toHaveBeenCalledTimes(1);
      }
    });

    test("leave no address and no password in the log", async () => {
      for (const { credentials } of wrong) expect((await world.visitor.post("/auth", credentials)).status).toBe(401);
      const log = world.logLines.join("");
      expect(log).toContain("sign-in refused");
      expect(log).toMatch(/"requestId":"[\w-]+","account":"[\w-]{12}","msg":"sign-in refused"/);
      for (const secret of ["nobody@demo", email, password]) expect(log).not.toContain(secret);
    });
  });

  describe("guessing", () => {
    const guess = (round: number) => world.visitor.post("/auth", { ...credentialsOf("ayse"), password: `guess ${round}` });
    const later = (seconds: number) => sql("update rate_limits set expire = expire - $1 * 1000 where key like 'sign-in-gate:%'", [seconds]);
    beforeEach(() => sql("delete from rate_limits"));

    test("is slowed down after five failures, for the right password too, and ever longer", async () => {
      stopClock();
      for (let round = 0; round < 5; round++) expect((await guess(round)).status).toBe(401);
      const waits: number[] = [];
      for (let round = 0; round < 7; round++) {
        const { status, headers, body } = await world.visitor.post("/auth", credentialsOf("ayse"), { "Accept-Language": "de" });
        const wait = Number(headers.get("Retry-After"));
        expect({ status, body }).toEqual({ status: 429, body: { message: `Zu viele Versuche. Bitte warten Sie ${wait} Sekunden.` } });
        waits.push(Math.ceil(wait / 30) * 30);
        await later(wait);
        expect((await guess(round)).status).toBe(401);
      }
      expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
    });

    test("holds nothing against others, nor against the person once she has signed in", async () => {
      stopClock();
      for (let round = 0; round < 5; round++) await guess(round);
      expect((await world.visitor.post("/auth", credentialsOf("clara"))).status).toBe(200);
      await later(30);
      expect((await world.visitor.post("/auth", credentialsOf("ayse"))).status).toBe(200);
      expect((await guess(0)).status).toBe(401);
    });

    test("is slowed down however the address is spelt", async () => {
      stopClock();
      const spellings = ["miriam@demo.example", "Miriam@demo.example", "mİriam@demo.example", "mirİam@demo.example", "mİrİam@demo.example"];
      const credentials = { workspace: "demo", password: "guess" };
      for (const email of spellings) expect((await world.visitor.post("/auth", { ...credentials, email })).status).toBe(401);
      for (const email of spellings) expect((await world.visitor.post("/auth", { ...credentials, email })).status).toBe(429);
    });

    test("at once, and at two processes, counts like guessing one after the other", async () => {
      stopClock();
      const secondProcess = createApi({ ...world.services, rateLimits: createRateLimits(world.services) });
      const init = {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ ...credentialsOf("ayse"), password: "guess" }),
      };
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, round) => (round % 2 ? guess(round) : secondProcess.request("/auth", init))),
      );
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
    });

    describe("at once", () => {
      const right = credentialsOf("ayse");
      const device = { "X-Device": "a-browser-that-ayse-uses-every-day" };
      const home = { "X-Forwarded-For": "198.51.100.7" };
      const office = { "X-Forwarded-For": "203.0.113.9" };
      const signIn = (headers: HeadersInit) => world.visitor.post("/auth", right, headers);
      const attack = (guesses: number, places: number) =>
        Array.from({ length: guesses }, (_, round) =>
          world.visitor.post("/auth", { ...right, password: `guess ${round}` }, { "X-Forwarded-For": `192.0.2.${round % places}` }),
        );
      const count = (answers: { status: number }[], status: number) => answers.filter((answer) => answer.status === status).length;

      test("200 times gets nobody in, and stops Ayşe nowhere else, during and after", async () => {
        stopClock();
        expect((await signIn({ ...home, ...device })).status).toBe(200);
        const attacked = attack(200, 10);
        const during = await Promise.all([signIn(home), signIn(office), signIn({ ...office, ...device })]);
        const answers = await Promise.all(attacked);
        expect([count(answers, 401), count(answers, 429)]).toEqual([50, 150]);
        expect([...during, await signIn(office)].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      });

      test("200 times costs the database little more than 200 looks for the account", async () => {
        stopClock();
        const { result, statements } = await countStatements(() => Promise.all(Array.from({ length: 200 }, (_, round) => guess(round))));
        expect(count(result, 401)).toBeLessThanOrEqual(6);
        expect(count(result, 401) + count(result, 429)).toBe(200);
        expect(statements.length).toBeLessThan(250);
      });

      test("from everywhere stops no browser that she has used, and a new one for seconds", async () => {
        stopClock();
        expect((await signIn({ ...home, ...device })).status).toBe(200);
        const attacked = attack(130, 130);
        const during = await Promise.all([signIn({ ...home, ...device }), signIn({ ...office, ...device })]);
        const answers = await Promise.all(attacked);
        expect([count(answers, 401), count(answers, 429)]).toEqual([100, 30]);
        expect([...during, await signIn({ ...office, ...device })].map(({ status }) => status)).toEqual([200, 200, 200]);
        await expectAWaitOf(office, 60, "sign-in-account-gate");
      });

      test("from nobody knows where stops her for half a minute at first, and not in a browser that she has used", async () => {
        stopClock();
        expect((await signIn(device)).status).toBe(200);
        const answers = await Promise.all(Array.from({ length: 30 }, (_, round) => guess(round)));
        expect(count(answers, 401)).toBeLessThanOrEqual(6);
        expect((await signIn(device)).status).toBe(200);
        await expectAWaitOf({}, 60, "sign-in-gate");
      });

      async function expectAWaitOf(headers: HeadersInit, seconds: number, gate: string) {
        const wait = Number((await signIn(headers)).headers.get("Retry-After"));
        expect(wait).toBeLessThanOrEqual(seconds);
        await sql("update rate_limits set expire = expire - $1 * 1000 where key like $2", [wait, `${gate}:%`]);
        expect((await signIn(headers)).status).toBe(200);
        expect((await signIn(headers)).status).toBe(200);
      }
    });

    test("in a browser that she has used is slowed down too, and only there", async () => {
      stopClock();
      const device = { "X-Device": "a-browser-that-ayse-uses-every-day" };
      expect((await world.visitor.post("/auth", credentialsOf("ayse"), device)).status).toBe(200);
      const statuses: number[] = [];
      for (let round = 0; round < 7; round++)
        statuses.push((await world.visitor.post("/auth", { ...credentialsOf("ayse"), password: "x" }, device)).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
      expect((await guess(0)).status).toBe(401);
      // Known for Ayşe only.
      for (let round = 0; round < 6; round++) await world.visitor.post("/auth", { ...credentialsOf("clara"), password: "x" });
      expect((await world.visitor.post("/auth", credentialsOf("clara"), device)).status).toBe(429);
    });

    test.each(["", "short", "x".repeat(200), "with space and more of it", "{}"])(
      "a device that cannot be one counts as none: %j",
      async (value) => {
        expect((await world.visitor.post("/auth", credentialsOf("ayse"), { "X-Device": value })).status).toBe(200);
        expect((await sql("select 1 from rate_limits where key like 'known-device:%'")).rowCount).toBe(0);
      },
    );

    test("for many accounts is slowed down by the address it comes from", async () => {
      const from = (forwardedFor: string) =>
        world.visitor.post(
          "/auth",
          { workspace: "demo", email: `${Math.random()}@x.example`, password: "x" },
          { "X-Forwarded-For": forwardedFor },
        );
      expect((await from("192.0.2.7")).status).toBe(401);
      await sql("update rate_limits set points = 100 where key like 'sign-in-address:%'");
      expect((await from("198.51.100.1, 192.0.2.7")).status).toBe(429);
      expect((await from("192.0.2.7, 198.51.100.1")).status).toBe(401);
    });
  });
});
