import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BreakableProxy, openBreakableProxy } from "./breakable-proxy";
import { mainEngine, type OpenWorld, openWorldIn } from "./harness";
import { type Records, seedBoth, type Words } from "./seed";
import { type ServedProduct, startProduct } from "./served-product";
import { freshDatabase } from "./template";
import { listening, startServer } from "./transports";

const secret = {
  SESSION_SECRET: "for tests only, and long enough to be one",
  // Without an embedded database, the product does not generate one.
  WEBVIEW_SECRET: "for tests only, and long enough to be one",
  DEMO: "0",
};

/** The built product with two workspaces, each with one record of each kind. */
export interface SeededProduct {
  product: ServedProduct;
  dataDir: string;
  own: Records;
  foreign: Records;
  /** The `Cookie` header of a person's session; empty for `visitor`. */
  cookieOf(person: string): string;
  /** Ends the product and returns the content of the database by table. */
  endAndRead(): Promise<Tables>;
  /** The same before the product started. */
  before: Tables;
  /** The proxy in front of the API, if started with `proxied`. */
  proxy: BreakableProxy | undefined;
  close(): Promise<void>;
}

export type Tables = Record<string, string[]>;

/** `prepare` adds data before the product starts. With `proxied`, the API is a separate process behind a proxy. */
export async function startSeededProduct(
  people: string[],
  {
    words,
    prepare = async () => {},
    environment = {},
    proxied = false,
  }: { words?: Words; prepare?: (world: OpenWorld) => Promise<void>; environment?: Record<string, string>; proxied?: boolean } = {},
): Promise<SeededProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-seeded-"));
  const { databaseUrl, drop } = await freshDatabase(mainEngine, dataDir);
  const given = { ...secret, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
  const world = await openWorldIn(dataDir, given);
  await prepare(world);
  const { own, foreign } = await seedBoth(world, words);
  const cookies = new Map<string, string>();
  for (const person of people) cookies.set(person, `authToken=${await world.signIn(person)}`);
  await world.jobsDone();
  const before = await readTables(world);
  await world.close();
  const api = proxied ? startServer({ ...given, DATA_DIR: dataDir, API_PORT: "0", LOG_LEVEL: "info" }) : undefined;
  const proxy = api && (await openBreakableProxy(await listening(api)));
  const upstream = proxy ? { ...secret, UPSTREAM_API_URL: proxy.url } : given;
  const product = await startProduct({
    dataDir: proxied ? join(dataDir, "web") : dataDir,
    environment: { ...environment, ...upstream },
  });
  let isGone = false;
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    if (!isGone) await product.end(signal);
    isGone = true;
  };
  return {
    product,
    dataDir,
    own,
    foreign,
    before,
    proxy,
    cookieOf: (person) => cookies.get(person) ?? "",
    async endAndRead() {
      await end("SIGTERM");
      const after = await openWorldIn(dataDir, given);
      const tables = await readTables(after);
      await after.close();
      return tables;
    },
    async close() {
      await end("SIGKILL");
      await proxy?.close();
      if (api) {
        api.kill("SIGKILL");
        await once(api, "close");
      }
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Tables that change by reading and signing in. */
const keptByItself = ["sessions", "rate_limits", "article_views", "daily_salts", "exports"];

async function readTables({ services }: OpenWorld): Promise<Tables> {
  const { pool } = services.database;
  const { rows } = await pool.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const tables: Tables = {};
  for (const { name } of rows as { name: string }[]) {
    if (keptByItself.includes(name)) continue;
    tables[name] = (await pool.query(`select (to_jsonb(t) - 'views' - 'last_used_at')::text as row from "${name}" t order by 1`)).rows.map(
      ({ row }) => row,
    );
  }
  return tables;
}
