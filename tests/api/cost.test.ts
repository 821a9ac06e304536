import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { costlyValue, filled, floods, unitNames } from "../support/costly";
import { furnishBoth, type Things } from "../support/furnish";
import { type OpenWorld, openWorld } from "../support/harness";
import type { Schema } from "../support/schema-values";
import { stallDuring } from "../support/stall";

/** Seconds for all of it, after which nothing more is tried. `COST_SECONDS=1800` tries everything. */
const seconds = Number(process.env.COST_SECONDS ?? 40);
/** Milliseconds that a request may hold up the event loop longer than an idle control (measured in the same run). */
const mostStall = 200;
/** Bytes of an answer to what makes nothing. */
const mostAnswer = 8 * 1024 * 1024;
/** Bytes that stay in use after all requests. */
const mostKept = 200 * 1024 * 1024;

interface Operation {
  parameters?: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

let world: OpenWorld;
let own: Things;
let idle = 0;
const schemas: Record<string, Schema> = {};
const operations: { method: string; path: string; operation: Operation }[] = [];

beforeAll(async () => {
  world = await openWorld("embedded", { IMPORT_ALLOW_HOSTS: "" });
  ({ own } = await furnishBoth(world));
  const document = (await world.visitor.get("/openapi.json")).body;
  Object.assign(schemas, document.components.schemas);
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Operation>>))
    for (const [method, operation] of Object.entries(methods)) operations.push({ method: method.toUpperCase(), path, operation });
  idle = await idleStall();
}, 600_000);
afterAll(() => world.close());

/** The longest of ordinary requests, on this machine with whatever else runs on it. */
async function idleStall(): Promise<number> {
  let longest = 0;
  for (const path of ["/contents", "/teams", `/contents/${own.article}`, "/folders", "/contents?term=gleis"])
    longest = Math.max(longest, await stallDuring(async () => (await world.as("anna").request(path, {})).text()));
  return longest;
}

const find = (ref: string): Schema => schemas[ref.split("/").at(-1) ?? ""] ?? {};

/** Fields that have to be meant, so that requests get past the first check. */
function kept(name: string): unknown {
  const values: Record<string, unknown> = {
    folder_id: own.folder,
    folder_ids: own.folder,
    team_id: own.team,
    user_id: own.user,
    content_id: own.article,
    tag_id: own.tag,
    into: own.otherTag,
    published_at: "2026-03-01",
    language: "de",
    countries: "DE",
    workspace: "demo",
  };
  return values[name];
}

const kinds: Record<string, (things: Things) => string> = {
  contents: ({ article }) => article,
  "comments/content": ({ article }) => article,
  comments: ({ comment }) => comment,
  clients: ({ client }) => client,
  users: ({ user }) => user,
  teams: ({ team }) => team,
  folders: ({ folder }) => folder,
  mailings: ({ draft }) => draft,
  tags: ({ tag }) => tag,
  attachments: ({ attachment }) => attachment,
};

const idIn = (path: string) => kinds[Object.keys(kinds).find((name) => path.startsWith(`/${name}/`)) ?? ""]?.(own) ?? own.article;

interface Costly {
  name: string;
  method: string;
  path: string;
  /** Written when it is sent: all of them at once would be gigabytes. */
  body?: () => BodyInit;
}

const json = { "Content-Type": "application/json" };

/** Each operation with each of its inputs at the limit. */
function* requests(): Generator<Costly> {
  for (const { method, path, operation } of operations) {
    if (method === "DELETE") continue;
    const at = path.replace(/\{\w+\}/g, () => idIn(path));
    const schema = operation.requestBody?.content["application/json"]?.schema;
    for (const unit of unitNames) {
      const body = () => JSON.stringify(costlyValue(schema ?? {}, unit, { find, kept }));
      if (schema) yield { name: `${method} ${path} of ${unit}`, method, path: at, body };
      const query = (operation.parameters ?? []).filter((one) => one.in === "query");
      // What Node's parser of HTTP lets through is 16 KB.
      const length = Math.floor(4_000 / Math.max(1, query.length));
      const pairs = query.map(({ name }) => `${name}=${encodeURIComponent(Buffer.from(filled(unit, length)).toString())}`);
      for (const pair of pairs) yield { name: `${method} ${path}?${pair.slice(0, 20)} of ${unit}`, method, path: `${at}?${pair}` };
      if (path.includes("{"))
        yield { name: `${method} ${path} at ${unit}`, method, path: path.replace(/\{\w+\}/g, encodeURIComponent(filled(unit, 2_000))) };
    }
    if (schema)
      for (const [name, body] of Object.entries(floods))
        yield { name: `${method} ${path} with ${name}`, method, path: at, body: () => body };
    if (operation.requestBody?.content["multipart/form-data"]) {
      const form = () => {
        const parts = new FormData();
        for (let part = 0; part < 2_000; part += 1) parts.append(`f${part}`, "x".repeat(100));
        return parts;
      };
      yield { name: `${method} ${path} with many parts`, method, path: at, body: form };
    }
  }
  const query = (text: string) => ({ method: "POST", path: "/graphql", body: () => JSON.stringify({ query: text }) });
  yield { name: "GraphQL nested", ...query(`${"{a".repeat(50_000)}${"}".repeat(50_000)}`) };
  yield { name: "GraphQL with aliases", ...query(`{${Array.from({ length: 50_000 }, (_, at) => `a${at}:ping`).join(" ")}}`) };
  yield { name: "GraphQL with directives", ...query(`{ping ${"@skip(if:false) ".repeat(50_000)}}`) };
  yield {
    name: "GraphQL with fragments",
    ...query(`{...f0}${Array.from({ length: 5_000 }, (_, at) => `fragment f${at} on Query{...f${at + 1} ...f${at + 1}}`).join("")}`),
  };
  yield { name: "GraphQL with a long text", ...query(`{mailing(id:"${"x".repeat(1_500_000)}"){id}}`) };
  yield { name: "many query parameters", method: "GET", path: `/contents?${"a=1&".repeat(4_000)}` };
}

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** As it comes over the wire: the client's work is not to be measured. */
async function encoded(body: BodyInit): Promise<RequestInit> {
  const written = new Response(body);
  const type = body instanceof FormData ? { "Content-Type": written.headers.get("Content-Type") ?? "" } : json;
  return { headers: type, body: await written.arrayBuffer() };
}

/** Everything once, neighbours far apart, the same way each time: a run that ends early has tried something of each call. */
function inMixedOrder<T>(all: readonly T[]): T[] {
  const step = 997;
  const passes = Array.from({ length: Math.min(step, all.length) }, (_, first) => all.filter((_, at) => at % step === first));
  return passes.flat();
}

describe("Whatever size a call's inputs have", () => {
  test(`it holds up nobody for more than ${mostStall} ms, and answers little`, async () => {
    const found: string[] = [];
    const begin = heapInUse();
    let count = 0;
    const measure = async ({ method, path, body }: Costly) => {
      let size = 0;
      const sent = body === undefined || method === "GET" ? {} : await encoded(body());
      const stall = await stallDuring(async () => {
        const answer = await world.as("anna").request(path, { method, ...sent });
        size = (await answer.arrayBuffer()).byteLength;
      });
      return { stall, size };
    };
    const until = performance.now() + seconds * 1000;
    for (const request of inMixedOrder([...requests()])) {
      if (performance.now() > until) break;
      if (count % 50 === 0) await world.services.database.pool.query("delete from rate_limits");
      count += 1;
      let { stall, size } = await measure(request);
      // Garbage collection, compilation and other processes add noise; the request's own cost recurs each time.
      for (let again = 0; again < 2 && stall - idle > mostStall; again += 1) stall = Math.min(stall, (await measure(request)).stall);
      if (stall - idle > mostStall) found.push(`${request.name}: ${Math.round(stall)} ms (idle ${Math.round(idle)})`);
      if (size > mostAnswer) found.push(`${request.name}: ${size} bytes`);
    }
    expect(found).toEqual([]);
    expect(count).toBeGreaterThan(50);
    expect(heapInUse() - begin).toBeLessThan(mostKept);
  }, 3_600_000);
});
