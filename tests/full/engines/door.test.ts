import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { databaseWorker } from "../../../api/config";
import { openDatabase } from "../../../api/db/pool";
import { closeApi, type EmbeddedApi, fetchApi, isApiReady, warmApi } from "../../../api/fetch.server";
import { freshDatabase } from "../../support/template";

describe("the front door", () => {
  let dataDir: string;
  const api: EmbeddedApi = {};
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "folda-door-"));
    await freshDatabase("embedded", dataDir);
    vi.stubEnv("DATA_DIR", dataDir);
    vi.stubEnv("DEMO", "0");
    vi.stubEnv("LOG_LEVEL", "silent");
  });
  afterEach(() => closeApi(api));
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const ask = async () => (await fetchApi(api, new Request("http://api.test/teams"))).status;

  test("opens once for calls that come at once", async () => {
    // A second opening of the same directory would be refused.
    expect(await Promise.all([ask(), warmApi(api), ask()])).toEqual([401, undefined, 401]);
  });

  test("is ready between opening and closing, and opens again", async () => {
    expect(await isApiReady(api)).toBe(false);
    await warmApi(api);
    expect(await isApiReady(api)).toBe(true);
    await closeApi(api);
    expect(await isApiReady(api)).toBe(false);
    expect(await ask()).toBe(401);
  });

  test("opens again only once it has closed", async () => {
    await warmApi(api);
    // Two at once would use the same directory.
    expect(await Promise.all([closeApi(api), ask()])).toEqual([undefined, 401]);
    expect(await isApiReady(api)).toBe(true);
  });

  test("is not taken away by an earlier start that fails late", async () => {
    vi.stubEnv("DATABASE_URL", "postgres://127.0.0.1:9/none");
    vi.stubEnv("SESSION_SECRET", "for tests only, and long enough to be one");
    const failing = expect(ask()).rejects.toThrow("ECONNREFUSED");
    const closing = closeApi(api);
    vi.stubEnv("DATABASE_URL", "");
    const later = ask();
    await failing;
    await closing;
    expect(await later).toBe(401);
    expect(await isApiReady(api)).toBe(true);
    expect(await ask()).toBe(401);
  });

  test("opens without what could tell who read what before today", async () => {
    const looking = { dataDir, workerPath: databaseWorker };
    const before = await openDatabase(looking);
    await before.pool.query("insert into daily_salts (day, salt) values ('2025-12-31', 'salt')");
    await before.close();
    await warmApi(api);
    await closeApi(api);
    const after = await openDatabase(looking);
    expect((await after.pool.query("select day from daily_salts")).rows).toEqual([]);
    await after.close();
  });

  test("tells why it cannot open, and tries again with the next call", async () => {
    vi.stubEnv("API_PORT", "eighty");
    await expect(ask()).rejects.toThrow("API_PORT");
    vi.stubEnv("API_PORT", "");
    vi.stubEnv("DATABASE_URL", "postgres://127.0.0.1:9/none");
    vi.stubEnv("SESSION_SECRET", "for tests only, and long enough to be one");
    await expect(ask()).rejects.toThrow("ECONNREFUSED");
    vi.stubEnv("DATABASE_URL", "");
    expect(await ask()).toBe(401);
  });
});
