import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { secretVariables } from "../../../config/environment";

const lines = readFileSync("Dockerfile", "utf8").replaceAll("\\\n", " ").split("\n");
const ignored = readFileSync(".dockerignore", "utf8").split("\n");

/** COPY instructions: from another stage, or from the build context. */
const copies = lines.flatMap((line) => {
  const [, stage, paths] = /^COPY (?:--from=(\S+) )?(.+)$/.exec(line) ?? [];
  return paths
    ? paths
        .split(" ")
        .slice(0, -1)
        .map((source) => ({ stage, source }))
    : [];
});

test.each(["MALLOC_ARENA_MAX\\W+2", "MALLOC_MMAP_THRESHOLD_\\W+131072", "--max-old-space-size=768"])(
  "%s gives memory back in the image, in the systemd unit and in what is measured",
  (setting) => {
    for (const file of ["Dockerfile", "deploy/folda.service", "tests/support/serve-for-tests.js"])
      expect([file, readFileSync(file, "utf8")]).toEqual([file, expect.stringMatching(setting)]);
  },
);

test.each(copies.filter(({ stage }) => stage && !stage.includes(":")))("$source exists after a build", ({ source }) => {
  expect(existsSync(source.replace(/^\/app\//, ""))).toBe(true);
});

test.each(copies.filter(({ stage, source }) => !stage && source !== "."))("$source exists and reaches the builder", ({ source }) => {
  expect(existsSync(source)).toBe(true);
  expect(ignored).toContain(`!${source.split("/")[0]}`);
});

test.each(["build/sbom.cdx.json", "build/client/licenses.txt"])("%s is in the image", (path) => {
  expect(existsSync(path)).toBe(true);
  expect(copies).toContainEqual({ stage: "build", source: "/app/build" });
});

/** First segments of what the build reads. */
const { wireit } = JSON.parse(readFileSync("package.json", "utf8")) as { wireit: Record<string, { files?: string[] }> };
const inputs = Object.values(wireit).flatMap(({ files = [] }) => files.filter((pattern) => !pattern.startsWith("!")));
const sources = new Set(inputs.map((pattern) => pattern.split("/")[0]));

test.each([...sources])("%s, which the build reads, reaches the builder", (source) => {
  expect(ignored).toContain(`!${source}`);
});

/** Paths that the product opens at run time, relative to its working directory. */
const runtimeFiles = ["api", "app"].flatMap((folder) => {
  const modules = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /(?<!\.test)\.tsx?$/.test(path));
  return modules.flatMap((path) =>
    [...readFileSync(join(folder, path), "utf8").matchAll(/resolve\("([^"]+)"\)/g)].map(([, found = ""]) => found),
  );
});

test("files that the product opens at run time are in the image", () => {
  expect(runtimeFiles.length).toBeGreaterThan(3);
  const inImage = copies.filter(({ stage }) => stage !== "packages").map(({ source }) => source.replace(/^\/app\//, ""));
  expect(runtimeFiles.filter((path) => !inImage.some((copied) => path === copied || path.startsWith(`${copied}/`)))).toEqual([]);
});

interface Service {
  image?: string;
  build?: { target: string };
  environment?: Record<string, string | null>;
  ports?: string[];
  profiles?: string[];
  restart?: string;
  configs?: { source: string }[];
  secrets?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  read_only?: boolean;
  logging?: { options: Record<string, string> };
  mem_limit?: string;
  pids_limit?: number;
}

describe("compose.yaml", () => {
  const text = readFileSync("compose.yaml", "utf8");
  const compose = parse(text, { merge: true }) as {
    services: Record<string, Service>;
    secrets: Record<string, { file: string }>;
    configs: Record<string, { file: string }>;
  };
  const services = Object.entries(compose.services);
  const { environment: passed = {} } = compose.services.app as Service;
  const variables = [...readFileSync("config/environment.ts", "utf8").matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = ""]) => name);
  const withFile = (name: string) => `${name}_FILE`;

  test("passes every variable of the configuration to the product, but those that the image sets", () => {
    const setByImage = ["API_PORT", "DATA_DIR", "HOST", "NODE_ENV", "PORT"];
    const ofNode = ["NODE_EXTRA_CA_CERTS"];
    const expected = [...variables.filter((name) => !setByImage.includes(name)), ...secretVariables.map(withFile), ...ofNode];
    expect(Object.keys(passed).sort()).toEqual(expected.sort());
  });

  test("leaves defaults to the product, except the metrics address, since other containers cannot reach 127.0.0.1", () => {
    const { METRICS_HOST: metricsHost, ...others } = passed;
    expect(metricsHost).toBe("${METRICS_HOST:-0.0.0.0}");
    expect(readFileSync(".env.example", "utf8")).toContain("\n#METRICS_HOST=0.0.0.0\n");
    const withValue = Object.entries(others).filter(([, value]) => value !== null && !value.startsWith("/run/secrets/"));
    for (const [name, value] of withValue) expect(value).toMatch(new RegExp(`^\\$\\{${name}:[?+]`));
  });

  test("starts only with an address, a sender and a mail server", () => {
    const required = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    expect(required.sort()).toEqual(["MAIL_FROM", "PUBLIC_URL", "SMTP_URL_FILE"]);
    for (const name of required) expect(readFileSync("deploy/try.env", "utf8")).toMatch(new RegExp(`^${name}=.`, "m"));
    expect(compose.services.mail?.profiles).toEqual(["try"]);
    expect(readFileSync("deploy/try.smtp_url", "utf8")).toBe("smtp://mail:1025\n");
  });

  test("passes secrets to the product as files only", () => {
    for (const [, { environment = {} }] of services)
      for (const [name, value] of Object.entries(environment))
        if (/(SECRET|PASSWORD|_URL)$/.test(name) && name !== "PUBLIC_URL") expect([name, value]).toEqual([name, null]);
    const named = variables.filter((name) => /SECRET|PASSWORD/.test(name));
    expect(secretVariables).toEqual(expect.arrayContaining(named));
    for (const name of secretVariables) expect(passed[withFile(name)]).toContain(`/run/secrets/${name.toLowerCase()}`);
    for (const [service, { secrets = [] }] of services)
      expect([service, secrets.filter((name) => !(name in compose.secrets))]).toEqual([service, []]);
  });

  test("mounts files that exist, that make-secrets.sh creates, or that the operator names", () => {
    const made = readFileSync("deploy/make-secrets.sh", "utf8");
    for (const { file } of [...Object.values(compose.secrets), ...Object.values(compose.configs)]) {
      const path = /^\$\{\w+:(?:-(.+)|\?.+)\}$/.exec(file)?.[1] ?? file;
      const [, secret] = /^\.\/deploy\/secrets\/(\w+)$/.exec(path) ?? [];
      if (secret) expect(made).toContain(`\nkeep ${secret} `);
      else if (!path.startsWith("$")) expect([path, existsSync(path)]).toEqual([path, true]);
    }
  });

  test.each(services)("gives %s no more than it needs, and bounds it", (_, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
    expect(service.logging?.options).toEqual({ "max-size": "20m", "max-file": "5" });
    expect(service.mem_limit).toMatch(/^\d+[gm]$/);
    expect(service.pids_limit).toBeGreaterThan(0);
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    if (service.image) expect(service.image).toMatch(/:\S*\d[.-]\d/);
  });

  test("restarts services, but not one-time jobs", () => {
    const once = services.filter(([, { restart }]) => restart === "no").map(([name]) => name);
    expect(once).toEqual(["bucket", "backup"]);
    for (const [name, { restart }] of services) if (!once.includes(name)) expect([name, restart]).toEqual([name, "unless-stopped"]);
  });

  test("gives the product its own PostgreSQL role, and the superuser no password", () => {
    const role = readFileSync("deploy/role.sql", "utf8");
    expect(readFileSync("deploy/make-secrets.sh", "utf8")).toContain("postgres://folda:");
    // If unset, the image's superuser is `postgres`.
    expect(text).not.toContain("POSTGRES_USER");
    expect(role).toContain("create role folda login password :'password';");
    expect(role).toContain("create database folda owner folda;");
    expect(role).toContain("alter role postgres password null;");
  });

  test("backs up with the programs of the database's version", () => {
    expect(lines).toContain(`FROM ${compose.services.database?.image} AS ${compose.services.backup?.build?.target}`);
  });

  test(".env.example lists every variable", () => {
    const listed = [...readFileSync(".env.example", "utf8").matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name = ""]) => name);
    const ofSecrets = new Set<string>(secretVariables);
    const setByImage = ["API_PORT", "DATA_DIR", "HOST", "NODE_ENV"];
    const settings = variables.filter((name) => !setByImage.includes(name)).map((name) => (ofSecrets.has(name) ? withFile(name) : name));
    expect(listed.sort()).toEqual([...settings, "BACKUP_DIR", "NODE_EXTRA_CA_CERTS"].sort());
  });
});

describe("the image", () => {
  test("does not run as root", () => {
    expect(lines.lastIndexOf("USER node")).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith("RUN")));
  });

  test("has a health check of the database with a timeout", () => {
    const [, check = "[]"] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(lines.join("\n")) ?? [];
    const [, , script = ""] = JSON.parse(check) as string[];
    expect(script).toContain("/readyz");
    expect(script).toContain("AbortSignal.timeout");
  });

  test("is based on exact versions of images", () => {
    const images = lines.flatMap((line) => /^(?:FROM|COPY --from=)\s*([\w./-]+:\S+)/.exec(line)?.[1] ?? []);
    expect(images.length).toBeGreaterThan(3);
    for (const image of images) expect(image).toMatch(/:\d+\.\d+/);
    expect(new Set(images.filter((image) => image.startsWith("node:"))).size).toBe(1);
  });

  test("starts as npm start does", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    const [, command] = /^node --max-old-space-size=\d+ (.*)$/.exec(scripts.start) ?? [];
    expect(lines.at(-2)).toBe(`CMD ${JSON.stringify(["node", ...String(command).split(" ")]).replaceAll(",", ", ")}`);
  });
});
