// Compares lists, search and saving on 10,000, 100,000 and 1,000,000 articles: docs/performance.md has the results. `npm run bench:scale` uses
// PostgreSQL (TEST_POSTGRES_URL), `-- embedded` the embedded database with up to 100,000; sizes may follow. SCALE_KEEP=1 keeps the filled databases for
// the next run.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { resolve } from "node:path";
import { createApi } from "../api/app";
import { readConfig } from "../api/config";
import { createLog } from "../api/log";
import { type OpenServices, openServices } from "../api/open-services";
import { createCaller } from "../tests/support/caller";
import { onServer, postgresUrl } from "../tests/support/engines";
import { benchPassword, fillForScale, people } from "./scale-fill";
import { makeTexts } from "./scale-texts";

interface Target {
  size: number;
  opened: OpenServices;
  ask(person: keyof typeof people, path: string): Promise<void>;
  save(): Promise<void>;
  /** Ranks every match of a common word: an upper limit for searches. */
  rankEverything(): Promise<void>;
  folder: string;
}

const rounds = Number(process.env.SCALE_ROUNDS || 15);
const [mode = "postgres", ...sizesAsked] = process.argv.slice(2);
const isEmbedded = mode === "embedded";
const sizes = sizesAsked.length > 0 ? sizesAsked.map(Number) : isEmbedded ? [10_000, 100_000] : [10_000, 100_000, 1_000_000];
const secret = "for the bench only, and long enough to be one";

const commonWord = "Brücke";
const lists: [name: string, path: string][] = [
  ["stream", "/contents"],
  ["the poll", "/contents/news?after=2026-09-30T12:00:00.000Z"],
  ["stream, page 50", "/contents?page=50"],
  ["stream, page 1000", "/contents?page=1000"],
  ["a folder", "/contents?folder_ids=FOLDER"],
  ["a tag", "/contents?tags=thema-20"],
  ["a frequent tag and another", "/contents?tags=thema-1,thema-300"],
  ["filter: country and priority", "/contents?countries=CH&priority=high"],
  ["filter: source and days of publication", "/contents?source_name=Blatt%2017&published_at_from=2024-01-01&published_at_until=2025-12-31"],
  [
    "filter: with an address, filed in a month",
    "/contents?external=with_source_url&created_at_from=2024-05-01&created_at_until=2024-05-31",
  ],
  ["filter: tag, country, without an address", "/contents?tags=thema-20&countries=DE,AT&external=without_source_url"],
  ["filter: priority, by views", "/contents?priority=high&sort_by=views"],
  ["by publication", "/contents?sort_by=published_at"],
  ["by comments", "/contents?sort_by=comments_count"],
  ["by views", "/contents?sort_by=views"],
  ["oldest first", "/contents?sort_dir=asc"],
];
const searches: [name: string, path: string][] = [
  ["search: a common word", `/contents?per_page=96&term=${commonWord}`],
  ["search: a rare word", "/contents?per_page=96&term=Vorgang4711"],
  ["search: three words", "/contents?per_page=96&term=Brücke%20Sperrung%20Bahnhof"],
  ["search: a typing error", "/contents?per_page=96&term=Brükce"],
  ["search: a phrase", "/contents?per_page=96&term=%22neue%20Brücke%22"],
  ["search: a phrase that no article holds, of frequent words", "/contents?per_page=96&term=%22Deutsche%20Bahn%22"],
  ["search: the beginning of a word", "/contents?per_page=96&term=Brüc"],
  ["search: a common word, by views", `/contents?per_page=96&term=${commonWord}&sort_by=views`],
  ["search: a common word in a tag", `/contents?per_page=96&term=${commonWord}&tags=thema-20`],
];

const targets: Target[] = [];
const results = new Map<string, Map<number, number[]>>();
try {
  for (const size of sizes) targets.push(await openTarget(size));
  for (let round = -1; round < rounds; round += 1) {
    for (const person of ["owner", "editor"] as const) {
      for (const [name, path] of [...lists, ...searches]) {
        for (const target of targets) {
          await measure(round, `${person} | ${name}`, target, () => target.ask(person, path.replace("FOLDER", target.folder)));
        }
      }
    }
    for (const target of targets) await measure(round, "owner | saving an article", target, target.save);
    if (round % 5 === 0)
      for (const target of targets) await measure(round, "ranking every hit of the common word", target, target.rankEverything);
  }
  report();
} finally {
  for (const { opened, size } of targets) {
    await opened.close();
    if (!process.env.SCALE_KEEP && !isEmbedded)
      await onServer(async (client) => void (await client.query(`drop database ${databaseName(size)}`)));
  }
}

/** The first round only warms up. */
async function measure(round: number, name: string, { size }: Target, work: () => Promise<void>): Promise<void> {
  const begin = performance.now();
  await work();
  if (round < 0) return;
  const bySize = results.get(name) ?? new Map<number, number[]>();
  bySize.set(size, [...(bySize.get(size) ?? []), performance.now() - begin]);
  results.set(name, bySize);
}

function report(): void {
  const columns = sizes.map((size) => `${size.toLocaleString("en")} p50 · p95`);
  const lines = [`| ms | ${columns.join(" | ")} | largest to smallest |`, `|---|${columns.map(() => "---|").join("")}---|`];
  for (const [name, bySize] of results) {
    const medians = sizes.map((size) => percentile(bySize.get(size) ?? [], 0.5));
    const cells = sizes.map((size, index) => `${medians[index]?.toFixed(1)} · ${percentile(bySize.get(size) ?? [], 0.95).toFixed(1)}`);
    lines.push(`| ${name.replace(" | ", ": ")} | ${cells.join(" | ")} | ${((medians.at(-1) ?? 0) / (medians[0] ?? 1)).toFixed(2)} |`);
  }
  const facts = `${mode}, ${rounds} rounds, ${cpus().length} × ${cpus()[0]?.model}, node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`;
  console.log(`${new Date().toISOString()}: ${facts}\n\n${lines.join("\n")}`);
  mkdirSync("bench/results", { recursive: true });
  writeFileSync(`bench/results/scale-${mode}.md`, `${facts}\n\n${lines.join("\n")}\n`);
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function openTarget(size: number): Promise<Target> {
  const dataDir = resolve(`.cache/bench/scale-${size}`);
  if (!isEmbedded) await requireDatabase(size);
  const config = readConfig({
    DATA_DIR: dataDir,
    SESSION_SECRET: secret,
    DEMO: "0",
    ...(isEmbedded ? {} : { DATABASE_URL: postgresUrl(databaseName(size)) }),
  });
  const opened = await openServices(config, createLog("silent"));
  const { pool } = opened.services.database;
  const { rows } = await pool.query("select to_regclass('bench_filled') as filled");
  if (rows[0].filled === null) {
    const begin = performance.now();
    await fillForScale(opened.services.database, size);
    console.log(`${size} articles filled in ${Math.round((performance.now() - begin) / 1000)} s`);
    await pool.query("create table bench_filled ()");
  }
  const api = createApi(opened.services);
  const send = async (request: Request) => api.fetch(request);
  const visitor = createCaller(send, "http://api.test", async () => ({}));
  const tokens = new Map<string, string>();
  for (const email of Object.values(people)) {
    tokens.set(email, (await visitor.post("/auth", { workspace: "gross", email, password: benchPassword })).body.auth_token);
  }
  const as = (person: keyof typeof people) =>
    createCaller(send, "http://api.test", async () => ({ Authorization: `Bearer ${tokens.get(people[person])}` }));
  const folders = (await as("editor").get("/folders")).body as { id: string; name: string }[];
  const folder = folders.find(({ name }) => name === "Mappe 30" || name === "Mappe 31")?.id ?? "";
  const [text] = makeTexts(1, 1000);
  return {
    size,
    opened,
    folder,
    async ask(person, path) {
      const { status, body } = await as(person).get(path);
      if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    },
    async save() {
      const content = { ...text, tags: ["Thema 1", "Thema 20"], published_at: "2026-10-02", folder_id: folder };
      const { status, body } = await as("owner").post("/contents", { content });
      if (status !== 201) throw new Error(`not saved: ${status} ${JSON.stringify(body)}`);
    },
    async rankEverything() {
      const client = await pool.connect();
      try {
        await client.query("begin; set local statement_timeout = 0");
        await client.query(
          `select article_id from article_search s, plainto_tsquery('german', $1) q
           where client_id = (select id from clients where workspace = 'gross') and document @@ q order by ts_rank(document, q, 1) desc limit 96`,
          [commonWord],
        );
        await client.query("commit");
      } finally {
        client.release();
      }
    },
  };
}

function databaseName(size: number): string {
  return `folda_scale_${size}`;
}

async function requireDatabase(size: number): Promise<void> {
  const name = databaseName(size);
  await onServer(async (client) => {
    if (!process.env.SCALE_KEEP) await client.query(`drop database if exists ${name} with (force)`);
    const { rows } = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (rows.length === 0) await client.query(`create database ${name}`);
  });
}
