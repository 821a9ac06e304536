import { readConfig } from "../../../api/config";
import { createLog } from "../../../api/log";
import { openServices } from "../../../api/open-services";

// Has digests sent to forty people after each other, and prints who is to get one, until it is killed.

const [round = ""] = process.argv.slice(2);
const { services, startWork } = await openServices(readConfig(), createLog("silent"));
const { pool } = services.database;
const { rows: people } = await pool.query<{ id: string }>("select id from users where email like 'leser-%' order by email");

startWork({ sendDigestsEveryMs: 100 });
process.stdout.write("open\n");
for (const { id } of people.slice(Number(round) * 40)) {
  await pool.query("update digests set due_at = now() where user_id = $1 and mail_state is null", [id]);
  process.stdout.write(`${id}\n`);
}
await new Promise(() => {});
