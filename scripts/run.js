import { spawn } from "node:child_process";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * Runs Node with these arguments in the project's directory and returns the exit code; a signal counts as 1.
 * @param {string[]} args
 * @param {Record<string, string>} [environment] on top of this process's
 * @returns {Promise<number>}
 */
export function runNode(args, environment = {}) {
  const child = spawn(process.execPath, args, { cwd: projectRoot, env: { ...process.env, ...environment }, stdio: "inherit" });
  const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  process.on("SIGINT", pass);
  process.on("SIGTERM", pass);
  return new Promise((resolveCode, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      process.off("SIGINT", pass);
      process.off("SIGTERM", pass);
      resolveCode(code ?? 1);
    });
  });
}
