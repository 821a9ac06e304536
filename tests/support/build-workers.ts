import { buildOnce } from "./build";

/** Vitest's global setup of suites that start worker threads. */
export default () => buildOnce("build:workers");
