import { readConfig } from "../../../api/config";
import { createLog } from "../../../api/log";
import { openServices } from "../../../api/open-services";

// Works on jobs until it is killed.

const { startWork } = await openServices(readConfig(), createLog("silent"));
startWork({ pollMs: 100 });
process.stdout.write("open\n");
