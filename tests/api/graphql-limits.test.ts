import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "../support/caller";
import { engines, type OpenWorld, openWorld } from "../support/harness";

const [engine = "embedded"] = engines;

describe("What a GraphQL request may ask", () => {
  let world: OpenWorld;
  let henrike: Caller;
  beforeAll(async () => {
    world = await openWorld(engine);
    henrike = world.as("henrike");
  });
  afterAll(() => world.close());

  const ask = (query: string) => henrike.post("/graphql", { query });
  const times = (count: number, write: (index: number) => string) => Array.from({ length: count }, (_, index) => write(index)).join(" ");
  const nested = (depth: number): string => (depth === 1 ? "ping" : `ping { ${nested(depth - 1)} }`);

  it("is answered within the limits", async () => {
    const { body } = await ask(`{ ping ${times(5, (index) => `p${index}: ping`)} }`);
    expect(body.data).toMatchObject({ ping: true, p4: true });
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
});
