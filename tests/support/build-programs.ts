import { execSync } from "node:child_process";

/** Vitest's global setup of suites that start worker threads and the built API. */
export default () => void execSync("npm run build:workers && npm run build:programs", { stdio: "inherit" });
