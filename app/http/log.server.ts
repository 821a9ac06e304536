import { config } from "~/config.server";
import { createLog } from "../../contract/log.server";

/** The log of the web application. Entries contain events and request ids, never user input. */
export const log = createLog("web", config.logLevel);
