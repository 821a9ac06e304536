import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApi } from "../../../api/app";
import { readConfig } from "../../../api/config";
import { inTransaction } from "../../../api/db/pool";
import { fillDemo } from "../../../api/demo/fill";
import { openDemo } from "../../../api/demo/open-demo";
import { hashPassword } from "../../../api/domain/auth/passwords";
import { createLog } from "../../../api/log";
import { openServices } from "../../../api/open-services";
import type { Services } from "../../../api/services";
import { contentListSchema } from "../../../contract/rest/contents";
import { createWorld, credentialsOf, type World } from "../../support/harness";
import { password } from "../../support/template";

describe("The demo workspace", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-demo-"));
  let services: Services;
  let world: World;
  const passwordFile = join(dataDir, "demo-password");
  const logLines: string[] = [];
  const told: string[] = [];
  let toldAtFirst: string[];
  const tell = (_fields: unknown, _message: string, words: string) => void told.push(words);
  /** The output of a start with this environment about the demo workspace. */
  async function toldAtStart(environment: Record<string, string> = {}): Promise<string[]> {
    told.length = 0;
    await openDemo({ ...services, config: readConfig({ DATA_DIR: dataDir, ...environment }) }, tell);
    return told;
  }
  const signIn = `Sign in to the demo workspace:
  workspace  demo
  e-mail     anna@demo.example (owner), jana@demo.example (admin), matthias@demo.example (editor), clara@demo.example (reader)
  password   `;

  beforeAll(async () => {
    const log = createLog("info", { write: (line) => void logLines.push(line) });
    const opened = await openServices(readConfig({ DATA_DIR: dataDir }), log);
    services = opened.services;
    await Promise.all([openDemo(services, tell), openDemo(services, tell)]);
    toldAtFirst = [...told];
    const api = createApi(services);
    world = createWorld(async (request) => api.fetch(request), "http://api.test", opened.close);
  });
  afterAll(async () => {
    await world.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const count = async (statement: string): Promise<number> =>
    Number((await services.database.pool.query(`select (${statement}) as n`)).rows[0].n);

  it("is said to be filled, because that takes its time", () => {
    expect(toldAtFirst[0]).toMatch(/^Filling the demo workspace, /);
  });

  it("has the password that was made, kept to this user and told at every start, in no log", async () => {
    const made = readFileSync(passwordFile, "utf8").trim();
    expect(made).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect(statSync(passwordFile).mode & 0o777).toBe(0o600);
    expect(await toldAtStart()).toEqual([signIn + made]);
    expect(logLines.join()).not.toContain(made);
    expect((await world.visitor.post("/auth", { ...credentialsOf("anna"), password: made })).status).toBe(200);
    expect(await toldAtStart({ DEMO_PASSWORD: made })).toEqual([`${signIn}the one in DEMO_PASSWORD`]);
  });

  it("never tells a password that is not the one", async () => {
    await services.database.pool.query("update users set password_hash = $1", [await hashPassword(password)]);
    const another = [`${signIn}the one that it was given at its first start, or has got since`];
    expect(await toldAtStart()).toEqual(another);
    expect(await toldAtStart({ DEMO_PASSWORD: "another-password" })).toEqual(another);
    expect(await toldAtStart({ DEMO_PASSWORD: password })).toEqual([`${signIn}the one in DEMO_PASSWORD`]);
    rmSync(passwordFile);
    expect(await toldAtStart()).toEqual(another);
    expect(() => statSync(passwordFile)).toThrow("ENOENT");
    writeFileSync(passwordFile, password);
    expect(await toldAtStart()).toEqual([signIn + password]);
  });

  it("is filled once, also by two who start at once", async () => {
    expect(await count("select count(*) from clients")).toBe(1);
    expect(await count("select count(*) from articles")).toBe(150);
    await fillDemo(services, password);
    expect(await count("select count(*) from articles")).toBe(150);
  });

  it("has right counters, words to search and nothing in the future", async () => {
    expect(await count("select sum(articles_count) from folder_stats")).toBe(150);
    expect(await count("select count(*) from comments")).toBe(await count("select sum(comments_count) from article_stats"));
    expect(await count("select count(*) from article_search")).toBe(150);
    expect(await count("select count(*) from articles where created_at > now() or published_at > created_at::date + 1")).toBe(0);
    expect(
      await count(
        "select count(*) from comments join articles a on a.id = article_id where comments.created_at > now() or comments.created_at < a.created_at",
      ),
    ).toBe(0);
  });

  it("shows Anna the articles of all teams, with pictures that can be opened", async () => {
    const { body } = await world.as("anna").get("/contents?per_page=100");
    const { entries, meta } = contentListSchema.parse(body);
    expect(meta.total_count).toBe(150);
    const [illustrated] = entries.filter(({ picture }) => picture);
    expect(illustrated?.picture).toMatchObject({ content_type: "image/webp", width: 1280, height: 720 });
    for (const variant of ["original", "large", "small"]) {
      expect((await world.as("anna").get(`${illustrated?.picture?.url}?variant=${variant}`)).status).toBe(200);
    }
    expect(await count("select count(distinct storage_key) from attachments")).toBeLessThanOrEqual(12);
  });

  it("is found by German and English words", async () => {
    for (const term of ["Brücken", "punctuality", "Barrierefreiheit"]) {
      expect((await world.as("anna").get(`/contents?term=${encodeURIComponent(term)}`)).body.entries.length, term).toBeGreaterThan(0);
    }
  });

  it("is told of nobody where there is none", async () => {
    await services.database.pool.query("update clients set workspace = 'own'");
    expect(await toldAtStart()).toEqual([]);
    await services.database.pool.query("update clients set workspace = 'demo'");
  });

  it("leaves a database alone that has a workspace", async () => {
    await inTransaction(services.database, async (tx) => tx.execute("delete from articles"));
    await fillDemo(services, password);
    expect(await count("select count(*) from articles")).toBe(0);
  });
});
