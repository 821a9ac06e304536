import { beforeEach, describe, expect, test } from "vitest";
import { replaceLink } from "../../api/db/auth/links";
import { makeLinkSecret } from "../../api/domain/auth/link-secrets";
import { worldForTests } from "../support/harness";
import { stopClock } from "../support/stopped-clock";

describe("the strength of a password", () => {
  const world = worldForTests({ TRUST_PROXY: "1" });
  beforeEach(() => world.services.database.pool.query("delete from rate_limits"));

  const judge = (body: unknown, headers?: HeadersInit) => world.visitor.post("/password_strength", body, headers);
  const named = { password: "Petersen-Nordbahn" };

  test("is the same score for everybody, where nobody's own words are in it", async () => {
    for (const [password, score] of [
      ["", 0],
      ["password", 0],
      ["Sommer2027!", 3],
      ["Drei Möwen & 41 Weichen", 4],
    ] as const) {
      expect((await judge({ password })).body, password).toEqual({ score });
      expect((await world.as("jana").post("/password_strength", { password })).body, password).toEqual({ score });
    }
  });

  test("is lower for Jana's own words: by her session, by her link, or by those of a form", async () => {
    const { secret, tokenHash } = makeLinkSecret();
    const userId = await world.userId("jana");
    const expiresAt = new Date(Date.now() + 60_000);
    await replaceLink(world.services.database.db, { userId, purpose: "password_reset", tokenHash, expiresAt });
    expect((await judge(named)).body.score).toBe(4);
    expect((await world.as("jana").post("/password_strength", named)).body.score).toBeLessThan(4);
    expect((await judge({ ...named, token: secret })).body.score).toBeLessThan(4);
    expect((await judge({ ...named, words: ["jana.petersen@nordbahn.example"] })).body.score).toBeLessThan(4);
  });

  test("tells nothing of a link that is none, nor of a session that is over", async () => {
    expect(await judge({ ...named, token: "x" })).toMatchObject({ status: 200, body: { score: 4 } });
    expect(await judge(named, { Authorization: "Bearer x" })).toMatchObject({ status: 200, body: { score: 4 } });
  });

  test("is not told without end", async () => {
    stopClock();
    const from = (address: string) => judge({ password: "x" }, { "X-Forwarded-For": address });
    expect((await from("192.0.2.7")).status).toBe(200);
    await world.services.database.pool.query("update rate_limits set points = 120 where key like 'password-strength:%'");
    const { status, headers } = await from("192.0.2.7");
    expect([status, Number(headers.get("Retry-After")) > 0]).toEqual([429, true]);
    expect((await from("192.0.2.8")).status).toBe(200);
    expect((await world.as("jana").post("/password_strength", { password: "x" })).status).toBe(200);
  });
});
