import { spawn } from "node:child_process";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * Runs Node with these arguments in the project's directory and returns the exit code; a signal counts as 1.
 * @param {string[]} args
 * @param {Record<string, string>} [environment] on top of this process's
 * @param {(text: string) => void} [onOutput] gets what it prints; else that is printed
 * @param {string} [node] another Node than the one that runs this
 * @returns {Promise<number>}
 */
export function runNode(args, environment = {}, onOutput = undefined, node = process.execPath) {
  const output = onOutput ? "pipe" : "inherit";
  const env = { ...process.env, ...environment };
  const child = spawn(node, args, { cwd: projectRoot, env, stdio: ["inherit", output, output] });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (/** @type {string} */ text) => onOutput?.(text));
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
