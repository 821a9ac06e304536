import { config } from "~/config.server";
import { perProduct } from "~/product.server";
import { createLog } from "../../contract/log.server";

/** The log of the web application. Entries contain events and request ids, never user input. */
export const log = perProduct("log", () => createLog("web", config.logLevel));
