import { sql } from "drizzle-orm";
import { inTransaction, openDatabase } from "../../../api/db/pool";

// Writes without pause and prints which rows the database has confirmed, until it is killed.

const [dataDir = "", workerPath = "", round = ""] = process.argv.slice(2);
const database = await openDatabase({ dataDir, workerPath });
await database.pool.query("CREATE TABLE IF NOT EXISTS written (id text PRIMARY KEY, part int, body text)");

async function write(writer: number): Promise<never> {
  for (let n = 0; ; n += 1) {
    const id = `${round}/${writer}/${n}`;
    const body = id.repeat(1 + ((n * 37) % 400));
    await inTransaction(database, async (transaction) => {
      await transaction.execute(sql`INSERT INTO written VALUES (${`${id}/a`}, 1, ${body})`);
      await transaction.execute(sql`INSERT INTO written VALUES (${`${id}/b`}, 2, ${body})`);
    });
    process.stdout.write(`${id}\n`);
  }
}

process.stdout.write("open\n");
await Promise.all([1, 2, 3].map(write));
