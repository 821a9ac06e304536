import { describe, expect, test } from "vitest";
import { z } from "zod";
import { activeSessionSchema } from "../../contract/rest/session";
import { credentialsOf, worldForTests } from "../support/harness";

describe("the list of one's sessions", () => {
  const world = worldForTests();

  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const signInWith = async (person: string, browser: string): Promise<string> =>
    (await world.visitor.post("/auth", credentialsOf(person), { "User-Agent": browser })).body.auth_token;
  const list = async (token: string) => {
    const { status, body } = await world.visitor.get("/sessions", bearer(token));
    return status === 200 ? z.array(activeSessionSchema.strict()).parse(body) : status;
  };
  const browsers = async (token: string) => {
    const found = await list(token);
    return typeof found === "number" ? found : found.map(({ user_agent, current }) => `${user_agent}${current ? " (here)" : ""}`);
  };

  test("says where Jana is signed in, the newest first, and which one asks", async () => {
    const phone = await signInWith("jana", "phone");
    const office = await signInWith("jana", "office");
    await signInWith("lena", "somebody else's");
    expect(await browsers(phone)).toEqual(["office", "phone (here)"]);
    expect(await browsers(office)).toEqual(["office (here)", "phone"]);
  });

  test("leaves out what is over", async () => {
    const [here, left, old] = await Promise.all(["here", "left", "old"].map((browser) => signInWith("tobias", browser)));
    await world.visitor.delete("/auth", bearer(left ?? ""));
    await world.services.database.pool.query("update sessions set expires_at = now() - interval '1 second' where user_agent = 'old'");
    expect(await browsers(here ?? "")).toEqual(["here (here)"]);
    expect(await list(old ?? "")).toBe(401);
  });

  test("ends one of them, once", async () => {
    const [here, lost] = [await signInWith("ayse", "here"), await signInWith("ayse", "lost")];
    const sessions = await list(here);
    const id = typeof sessions === "number" ? "" : sessions.find(({ current }) => !current)?.id;
    const end = () => world.visitor.delete(`/sessions/${id}`, bearer(here));
    expect((await end()).status).toBe(204);
    expect(await list(lost)).toBe(401);
    expect((await end()).status).toBe(404);
    expect(await browsers(here)).toEqual(["here (here)"]);
  });

  test("ends all others at once, twice without harm", async () => {
    const [here, ...others] = [await signInWith("miriam", "here"), await signInWith("miriam", "b"), await signInWith("miriam", "c")];
    const ends = await Promise.all([1, 2].map(() => world.visitor.delete("/sessions", bearer(here))));
    expect(ends.map(({ status }) => status)).toEqual([204, 204]);
    expect(await Promise.all(others.map(list))).toEqual([401, 401]);
    expect(await browsers(here)).toEqual(["here (here)"]);
  });

  test("ends nobody else's", async () => {
    const lena = await signInWith("lena", "lena's own");
    const sessions = await list(lena);
    const own = typeof sessions === "number" ? undefined : sessions.find(({ current }) => current);
    for (const person of ["anna", "olga"]) expect((await world.as(person).delete(`/sessions/${own?.id}`)).status, person).toBe(404);
    expect(await list(lena)).not.toBe(401);
  });
});
