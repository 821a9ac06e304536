// Builds when the sources are not those of the last build, or `--always`. Two starts at once build once: the second waits.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "./build.js";
import { readIfThere, tryLock, unlock } from "./lock-file.js";
import { projectRoot } from "./run.js";

/** Whatever a part of the build reads. */
export const sources = [
  "app",
  "api",
  "config",
  "contract",
  "locales",
  "public",
  "scripts",
  "server",
  "vite.config.ts",
  "remix.config.js",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
];

const buildDirectory = join(projectRoot, "build");
const stampFile = join(buildDirectory, ".stamp");
const lockFile = join(buildDirectory, ".lock");

/** Builds when needed; returns whether it did. */
export async function buildIfNeeded() {
  if (readIfThere(stampFile) === fingerprint()) return false;
  return locked(async () => {
    if (readIfThere(stampFile) === fingerprint()) return false;
    console.log("Building …");
    await stampedBuild();
    return true;
  });
}

/** Builds whatever was built before. */
async function buildAndStamp() {
  await locked(stampedBuild);
  return true;
}

async function stampedBuild() {
  const before = fingerprint();
  rmSync(stampFile, { force: true });
  await build();
  // Taken before the build: who changes a file meanwhile gets another build next time.
  writeFileSync(stampFile, before);
}

/** What the build depends on, as a hash of names and contents. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const source of sources) addTo(hash, source);
  return hash.digest("hex");
}

/**
 * @param {import("node:crypto").Hash} hash
 * @param {string} path relative to the project
 */
function addTo(hash, path) {
  const absolute = join(projectRoot, path);
  const found = statSync(absolute, { throwIfNoEntry: false });
  if (!found) return;
  if (found.isDirectory()) {
    for (const name of readdirSync(absolute).sort()) addTo(hash, `${path}/${name}`);
  } else if (!/\.test\.tsx?$/.test(path)) {
    const content = readFileSync(absolute);
    hash.update(`${path}\0${content.byteLength}\0`).update(content);
  }
}

/**
 * Runs the work while no other process does.
 * @template T
 * @param {() => Promise<T>} work
 */
async function locked(work) {
  mkdirSync(buildDirectory, { recursive: true });
  let told = false;
  while (!tryLock(lockFile)) {
    if (!told) console.log("Another process is building, waiting for it …");
    told = true;
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    unlock(lockFile);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const begin = performance.now();
  const built = process.argv.includes("--always") ? await buildAndStamp() : await buildIfNeeded();
  if (built) console.log(`Built in ${((performance.now() - begin) / 1000).toFixed(1)} s.`);
}
