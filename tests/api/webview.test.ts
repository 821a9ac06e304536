import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type OpenWorld, openWorld } from "../support/harness";

const digest = (letter: string) => letter.repeat(43);

describe("The key of an embedding app", () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());
  beforeEach(() => world.services.database.pool.query("delete from rate_limits"));

  const use = (person: string, key: unknown) => world.as(person).post("/webview_keys", { digest: key });

  it("is used up once, whoever asks again", async () => {
    expect((await use("lena", digest("a"))).status).toBe(204);
    expect(await use("lena", digest("a"))).toMatchObject({ status: 409, body: { message: expect.any(String) } });
    expect((await use("olga", digest("a"))).status).toBe(409);
    expect((await use("lena", digest("b"))).status).toBe(204);
  });

  it("counts once when it comes twenty times at once", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => use("lena", digest("c"))));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  it("stands nowhere as it came", async () => {
    await use("lena", digest("d"));
    const { rows } = await world.services.database.pool.query("select key from rate_limits");
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(digest("d"));
  });

  it.each([undefined, null, 5, "", "x", `${digest("a")}a`, `${digest("a").slice(1)}ä`, {}, [digest("a")]])(
    "is refused at its field when it is %j",
    async (key) => {
      const answer = await use("lena", key);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["digest"]]);
    },
  );

  it("is not read if it is too large", async () => {
    expect((await use("lena", "x".repeat(5_000_000))).status).toBe(413);
  });
});
