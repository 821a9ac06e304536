import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { worldForTests } from "../support/harness";

const folder = "api/db/functions";

describe("The functions of the database", () => {
  const world = worldForTests();

  it("are those of api/db/functions; else a migration includes what has changed", async () => {
    const client = await world.services.database.pool.connect();
    const list = async () => {
      const { rows } = await client.query<{ name: string; definition: string }>(`
        select proname as name, pg_get_functiondef(p.oid) as definition from pg_proc p
        where pronamespace = current_schema()::regnamespace
          and not exists (select 1 from pg_depend where objid = p.oid and classid = 'pg_proc'::regclass and deptype = 'e')
        order by proname collate "C"`);
      return rows;
    };
    try {
      await client.query("begin");
      const migrated = await list();
      expect(migrated.map(({ name }) => `${name}.sql`)).toEqual(readdirSync(folder).sort());
      for (const name of readdirSync(folder)) await client.query(readFileSync(`${folder}/${name}`, "utf8"));
      expect(await list()).toEqual(migrated);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});
