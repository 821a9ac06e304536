import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BreakableProxy, openBreakableProxy } from "./breakable-proxy";
import { furnishBoth, type Things, type Words } from "./furnish";
import { type OpenWorld, openWorldIn } from "./harness";
import { type ServedProduct, startProduct } from "./served-product";
import { freshDatabase } from "./template";
import { listening, startServer } from "./transports";

const secret = { SESSION_SECRET: "for tests only, and long enough to be one", DEMO: "0" };

/** The built product over two workspaces, each with one of everything. */
export interface FurnishedProduct {
  product: ServedProduct;
  dataDir: string;
  own: Things;
  foreign: Things;
  /** The `Cookie` header of somebody's own session; `visitor` has none. */
  cookieOf(person: string): string;
  /** Ends the product and answers what the two workspaces hold then, by table. */
  endAndRead(): Promise<Tables>;
  /** The same before the product started. */
  before: Tables;
  /** Where the product reads everything, if it was started with `proxied`. */
  proxy: BreakableProxy | undefined;
  close(): Promise<void>;
}

export type Tables = Record<string, string[]>;

/** `prepare` adds to the workspaces before the product starts. A `proxied` one has its API in another process, behind a proxy. */
export async function startFurnishedProduct(
  people: string[],
  {
    words,
    prepare = async () => {},
    environment = {},
    proxied = false,
  }: { words?: Words; prepare?: (world: OpenWorld) => Promise<void>; environment?: Record<string, string>; proxied?: boolean } = {},
): Promise<FurnishedProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), "folda-furnished-"));
  await freshDatabase("embedded", dataDir);
  const world = await openWorldIn(dataDir, secret);
  await prepare(world);
  const { own, foreign } = await furnishBoth(world, words);
  const cookies = new Map<string, string>();
  for (const person of people) cookies.set(person, `authToken=${await world.signIn(person)}`);
  await world.jobsDone();
  const before = await readTables(world);
  await world.close();
  const api = proxied ? startServer({ ...secret, DATA_DIR: dataDir, API_PORT: "0", LOG_LEVEL: "info" }) : undefined;
  const proxy = api && (await openBreakableProxy(await listening(api)));
  const upstream: Record<string, string> = proxy ? { UPSTREAM_API_URL: proxy.url } : {};
  const product = await startProduct({
    dataDir: proxied ? join(dataDir, "web") : dataDir,
    environment: { ...secret, ...environment, ...upstream },
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
      const after = await openWorldIn(dataDir, secret);
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
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** What reading and signing in write down by themselves. */
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
