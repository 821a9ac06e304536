import { execSync } from "node:child_process";

/** Vitest's global setup of suites that start the built product. */
export default () => void execSync("npm run build", { stdio: "inherit" });
