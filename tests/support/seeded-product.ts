import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BreakableProxy, openBreakableProxy } from "./breakable-proxy";
import { openProduct, type Product } from "./built-product";
import { engine, type OpenWorld, openWorldIn } from "./harness";
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

export type Tables = Record<string, string[]>;

interface Options {
  words?: Words;
  /** Adds data before the product starts. */
  prepare?: (world: OpenWorld) => Promise<void>;
  environment?: Record<string, string>;
  /** The API is behind a proxy. */
  proxied?: boolean;
}

/** Two workspaces, each with one record of each kind. */
interface Seeded {
  dataDir: string;
  own: Records;
  foreign: Records;
  /** The `Cookie` header of a person's session; empty for `visitor`. */
  cookieOf(person: string): string;
  /** The content of the database by table, before the product started. */
  before: Tables;
  /** Ends the product and returns the same. */
  endAndRead(): Promise<Tables>;
  close(): Promise<void>;
}

/** The built product in a separate process. */
export interface SeededProduct extends Seeded {
  product: ServedProduct;
  /** The proxy in front of the API, if started with `proxied`. */
  proxy: BreakableProxy | undefined;
}

/** The built product in this process. */
export interface OpenSeededProduct extends Seeded {
  product: Product;
}

/** A seeded world, still open, and what a product needs to run on it. */
async function seed(people: string[], { words, prepare = async () => {} }: Options) {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-seeded-"));
  const { databaseUrl } = await freshDatabase(engine, dataDir);
  const given = { ...secret, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
  const world = await openWorldIn(dataDir, given, { isPatient: true });
  await prepare(world);
  const { own, foreign } = await seedBoth(world, words);
  const cookies = new Map<string, string>();
  for (const person of people) cookies.set(person, `authToken=${await world.signIn(person)}`);
  await world.jobsDone();
  const before = await readTables(world);
  const remove = async () => {
    rmSync(dataDir, { recursive: true, force: true });
  };
  const readAgain = async () => {
    const after = await openWorldIn(dataDir, given);
    const tables = await readTables(after);
    await after.close();
    return tables;
  };
  const seeded = { dataDir, own, foreign, before, cookieOf: (person: string) => cookies.get(person) ?? "" };
  return { world, given, seeded, remove, readAgain };
}

/** With `proxied`, the API is a separate process, too. */
export async function startSeededProduct(people: string[], options: Options = {}): Promise<SeededProduct> {
  const { world, given, seeded, remove, readAgain } = await seed(people, options);
  await world.close();
  const { dataDir } = seeded;
  const api = options.proxied ? startServer({ ...given, DATA_DIR: dataDir, API_PORT: "0", LOG_LEVEL: "info" }) : undefined;
  const proxy = api && (await openBreakableProxy(await listening(api)));
  const upstream = proxy ? { ...secret, UPSTREAM_API_URL: proxy.url } : given;
  const product = await startProduct({
    dataDir: proxy ? join(dataDir, "web") : dataDir,
    environment: { ...options.environment, ...upstream },
  });
  let isGone = false;
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    if (!isGone) await product.end(signal);
    isGone = true;
  };
  return {
    ...seeded,
    product,
    proxy,
    async endAndRead() {
      await end("SIGTERM");
      return readAgain();
    },
    async close() {
      await end("SIGKILL");
      await proxy?.close();
      if (api) {
        api.kill("SIGKILL");
        await once(api, "close");
      }
      await remove();
    },
  };
}

export async function openSeededProduct(people: string[], options: Omit<Options, "proxied"> = {}): Promise<OpenSeededProduct> {
  const { world, given, seeded, remove, readAgain } = await seed(people, options);
  await world.close();
  const product = await openProduct(seeded.dataDir, { ...given, ...options.environment });
  let isGone = false;
  const end = async () => {
    if (!isGone) await product.close();
    isGone = true;
  };
  return {
    ...seeded,
    product,
    async endAndRead() {
      await end();
      return readAgain();
    },
    async close() {
      await end();
      await remove();
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
