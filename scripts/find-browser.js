// Finds Chromium for the browser tests, with `--text` the text browsers of the full run as well; as root on Debian it installs missing ones.
import { execFileSync, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Debian's headless Chromium: a page takes a quarter of the processor time. */
const shell = "chromium-headless-shell";
const chromiums = [shell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const onMacOs = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
/** Debian's names are those of the programs. */
const textBrowsers = process.argv.includes("--text") ? ["lynx", "w3m"] : [];
const directories = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/local/bin", "/snap/bin"];

/** Path of Chromium: `CHROMIUM_PATH`, or the first that is installed. */
export const findBrowser = () => process.env.CHROMIUM_PATH || chromiums.map(findProgram).find(Boolean) || [onMacOs].find(isExecutable);

/** @param {string} name */
export function findProgram(name) {
  return directories.map((directory) => join(directory, name)).find(isExecutable);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installMissing() {
  const missing = [...(findBrowser() ? [] : [shell]), ...textBrowsers.filter((name) => !findProgram(name))];
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return;
  console.log(`Not found: ${missing.join(", ")}. Installing Debian's packages …`);
  const options = /** @type {const} */ ({ env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, stdio: "inherit" });
  try {
    execFileSync("apt-get", ["update", "-q"], options);
    // Older releases have no package of the shell.
    const isKnown = spawnSync("apt-cache", ["show", shell]).status === 0;
    const packages = missing.map((name) => (name === shell && !isKnown ? "chromium" : name));
    execFileSync("apt-get", ["install", "-q", "-y", "--no-install-recommends", ...packages], options);
  } catch (error) {
    // Missing browsers are reported below.
    console.warn(`Installing failed: ${error instanceof Error ? error.message : error}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installMissing();
  const missingForText = textBrowsers.filter((name) => !findProgram(name));
  if (missingForText.length > 0) console.warn(`Not installed: ${missingForText.join(", ")}. The flows in text browsers are skipped.`);
  const chromium = findBrowser();
  if (!chromium || !isExecutable(chromium)) {
    console.error(
      "Not installed: Chromium or Chrome (or its path in CHROMIUM_PATH). The journeys cannot run; everything else is `npm run check`, `npm run build` and `npm run test:vitest`.",
    );
    process.exitCode = 1;
  }
}
