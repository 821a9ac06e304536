import { readConfig } from "../../../api/config";
import { pollSources } from "../../../api/domain/sources/polling";
import { createLog } from "../../../api/log";
import { openServices } from "../../../api/open-services";

// Polls the sources again and again until it is killed.

const { services } = await openServices(readConfig(), createLog("silent"));
process.stdout.write("open\n");
for (;;) {
  await services.database.pool.query("update sources set next_fetch_at = now() - interval '1 second', etag = null");
  await pollSources(services, new AbortController().signal);
}
