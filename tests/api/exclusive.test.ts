import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onExclusiveConnection, unlessLocked } from "../../api/db/exclusive";
import type { Database } from "../../api/db/pool";
import { hasPostgres } from "../support/engines";
import { type OpenWorld, openWorld } from "../support/harness";

describe.runIf(hasPostgres)("When PostgreSQL ends a connection of its own kind", () => {
  let world: OpenWorld;
  let database: Database;
  beforeAll(async () => {
    world = await openWorld("postgres");
    database = world.services.database;
  });
  afterAll(() => world.close());

  const sql = async (text: string, values: unknown[]) => (await database.pool.query(text, values)).rows;

  /** Ends the connection that holds the lock, and waits until that is reported. */
  async function endHolder(name: string): Promise<void> {
    const [{ pid }] = await sql(
      "select pid from pg_locks where locktype = 'advisory' and objid::bigint = hashtext($1)::bigint & 4294967295",
      [name],
    );
    await sql("select pg_terminate_backend($1)", [pid]);
    await expect.poll(() => sql("select 1 from pg_stat_activity where pid = $1", [pid])).toEqual([]);
    await sql("select 1", []);
  }

  it("while somebody works under its lock and asks it nothing, the work comes to its own end, and the process goes on", async () => {
    const done: string[] = [];
    await unlessLocked(database, "sweeping", async () => {
      await endHolder("sweeping");
      done.push("swept");
    });
    expect(done).toEqual(["swept"]);
    const failing = unlessLocked(database, "sweeping", async () => {
      await endHolder("sweeping");
      throw new Error("the disk is full");
    });
    await expect(failing).rejects.toThrow("the disk is full");
  });

  it("whoever asks it something next is told", async () => {
    const asking = onExclusiveConnection(database, "reading", async (client) => {
      const ended = new Promise((resolve) => client.once("end", resolve));
      await endHolder("reading");
      await ended;
      await client.query("select 1");
    });
    await expect(asking).rejects.toThrow(/connection/i);
    expect(await onExclusiveConnection(database, "reading", async (client) => (await client.query("select 1 as n")).rows)).toEqual([
      { n: 1 },
    ]);
  });
});
