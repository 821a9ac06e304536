import { readConfig } from "../../../api/config";
import { inTransaction } from "../../../api/db/pool";
import { createLog } from "../../../api/log";
import { openServices } from "../../../api/open-services";

// Requests one mail after the other and prints which requests are committed, until it is killed.

const [round = ""] = process.argv.slice(2);
const { services, startWork } = await openServices(readConfig(), createLog("silent"));
const { rows } = await services.database.pool.query<{ id: string }>("select id from users where email = 'anna@demo.example'");
const userId = rows[0]?.id ?? "";

startWork();
process.stdout.write("open\n");
for (let n = 0; ; n += 1) {
  const previousEmail = `anna-${round}-${n}@demo.example`;
  await inTransaction(services.database, (transaction) =>
    services.jobs.enqueue(transaction, "email-changed-mail", { userId, previousEmail }),
  );
  process.stdout.write(`${previousEmail}\n`);
}
