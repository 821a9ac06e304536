import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sweep } from "../../api/domain/sweep";
import { openWorld, worldForTests } from "../support/harness";

const operator = "demo@folda.example";
const ole = { name: "Ole Petersen", company: "Hafenbahn", email: "ole@hafen.example", phone: "+49 40 1234" };
const id = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe("Demo requests", () => {
  const world = worldForTests({ TRUST_PROXY: "1", INQUIRIES_EMAIL: operator, OPERATOR_EMAIL: "imprint@folda.example" });

  const sql = (text: string, values: unknown[] = []) => world.services.database.pool.query(text, values);
  const ask = (inquiry: unknown, headers: HeadersInit = {}) => world.visitor.post("/inquiries", { inquiry }, headers);
  const kept = async () => (await sql("select name, company, email, phone, locale from inquiries order by created_at, id")).rows;
  const count = async () => Number((await sql("select count(*) from inquiries")).rows[0].count);

  beforeEach(() => sql("delete from rate_limits"));
  afterEach(() => void vi.useRealTimers());

  it("are kept and mailed to the configured address, in the language they were asked in", async () => {
    const answer = await ask(ole, { "Accept-Language": "de" });
    expect(answer).toMatchObject({ status: 201, body: { ...ole, id } });
    expect(await kept()).toContainEqual({ ...ole, locale: "de" });
    const mail = await world.readMail(operator, { subject: "Demo-Anfrage von Ole Petersen" });
    for (const fact of Object.values(ole)) expect(mail.text).toContain(fact);
    expect(mail.headers["reply-to"]).toMatch(/Ole Petersen <ole@hafen\.example>/);
    expect(await world.mailsTo("imprint@folda.example")).toEqual([]);
    expect(world.logLines.join("")).not.toContain(ole.email);
  });

  it("need a name and an address, nothing else", async () => {
    expect(await ask({ name: "Ole", email: "ole2@hafen.example" })).toMatchObject({ status: 201, body: { company: null, phone: null } });
    const answer = await ask({});
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["name", "email"]]);
  });

  it("of one form that is sent twice at once are one", async () => {
    const before = await count();
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const twice = { ...ole, email: "twice@hafen.example" };
    const [one, other] = await Promise.all([ask(twice, key), ask(twice, key)]);
    expect([one.status, other.body]).toEqual([201, one.body]);
    expect(await count()).toBe(before + 1);
    expect((await ask({ ...twice, phone: "110" }, key)).body.id).not.toBe(one.body.id);
  });

  it("of one e-mail address are three an hour, of one place ten", async () => {
    const statuses = [];
    for (const name of ["Eins", "Zwei", "Drei", "Vier"]) statuses.push((await ask({ ...ole, name, email: "OFT@hafen.example" })).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
    await sql("delete from rate_limits");
    const from = (address: string, n: number) => ask({ name: "Robot", email: `r${n}@bots.example` }, { "X-Forwarded-For": address });
    const answers = [];
    for (let n = 0; n < 11; n += 1) answers.push(await from("192.0.2.7", n));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(201), 429]);
    expect(Number(answers.at(-1)?.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await from("192.0.2.8", 0)).status).toBe(201);
  });

  it("of robots, a thousand at once from everywhere, are as many as a hundred an hour leave room for", async () => {
    expect((await ask({ name: "Robot", email: "first@bots.example" })).status).toBe(201);
    await sql("update rate_limits set points = 95 where key like 'inquiry-all:%'");
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, n) => ask({ name: `Robot ${n}`, email: `r${n}@bots.example` })));
    // After waiting for too long, visitors are asked to try again.
    expect([...new Set(answers.map(({ status }) => status))].filter((status) => ![201, 429, 503].includes(status))).toEqual([]);
    expect(await count()).toBe(before + 5);
  });

  it("can be corrected for a day by whoever has the id, and the operator is told again", async () => {
    const { id: inquiryId } = (await ask({ ...ole, email: "korrekt@hafen.example" })).body;
    const correct = (path: string, inquiry: object) => world.visitor.put(`/inquiries/${path}`, { inquiry });
    const corrected = { ...ole, name: "Ole Petersen-Harms", email: "korrekt@hafen.example" };
    expect(await correct(inquiryId, corrected)).toMatchObject({ status: 200, body: { id: inquiryId, name: "Ole Petersen-Harms" } });
    await world.readMail(operator, { subject: "Demo request from Ole Petersen-Harms" });
    expect((await correct(inquiryId, { name: "" })).status).toBe(422);
    await sql("update inquiries set created_at = now() - interval '23 hours' where id = $1", [inquiryId]);
    // The clock of the database, which dated the request, decides.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 60 * 60_000 });
    expect((await correct(inquiryId, corrected)).status).toBe(200);
    vi.useRealTimers();
    for (const nobody of [crypto.randomUUID(), "x", "%00"]) expect((await correct(nobody, corrected)).status).toBe(404);
    await sql("update inquiries set created_at = now() - interval '25 hours' where id = $1", [inquiryId]);
    expect((await correct(inquiryId, corrected)).status).toBe(404);
  });

  it("are nobody's to read, and forgotten after half a year", async () => {
    const { id: inquiryId } = (await ask({ ...ole, email: "alt@hafen.example" })).body;
    for (const path of ["/inquiries", `/inquiries/${inquiryId}`]) {
      expect([401, 404]).toContain((await world.visitor.get(path)).status);
      expect((await world.as("anna").get(path)).status).toBe(404);
    }
    await sql("update inquiries set created_at = now() - interval '181 days' where id = $1", [inquiryId]);
    const before = await count();
    await sweep(world.services);
    expect(await count()).toBe(before - 1);
  });
});

describe("Demo requests of a product whose operator has no address", () => {
  it("are kept, and the log says that nobody is told", async () => {
    const world = await openWorld();
    try {
      expect((await world.visitor.post("/inquiries", { inquiry: ole })).status).toBe(201);
      await world.jobsDone();
      expect(world.logLines.join("")).toContain("INQUIRIES_EMAIL");
    } finally {
      await world.close();
    }
  });
});
