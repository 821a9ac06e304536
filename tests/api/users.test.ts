import { describe, expect, test } from "vitest";
import { countStatements } from "../../api/db/pool";
import { userSchema } from "../../contract/rest/users";
import { worldForTests } from "../support/harness";

describe("accounts", () => {
  const world = worldForTests();

  const account = async (asking: string, asked: string) => world.as(asking).get(`/users/${await world.userId(asked)}`);

  test("Ayşe reads her own, with her workspace", async () => {
    const { status, body } = await account("ayse", "ayse");
    expect(status).toBe(200);
    expect(userSchema.strict().parse(body)).toMatchObject({
      first_name: "Ayşe",
      last_name: "Yıldırım",
      email: "ayse@demo.example",
      role: "editor",
      client: { workspace: "demo", name: "Nordbahn" },
    });
  });

  test.each([
    ["anna, the owner,", "anna", 200],
    ["jana, an admin,", "jana", 200],
    ["matthias, an editor,", "matthias", 404],
    ["clara, a reader,", "clara", 404],
    ["olga of another workspace", "olga", 404],
  ])("%s asks for Tobias and gets %i", async (_, asking, status) => {
    expect((await account(asking, "tobias")).status).toBe(status);
  });

  test("nobody is at an id that is none", async () => {
    expect((await world.as("anna").get("/users/me")).status).toBe(404);
  });

  test("a removed account is gone, for the owner too", async () => {
    const id = await world.userId("florian");
    await world.services.database.pool.query("update users set removed_at = now() where id = $1", [id]);
    expect((await world.as("anna").get(`/users/${id}`)).status).toBe(404);
  });

  test("costs one statement for the person and one for the answer", async () => {
    const [jana, id] = [world.as("jana"), await world.userId("jana")];
    expect((await countStatements(() => jana.get(`/users/${id}`))).statements).toHaveLength(2);
  });
});
