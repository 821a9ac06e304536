// Writes the software bill of materials (CycloneDX) of all packages that the product runs on into build/sbom.cdx.json, from package-lock.json.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import { projectRoot } from "./project-root.js";

/**
 * @typedef {{ name?: string, version?: string, license?: string, integrity?: string, resolved?: string, dev?: boolean, optional?: boolean,
 *   link?: boolean, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string> }} Locked
 * @type {{ packages: Record<string, Locked> }}
 */
const { packages } = JSON.parse(readFileSync(join(projectRoot, "package-lock.json"), "utf8"));

/** Builds for other machines are optional: only one of each is installed. @param {string} path @param {Locked} locked */
function toComponent(path, { name = path.slice(path.lastIndexOf("node_modules/") + 13), version, license, integrity, optional }) {
  const [, hash = ""] = /^sha512-(\S+)$/.exec(integrity ?? "") ?? [];
  return new Models.Component(Enums.ComponentType.Library, name, {
    bomRef: path,
    version,
    scope: optional ? Enums.ComponentScope.Optional : Enums.ComponentScope.Required,
    // Only packages of the registry have one, so that no scanner looks for ours there.
    purl: path.startsWith("node_modules/") ? `pkg:npm/${name.replace("@", "%40")}@${version}` : undefined,
    licenses: new Models.LicenseRepository(license ? [new Models.LicenseExpression(license)] : []),
    hashes: new Models.HashDictionary(hash ? [[Enums.HashAlgorithm["SHA-512"], Buffer.from(hash, "base64").toString("hex")]] : []),
  });
}

/** @type {Map<string, InstanceType<typeof Models.Component>>} */
const components = new Map(
  Object.entries(packages)
    .filter(([path, { dev, link }]) => path !== "" && !dev && !link)
    .map(([path, locked]) => [path, toComponent(path, locked)]),
);

/** The installed package that Node finds from a folder. @param {string} path @param {string} name @returns {string | undefined} */
function find(path, name) {
  const found = `${path === "" ? "" : `${path}/`}node_modules/${name}`;
  if (packages[found]) return packages[found].link ? packages[found].resolved : found;
  return path === "" ? undefined : find(path.slice(0, Math.max(path.lastIndexOf("/node_modules/"), 0)), name);
}

const product = new Models.Component(Enums.ComponentType.Application, "folda", { bomRef: "folda" });
for (const [path, component] of new Map([["", product], ...components])) {
  const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
    const needed = components.get(find(path, name) ?? "");
    if (needed) component.dependencies.add(needed.bomRef);
  }
}

const bom = new Models.Bom({
  metadata: new Models.Metadata({ component: product }),
  components: new Models.ComponentRepository(components.values()),
});
const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
mkdirSync(join(projectRoot, "build"), { recursive: true });
writeFileSync(join(projectRoot, "build/sbom.cdx.json"), `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`);
