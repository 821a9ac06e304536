// Finds the browsers that the browser tests drive, Chromium and two for text; as root on Debian it installs them.
import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Debian's Chromium without a window: a page in it costs a quarter of the processor time. */
const shell = "chromium-headless-shell";
const names = [shell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const elsewhere = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/snap/bin/chromium",
];

/** Debian's names are those of the programs. */
const textBrowsers = ["lynx", "w3m"];

/** The browser's path, or `undefined`; `CHROMIUM_PATH` goes before what is found. */
export function findBrowser() {
  return process.env.CHROMIUM_PATH || findProgram(names, elsewhere);
}

/** The paths of the browsers that the browser tests drive. Installs missing ones where it may; throws when there is none to use. */
function requireBrowsers() {
  const wanted = [...(process.env.CHROMIUM_PATH ? [] : [shell]), ...textBrowsers];
  const missing = wanted.filter((name) => !findProgram([name]));
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    console.log(`Not found: ${missing.join(", ")}. Installing Debian's packages …`);
    try {
      installWithApt(missing);
    } catch (error) {
      // Any Chromium will do, only slower; a missing browser is reported below.
      console.warn(`Installing failed: ${error instanceof Error ? error.message : error}`);
    }
  }
  const browser = findBrowser();
  if (!browser) throw new Error("The browser tests need Chromium or Chrome: install one, or name it in CHROMIUM_PATH.");
  if (!isExecutable(browser)) throw new Error(`CHROMIUM_PATH is ${browser}, which cannot be run.`);
  return [browser, ...textBrowsers.map((name) => findProgram([name]) ?? missingProgram(name))];
}

/**
 * @param {string} name
 * @returns {never}
 */
function missingProgram(name) {
  throw new Error(`The browser tests need ${name}: install it.`);
}

/**
 * @param {string[]} programs
 * @param {string[]} [places]
 */
function findProgram(programs, places = []) {
  const directories = (process.env.PATH ?? "").split(delimiter).concat("/usr/bin", "/usr/local/bin");
  const candidates = programs.flatMap((name) => directories.map((directory) => join(directory, name))).concat(places);
  return candidates.find(isExecutable);
}

/** @param {string[]} packages */
function installWithApt(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  execFileSync("apt-get", ["update", "-q"], { env, stdio: "inherit" });
  execFileSync("apt-get", ["install", "-q", "-y", "--no-install-recommends", ...packages], { env, stdio: "inherit" });
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(requireBrowsers().join("\n"));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
