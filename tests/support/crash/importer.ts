import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "../../../api/config";
import { createLog } from "../../../api/log";
import { openServices } from "../../../api/open-services";

// Files bookmarks until it is killed, and prints how many entries have an outcome.

const { services, startWork } = await openServices(readConfig(), createLog("silent"));
startWork({ pollMs: 100 });
for (;;) {
  const { rows } = await services.database.pool.query("select count(outcome)::int as processed from bookmarks");
  process.stdout.write(`${rows[0].processed}\n`);
  await sleep(5);
}
