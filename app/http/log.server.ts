import pino from "pino";
import { config } from "~/config.server";

/** Structured lines of the web application. Never a token, a password, a cookie or what somebody typed. */
export const log = pino({ name: "web", level: config.logLevel });
