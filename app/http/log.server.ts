import { config } from "~/config.server";
import { createLog } from "../../contract/log.server";

/** Log of the web application. Lines name what happened and the request's id, and never hold what people typed. */
export const log = createLog("web", config.logLevel);
