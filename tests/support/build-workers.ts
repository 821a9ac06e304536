import { execSync } from "node:child_process";

/** Vitest's global setup of suites that start worker threads. */
export default () => void execSync("npm run build:workers", { stdio: "inherit" });
