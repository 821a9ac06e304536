import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { bundledPackages, dependencies, installedPackages } from "../../scripts/packages.js";

const [, installed = [], compiledIn = []] = readFileSync("docs/dependencies.md", "utf8")
  .split("\n## ")
  .map((section) => [...section.matchAll(/^\| `([^`]+)` \| \S/gm)].map(([, name = ""]) => name));

test("docs/dependencies.md gives a reason for every dependency", () => {
  expect(installed).toEqual(installedPackages);
  expect(compiledIn).toEqual(bundledPackages);
});

describe("The build", () => {
  const directories = ["build/server", "build/server/assets", "build/http", "build/api", "build/operator", "build/workers"];
  const filesOf = (directory: string) => readdirSync(directory).flatMap((name) => (name.endsWith(".js") ? [join(directory, name)] : []));
  const packageOf = (name: string) =>
    name
      .split("/")
      .slice(0, name.startsWith("@") ? 2 : 1)
      .join("/");
  const isPackage = (name: string) => !/^(?:\.|node:)/.test(name) && !builtinModules.includes(name);

  test("imports every dependency that is not compiled in, and no other package", () => {
    const imported = directories.flatMap(filesOf).flatMap((file) =>
      ts
        .preProcessFile(readFileSync(file, "utf8"), true, true)
        .importedFiles.map(({ fileName }) => fileName)
        .filter(isPackage),
    );
    // Started, not imported.
    const needed = new Set([...imported.map(packageOf), "@remix-run/serve"]);
    expect([...needed].sort()).toEqual(installedPackages);
  });

  test("lists every package of production in its bill of materials, with version, licence and checksum", () => {
    const bom = JSON.parse(readFileSync("build/sbom.cdx.json", "utf8")) as {
      bomFormat: string;
      specVersion: string;
      components: { name: string; version: string; purl: string; hashes?: { alg: string; content: string }[]; licenses?: object[] }[];
      dependencies: { ref: string; dependsOn?: string[] }[];
    };
    expect(bom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6", metadata: { component: { name: "folda" } } });
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
      packages: Record<string, { dev?: true; link?: true; version?: string }>;
    };
    const locked = Object.entries(packages).filter(([path, { dev, link }]) => path.startsWith("node_modules/") && !dev && !link);
    const listed = bom.components.filter(({ name }) => !name.startsWith("@folda/"));
    const expected = locked.map(([path, { version }]) => `${path.split("node_modules/").at(-1)} ${version}`);
    expect(listed.map(({ name, version }) => `${name} ${version}`).toSorted()).toEqual(expected.toSorted());
    expect(expected).toEqual(expect.arrayContaining(Object.entries(dependencies).map(([name, version]) => `${name} ${version}`)));
    for (const { name, hashes = [], licenses = [] } of listed)
      expect([name, hashes[0]?.content, licenses.length]).toEqual([name, expect.stringMatching(/^[\da-f]{128}$/), 1]);
    const ofProduct = bom.dependencies.find(({ ref }) => ref === "folda")?.dependsOn ?? [];
    expect(ofProduct).toEqual(expect.arrayContaining(["node_modules/hono", "packages/page-reader"]));
  });

  test("lists compiled-in packages in its licence notices", () => {
    const notices = readFileSync("build/client/licenses.txt", "utf8");
    expect(compiledIn.filter((name) => !notices.includes(`\n${name} ${dependencies[name]} (`))).toEqual([]);
  });
});

describe("The lock file", () => {
  type Locked = {
    integrity?: string;
    link?: true;
    os?: string[];
    cpu?: string[];
    libc?: string[];
    hasInstallScript?: boolean;
    optionalDependencies?: Record<string, string>;
  };
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
  const machines = [
    "linux x64 glibc",
    "linux x64 musl",
    "linux arm64 glibc",
    "linux arm64 musl",
    "darwin x64",
    "darwin arm64",
    "win32 x64",
  ];

  test("pins every package with its checksum, also those for other machines", () => {
    const installed = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);
    expect(installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual([]);
  });

  test("has no package that compiles on installation", () => {
    const withScripts = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
    // Neither compiles: one looks for its prebuilt binary, the other is not allowed to run (`allowScripts`).
    expect(withScripts).toEqual(["node_modules/esbuild", "node_modules/msw"]);
  });

  test.each(["sharp", "@node-rs/argon2", "@myriaddreamin/typst-ts-node-compiler"])("has builds of %s for every machine", (name) => {
    // sharp's own build and its library are two packages; the library alone is not enough.
    const names = Object.keys(packages[`node_modules/${name}`]?.optionalDependencies ?? {}).filter((build) => !build.includes("libvips"));
    const builds = names.flatMap((build) => {
      const { os = [], cpu = [], libc = [""] } = packages[`node_modules/${build}`] ?? {};
      return os.flatMap((system) => cpu.flatMap((processor) => libc.map((library) => `${system} ${processor} ${library}`.trim())));
    });
    expect(machines.filter((machine) => !builds.includes(machine))).toEqual([]);
  });
});
