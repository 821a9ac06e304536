import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { worldForTests } from "../support/harness";

const digest = (letter: string) => letter.repeat(43);

describe("The key of an embedding app", () => {
  const world = worldForTests();
  // The first sign-in uses up rate limits that tests count.
  beforeAll(() => Promise.all(["lena", "olga"].map((person) => world.as(person).get("/teams"))));
  beforeEach(() => world.services.database.pool.query("delete from rate_limits"));

  const use = (person: string, key: string) => world.as(person).post("/webview_keys", { digest: key });

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
});
