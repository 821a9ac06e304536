import { beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "../support/caller";
import { worldForTests } from "../support/harness";

describe("What a GraphQL request may ask", () => {
  const world = worldForTests();
  let henrike: Caller;
  beforeAll(async () => {
    henrike = world.as("henrike");
  });

  const ask = (query: string) => henrike.post("/graphql", { query });
  const times = (count: number, write: (index: number) => string) => Array.from({ length: count }, (_, index) => write(index)).join(" ");
  const nested = (depth: number): string => (depth === 1 ? "ping" : `ping { ${nested(depth - 1)} }`);

  it("is answered within the limits", async () => {
    const { body } = await ask(`{ ping ${times(5, (index) => `p${index}: ping`)} }`);
    expect(body.data).toMatchObject({ ping: true, p4: true });
  });

  it("calls a folder's id `id` or `folderId`, and has one of them", async () => {
    const folder = await world.folderId("presseschau");
    for (const field of ["mailings", "latestMailing", "folderTags", "recipients"]) {
      const [one, other] = await Promise.all(["id", "folderId"].map((name) => ask(`{ ${field}(${name}: "${folder}") { id } }`)));
      expect(one?.body.errors, field).toBeUndefined();
      expect(one?.body, field).toEqual(other?.body);
      const neither = await ask(`{ ${field} { id } }`);
      expect([neither.status, Object.keys(neither.body.errors)], field).toEqual([422, ["folder_id"]]);
    }
  });

  it.each([
    ["300 tokens", `{ ${times(301, () => "ping")} }`, "300 tokens"],
    ["five aliases", `{ ${times(6, (index) => `p${index}: ping`)} }`, "Aliases limit of 5 exceeded"],
    ["five directives", `{ ${times(6, () => "ping @include(if: true)")} }`, "Directives limit of 5 exceeded"],
    ["five levels", `{ ${nested(6)} }`, "Query depth limit of 5 exceeded"],
  ])("ends at %s", async (_, query, reason) => {
    const { status, body } = await ask(query);
    expect([status, body.data]).toEqual([200, undefined]);
    expect(body.errors.map(({ message }: { message: string }) => message).join()).toContain(reason);
  });

  const keys = Object.fromEntries(
    times(900, (index) => `k${index}`)
      .split(" ")
      .map((key) => [key, 1]),
  );
  const long = "x".repeat(1_000_000);
  const ofId = "query($id: ID!) { mailing(id: $id) { id } }";

  it.each([
    ["a variable of 900 keys", { query: ofId, variables: { id: keys } }, "got invalid value"],
    ["a variable with a long text", { query: ofId, variables: { id: [long] } }, "got invalid value"],
    ["a field with a long name", { query: `{ ${long} }` }, "Cannot query field"],
    ["a parameter with a long name", { query: "{ ping }", [long]: 1 }, "Unexpected parameter"],
  ])("of %s is not repeated in the answer", async (_, request, reason) => {
    const { body } = await henrike.post("/graphql", request);
    expect(body.errors[0].message).toContain(reason);
    expect(JSON.stringify(body).length).toBeLessThan(1_000);
  });

  it("with more than a thousand values is not parsed", async () => {
    const variables = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`k${at}`, at]));
    expect((await henrike.post("/graphql", { query: "{ ping }", variables })).status).toBe(413);
    const fewer = Object.fromEntries(Object.entries(variables).slice(0, 990));
    expect((await henrike.post("/graphql", { query: "{ ping }", variables: fewer })).body.data).toEqual({ ping: true });
  });
});
