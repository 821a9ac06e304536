// Writes the licences of all packages that the product runs on into build/client/licenses.txt: their code is part of the bundles.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./project-root.js";

const { packages } = JSON.parse(readFileSync(join(projectRoot, "package-lock.json"), "utf8"));
const folders = Object.keys(packages).filter((path) => path.startsWith("node_modules/") && !packages[path].dev && !packages[path].link);
const notices = folders.filter(existsSync).map((folder) => {
  const { name, version, license = "no licence named" } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  return [`${name} ${version} (${license})`, ...files.map((file) => readFileSync(join(folder, file), "utf8").trim())].join("\n\n");
});
mkdirSync(join(projectRoot, "build/client"), { recursive: true });
const head = "This product contains code of these packages, under their licences.";
writeFileSync(join(projectRoot, "build/client/licenses.txt"), `${[head, ...notices].join(`\n\n${"-".repeat(80)}\n\n`)}\n`);
