import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { buildIfNeeded } from "../../scripts/build-if-needed.js";

const lines = readFileSync("Dockerfile", "utf8").replaceAll("\\\n", " ").split("\n");
const ignored = readFileSync(".dockerignore", "utf8").split("\n");

/** What is copied into a stage: from another stage, or from the build context. */
const copies = lines.flatMap((line) => {
  const [, stage, paths] = /^COPY (?:--from=(\S+) )?(.+)$/.exec(line) ?? [];
  return paths
    ? paths
        .split(" ")
        .slice(0, -1)
        .map((source) => ({ stage, source }))
    : [];
});

beforeAll(async () => {
  await buildIfNeeded();
}, 180_000);

test.each(["MALLOC_ARENA_MAX\\W+2", "MALLOC_MMAP_THRESHOLD_\\W+131072", "--max-old-space-size=768"])(
  "%s gives memory back in the image, at npm start and in what is measured",
  (setting) => {
    for (const file of ["Dockerfile", "package.json", "scripts/serve-for-tests.js"])
      expect([file, readFileSync(file, "utf8")]).toEqual([file, expect.stringMatching(setting)]);
  },
);

test.each(copies.filter(({ stage }) => stage))("$source exists after a build", ({ source }) => {
  expect(existsSync(source.replace(/^\/app\//, ""))).toBe(true);
});

test.each(copies.filter(({ stage, source }) => !stage && source !== "."))("$source exists and reaches the builder", ({ source }) => {
  expect(existsSync(source)).toBe(true);
  expect(ignored).toContain(`!${source.split("/")[0]}`);
});

/** Whatever a part of the build reads has to reach the builder. */
test.each([
  "app",
  "api",
  "contract",
  "locales",
  "public",
  "scripts",
  "environment.ts",
  "starting.js",
  "incoming.js",
  "vite.config.ts",
  "remix.config.js",
  "tsconfig.json",
])("%s reaches the builder", (source) => {
  expect(ignored).toContain(`!${source}`);
});

test("every module of ours that is compiled reaches the builder", () => {
  const modules = ["client", "server"].flatMap((part) => JSON.parse(readFileSync(`build/.modules-${part}.json`, "utf8")) as string[]);
  const paths = modules.map((path) => relative(".", path.replace(/\?.*$/, "")));
  const own = new Set(paths.filter((path) => !/^\.\.|node_modules/.test(path) && existsSync(path)).map((path) => path.split("/")[0]));
  expect(own.size).toBeGreaterThan(3);
  expect([...own].filter((first) => !ignored.includes(`!${first}`))).toEqual([]);
});

test("what server.js imports beside the build is in the image", () => {
  const imported = [...readFileSync("server.js", "utf8").matchAll(/ from "\.\/([^"]+)"/g)].map(([, path = ""]) => path);
  expect(imported).not.toEqual([]);
  expect(copies.filter(({ stage }) => !stage).map(({ source }) => source)).toEqual(expect.arrayContaining(imported));
});

/** Paths that the product opens at run time, relative to where it is started. */
const runtimeFiles = ["api", "app"].flatMap((folder) => {
  const modules = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /(?<!\.test)\.tsx?$/.test(path));
  return modules.flatMap((path) =>
    [...readFileSync(join(folder, path), "utf8").matchAll(/resolve\("([^"]+)"\)/g)].map(([, found = ""]) => found),
  );
});

test("what the product opens at run time is in the image", () => {
  expect(runtimeFiles.length).toBeGreaterThan(3);
  const inImage = copies.filter(({ stage }) => stage !== "packages").map(({ source }) => source.replace(/^\/app\//, ""));
  expect(runtimeFiles.filter((path) => !inImage.some((copied) => path === copied || path.startsWith(`${copied}/`)))).toEqual([]);
});

describe("compose.yaml", () => {
  const compose = readFileSync("compose.yaml", "utf8");

  test("gives the product a role of its own on PostgreSQL, and nobody a password for the superuser", () => {
    const [, role] = /DATABASE_URL: postgres:\/\/(\w+):/.exec(compose) ?? [];
    // Unset, the image's superuser is `postgres`.
    expect(compose).not.toContain("POSTGRES_USER");
    expect(compose).toContain(`create role ${role} login password :'password';`);
    expect(compose).toContain(`create database ${role} owner ${role};`);
    expect(compose).toContain("alter role postgres password null;");
    expect(compose).toContain("target: /docker-entrypoint-initdb.d/role.sql");
  });

  test("has no password in it, and starts without none that it needs", () => {
    const secrets = [...compose.matchAll(/\b\w*(?:PASSWORD|SECRET): (.*)/g)].map(([, value]) => value);
    expect(secrets.length).toBeGreaterThan(3);
    for (const value of secrets) expect(value).toMatch(/^\$\{\w+:(\?set \w+|-)\}$/);
    for (const [, password] of compose.matchAll(/:\/\/folda:([^@]+)@/g)) expect(password).toMatch(/^\$\{\w+:\?set \w+\}$/);
  });
});

describe("the image", () => {
  test("does not run as root", () => {
    expect(lines.lastIndexOf("USER node")).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith("RUN")));
  });

  test("says whether it is healthy", () => {
    expect(lines.some((line) => line.startsWith("HEALTHCHECK") && line.includes("/healthz"))).toBe(true);
  });
});
