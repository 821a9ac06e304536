import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import * as limits from "../../../contract/limits";
import { costlyFiles, costlyHeaders, costlyValue, filled, floods, unitNames } from "../../support/costly";
import { type OpenWorld, openWorld } from "../../support/harness";
import {
  addressOf,
  type CollectedForm,
  collectForms,
  destroys,
  endsSession,
  type Mounted,
  mountedRoutes,
  queryNames,
  signsOut,
} from "../../support/page-forms";
import type { Schema } from "../../support/schema-values";
import { type Records, seedBoth } from "../../support/seed";
import { type SeededProduct, startSeededProduct } from "../../support/seeded-product";
import { stallDuring } from "../../support/stalls.js";

/** Requests that each of both parts tries. `COST_REQUESTS=Infinity` tries everything. */
const requestsTried = Number(process.env.COST_REQUESTS ?? 200);
/** Milliseconds; everything takes hours on a busy machine. */
const timeout = requestsTried === Number.POSITIVE_INFINITY ? 0 : 3_600_000;
/** The order in which requests are tried. The same every time unless set, so that a run does not fail by chance. */
const seed = process.env.COST_SEED ?? "folda";
/** Milliseconds that a request may hold up the event loop longer than an idle control (measured in the same run). */
const mostStall = 200;
/** Bytes of a response to a request that creates nothing. */
const mostAnswer = 8 * 1024 * 1024;
/** Bytes of an API response that rejects a request without repeating it; invalid rules of a workspace, 500 at most, are all named. */
const mostRefusal = 512 * 1024;
/** Bytes that stay in use after all requests. */
const mostKept = 200 * 1024 * 1024;
/** Megabytes of the product's process: the sum of `docs/operations.md`, "Memory", without other processes, and 256 for the embedded database. */
const mostMemory = 3328 - 512 - 1024 + 256;

interface Operation {
  parameters?: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

let world: OpenWorld;
let own: Records;
let idle = 0;
const schemas: Record<string, Schema> = {};
const operations: { method: string; path: string; operation: Operation }[] = [];

beforeAll(async () => {
  world = await openWorld("embedded", { IMPORT_ALLOW_HOSTS: "" });
  ({ own } = await seedBoth(world));
  const document = (await world.visitor.get("/openapi.json")).body;
  Object.assign(schemas, document.components.schemas);
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Operation>>))
    for (const [method, operation] of Object.entries(methods)) operations.push({ method: method.toUpperCase(), path, operation });
  idle = await idleStall();
}, 600_000);
afterAll(() => world.close());

/** The longest time of ordinary requests at the current load of this machine. */
async function idleStall(): Promise<number> {
  let longest = 0;
  for (const path of ["/contents", "/teams", `/contents/${own.article}`, "/folders", "/contents?term=gleis"])
    longest = Math.max(longest, await stallDuring(async () => (await world.as("anna").request(path, {})).text()));
  return longest;
}

const find = (ref: string): Schema => schemas[ref.split("/").at(-1) ?? ""] ?? {};

/** Fields that need a real value, so that requests pass the first check. */
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

const kinds: Record<string, (things: Records) => string> = {
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
  /** Built when it is sent: all of them at once would take gigabytes. */
  body?: () => BodyInit;
  headers?: Record<string, string>;
  /** Anna's if unset. */
  cookie?: string;
  /** Would delete what other requests need. */
  destroys?: boolean;
}

const json = { "Content-Type": "application/json" };

/** An unused id. */
const nothing = "00000000-0000-4000-8000-000000000000";

/** Each operation with each of its inputs at the limit. */
function* requests(): Generator<Costly> {
  for (const { method, path, operation } of operations) {
    // Would end the session of later requests.
    if (method === "DELETE" && /^\/(auth|sessions)/.test(path)) continue;
    // Nothing is deleted, because later requests need it.
    const id = method === "DELETE" ? nothing : idIn(path);
    const at = path.replace(/\{\w+\}/g, id);
    const schema = operation.requestBody?.content["application/json"]?.schema;
    for (const unit of unitNames) {
      const body = () => JSON.stringify(costlyValue(schema ?? {}, unit, { find, kept }));
      if (schema) yield { name: `${method} ${path} of ${unit}`, method, path: at, body };
      const query = (operation.parameters ?? []).filter((one) => one.in === "query");
      // Node's HTTP parser accepts up to 16 KB.
      const length = Math.floor(4_000 / Math.max(1, query.length));
      const pairs = query.map(({ name }) => `${name}=${encodeURIComponent(Buffer.from(filled(unit, length)).toString())}`);
      for (const pair of pairs) yield { name: `${method} ${path}?${pair.slice(0, 20)} of ${unit}`, method, path: `${at}?${pair}` };
      yield { name: `${method} ${path} with headers of ${unit}`, method, path: at, headers: costlyHeaders(unit, 1_200) };
      if (path.includes("{"))
        yield { name: `${method} ${path} at ${unit}`, method, path: path.replace(/\{\w+\}/g, encodeURIComponent(filled(unit, 2_000))) };
    }
    if (schema ?? method === "DELETE")
      for (const [name, body] of Object.entries(floods))
        yield { name: `${method} ${path} with ${name}`, method, path: at, body: () => body };
    if (operation.requestBody?.content["multipart/form-data"]) {
      const form = () => {
        const parts = new FormData();
        for (let part = 0; part < 2_000; part += 1) parts.append(`f${part}`, "x".repeat(100));
        return parts;
      };
      yield { name: `${method} ${path} with many parts`, method, path: at, body: form };
      for (const unit of unitNames) {
        const fields = Object.keys(operation.requestBody.content["multipart/form-data"].schema.properties ?? {});
        const files = () =>
          costlyFiles(
            unit,
            [
              ["content_id", own.article],
              [fields[0] ?? "a", filled(unit, 50_000)],
            ],
            fields.slice(0, 2),
          );
        yield { name: `${method} ${path} with files of ${unit}`, method, path: at, body: files };
      }
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
  const variables = (of: unknown) => JSON.stringify({ query: "query($id: ID!) { mailing(id: $id) { id } }", variables: of });
  const withVariables = (of: () => unknown) => ({ method: "POST", path: "/graphql", body: () => variables(of()) });
  for (const unit of unitNames) {
    // Escaped, each takes six bytes.
    const text = filled(unit, 300_000);
    yield { name: `GraphQL with an id of ${unit}`, ...withVariables(() => ({ id: text })) };
    yield { name: `GraphQL with a wrong id of ${unit}`, ...withVariables(() => ({ id: [text] })) };
    yield { name: `GraphQL with many variables of ${unit}`, ...withVariables(() => manyKeys(filled(unit, 9))) };
    yield { name: `GraphQL with a variable of many keys of ${unit}`, ...withVariables(() => ({ id: manyKeys(filled(unit, 9)) })) };
  }
  yield { name: "many query parameters", method: "GET", path: `/contents?${"a=1&".repeat(4_000)}` };
}

/** The maximum number in a body. */
const manyKeys = (value: string) => Object.fromEntries(Array.from({ length: 39_000 }, (_, at) => [`k${at}`, value]));

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Bytes per read of a connection. */
const chunkSize = 65_536;

/** Already encoded, so that the client's work is not measured. */
async function encoded(body: BodyInit): Promise<RequestInit> {
  const written = new Response(body);
  const type = body instanceof FormData ? { "Content-Type": written.headers.get("Content-Type") ?? "" } : json;
  const bytes = new Uint8Array(await written.arrayBuffer());
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkSize) }, (_, at) =>
    bytes.subarray(at * chunkSize, (at + 1) * chunkSize),
  );
  return { headers: type, body: Readable.toWeb(Readable.from(chunks)) as ReadableStream, duplex: "half" };
}

/** Shuffled by the seed, so that the first ones are a representative sample. */
function shuffled<T>(all: readonly T[]): T[] {
  const rank = (at: number) => createHash("md5").update(`${seed} ${at}`).digest("hex");
  const ranked = all.map((item, at) => ({ item, rank: rank(at) }));
  return ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1)).map(({ item }) => item);
}

interface Measured {
  stall: number;
  size: number;
  /** The maximum bytes of the response; `mostAnswer` by default. */
  most?: number;
  status: number;
}

/** Returns the requests that block the event loop for too long or get too large a response. */
async function findCostly(all: readonly Costly[], { idle, measure }: { idle: number; measure: (request: Costly) => Promise<Measured> }) {
  const found: string[] = [];
  let unheard = 0;
  let longest = 0;
  const tried = shuffled(all).slice(0, requestsTried);
  for (const request of [...tried.filter(({ destroys }) => !destroys), ...tried.filter(({ destroys }) => destroys)]) {
    let { stall, size, status, most = mostAnswer } = await measure(request);
    if (status === 401 || status === 429) unheard += 1;
    // Garbage collection, compilation and other processes add noise; the request's own cost recurs each time. Two repetitions are too
    // few while other suites run: a request that takes 130 ms alone took over 220 ms three times in a row.
    for (let again = 0; again < 5 && stall - idle > mostStall; again += 1) stall = Math.min(stall, (await measure(request)).stall);
    longest = Math.max(longest, stall);
    if (stall - idle > mostStall) found.push(`${request.name}: ${Math.round(stall)} ms (idle ${Math.round(idle)})\n`);
    if (size > most) found.push(`${request.name}: ${size} bytes`);
  }
  // Signed out or rate-limited, requests would cost nothing.
  expect(unheard).toBeLessThan(tried.length / 10);
  process.stdout.write(`${tried.length} of ${all.length} requests tried, longest ${Math.round(longest)} ms (idle ${Math.round(idle)})\n`);
  return found;
}

describe("Whatever size a call's inputs have", () => {
  test(
    `it holds up nobody for more than ${mostStall} ms, and answers little`,
    async () => {
      const begin = heapInUse();
      let sent = 0;
      const measure = async ({ method, path, body, headers }: Costly): Promise<Measured> => {
        if (sent % 50 === 0) await world.services.database.pool.query("delete from rate_limits");
        sent += 1;
        let [size, status] = [0, 0];
        const init: RequestInit = body === undefined || method === "GET" ? {} : await encoded(body());
        const stall = await stallDuring(async () => {
          const answer = await world.as("anna").request(path, { method, ...init, headers: { ...init.headers, ...headers } as HeadersInit });
          size = (await answer.arrayBuffer()).byteLength;
          status = answer.status;
        });
        return { stall, size, status, ...(status >= 400 ? { most: mostRefusal } : {}) };
      };
      const found = await findCostly([...requests()], { idle, measure });
      expect(found, `COST_SEED=${seed}`).toEqual([]);
      expect(heapInUse() - begin).toBeLessThan(mostKept);
    },
    timeout,
  );
});

describe("Whatever size a page's inputs have", () => {
  let furnished: SeededProduct;
  let routes: Mounted[];
  let forms: Map<string, CollectedForm>;
  const directory = mkdtempSync(join(tmpdir(), "folda-cost-"));
  const stallsFile = join(directory, "stalls.json");

  beforeAll(async () => {
    const NODE_OPTIONS = `--max-old-space-size=768 --import ${resolve("tests/support/stalls.js")}`;
    furnished = await startSeededProduct(["anna"], { environment: { NODE_OPTIONS, STALLS_FILE: stallsFile } });
    routes = await mountedRoutes();
    const { product, own: records } = furnished;
    forms = await collectForms((path, cookie) => product.ask(path, { cookie }), { records, cookie: furnished.cookieOf("anna") });
  }, 600_000);
  afterAll(async () => {
    await furnished.close();
    rmSync(directory, { recursive: true });
  });

  /** The longest time in milliseconds for which the product's event loop was blocked since the last call. */
  async function longestStall(): Promise<number> {
    rmSync(stallsFile, { force: true });
    process.kill(furnished.product.pid, "SIGUSR2");
    const read = () => (existsSync(stallsFile) ? readFileSync(stallsFile, "utf8") : "");
    await expect.poll(read, { interval: 2 }).toContain("}");
    return JSON.parse(read()).longest;
  }

  const measure = async ({ method, path, body, headers, cookie = furnished.cookieOf("anna") }: Costly): Promise<Measured> => {
    await longestStall();
    const init = body === undefined ? {} : { body: body() };
    // The server may respond and close the connection before everything was sent.
    const answer = await furnished.product.ask(path, { method, ...init, headers: headers ?? {}, cookie }).catch(() => undefined);
    const size = answer ? (await answer.arrayBuffer()).byteLength : 0;
    return { stall: await longestStall(), size, status: answer?.status ?? 0 };
  };

  /** A name or value of the same kind that no other field has. */
  const distinct = (text: string, at: number) => {
    const other = text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`);
    return other === text ? `${text}[${at}]` : other;
  };

  /** Each form with each of its fields ten thousand times, with different values of the same kind. */
  function* longLists(): Generator<Costly> {
    for (const [name, form] of forms) {
      if (endsSession(form)) continue;
      for (const field of new Set(form.fields.map(([own]) => own))) {
        const body = () => {
          const fields = new URLSearchParams(form.fields);
          const known = fields.get(field) ?? "";
          while (fields.size < limits.newsletterRecipients) fields.append(field, distinct(known, fields.size));
          return fields;
        };
        const post = { method: "POST", path: form.action, cookie: form.cookie, destroys: destroys(form) };
        yield { name: `form ${name} with many values of ${field}`, ...post, body };
      }
    }
  }

  /** Each form and each page of the route table with each of its inputs at the limit. */
  function* pageRequests(): Generator<Costly> {
    for (const unit of unitNames) {
      for (const [name, form] of forms) {
        if (endsSession(form)) continue;
        // The maximum of a form, which is three times as long when encoded.
        const length = Math.min(limits.body, Math.floor(700_000 / Math.max(1, form.typed.length)));
        const fields = () =>
          form.fields.map(([field, value]): [string, string] => [field, form.typed.includes(field) ? filled(unit, length) : value]);
        const post = { method: "POST", path: form.action, cookie: form.cookie, destroys: destroys(form) };
        yield { name: `form ${name} of ${unit}`, ...post, body: () => new URLSearchParams(fields()) };
        const many = () =>
          new URLSearchParams(
            Array.from({ length: 20_000 }, (_, at) => [distinct(form.fields[at % form.fields.length]?.[0] ?? "a", at), filled(unit, 9)]),
          );
        yield { name: `form ${name} with many fields of ${unit}`, ...post, body: many };
        const files = () => costlyFiles(unit, form.fields, ["files", "logo"]);
        yield { name: `form ${name} with files of ${unit}`, ...post, body: files };
      }
      const text = encodeURIComponent(Buffer.from(filled(unit, 2_000)).toString())
        .slice(0, 6_000)
        .replace(/%\w?$/, "");
      for (const { pattern } of routes) {
        if (pattern === signsOut) continue;
        const path = addressOf(pattern, furnished.own);
        const query = queryNames.map((name) => `${name}=${text.slice(0, 200).replace(/%\w?$/, "")}`).join("&");
        yield { name: `${pattern}? of ${unit}`, method: "GET", path: `${path}?${query}` };
        yield { name: `${pattern} with headers of ${unit}`, method: "GET", path, headers: costlyHeaders(unit, 1_200) };
        if (/[:*]/.test(pattern))
          yield {
            name: `${pattern} at ${unit}`,
            method: "GET",
            path: pattern.replace(":product", "folda").replace(/:\w+|\*/g, text.slice(0, 1_500).replace(/%\w?$/, "")),
          };
      }
    }
  }

  test(
    `they hold up nobody for more than ${mostStall} ms, and are answered with little`,
    async () => {
      const ordinary = ["/stream", "/stream", "/folders", `/folda/${furnished.own.folder}`, "/stream?term=gleis"];
      let idleProduct = 0;
      for (const path of ordinary) idleProduct = Math.max(idleProduct, (await measure({ name: path, method: "GET", path })).stall);
      const found = await findCostly([...pageRequests(), ...longLists()], { idle: idleProduct, measure });
      expect(found, `COST_SEED=${seed}`).toEqual([]);
      const { product } = furnished;
      const peak = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${product.pid}/status`, "utf8"))?.[1]) / 1024;
      expect(peak, `COST_SEED=${seed}`).toBeLessThan(mostMemory);
      expect((await furnished.product.ask("/stream", { cookie: furnished.cookieOf("anna") })).status).toBe(200);
    },
    timeout,
  );
});
