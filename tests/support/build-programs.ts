import { buildOnce } from "./build";

/** Vitest's global setup of suites that start worker threads and the built API. */
export default () => {
  buildOnce("build:workers");
  buildOnce("build:programs");
};
