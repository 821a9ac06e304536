import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { typeDefs } from "../../../contract/graphql/schema";
import { changedRoleSchema, passwordChangeSchema, profileSchema } from "../../../contract/rest/users";
import { engine, type OpenWorld, openWorld, password } from "../../support/harness";
import { fuzzing, hostileHeader, hostileText, hostileTexts, hostileValue, wellFormed } from "../../support/hostile";
import { meantValue, type Schema, spoilt } from "../../support/schema-values";
import { type Records, seedBoth } from "../../support/seed";

/** Requests of each call of the API. `FUZZ_FACTOR=50 FUZZ_SEED=7` tries more, and others. */
const runs = 14;

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  schema?: Schema;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}

interface Sent {
  person: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: BodyInit | null;
}

let world: OpenWorld;
let own: Records;
let foreign: Records;
/** A kept file. */
let upload: string;
const schemas: Record<string, Schema> = {};
const operations: [call: string, method: string, path: string, operation: Operation][] = [];

beforeAll(async () => {
  world = await openWorld(engine, { IMPORT_ALLOW_HOSTS: "" });
  ({ own, foreign } = await seedBoth(world));
  const document = (await world.visitor.get("/openapi.json")).body;
  Object.assign(schemas, document.components.schemas, {
    UserChange: { anyOf: [inputOf(profileSchema), inputOf(passwordChangeSchema), inputOf(z.object({ role: changedRoleSchema }))] },
  });
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Operation>>))
    for (const [method, operation] of Object.entries(methods))
      operations.push([`${method.toUpperCase()} ${path}`, method.toUpperCase(), path, operation]);
  for (const person of ["anna", "clara", "olga"]) await world.userId(person);
  const form = new FormData();
  form.set("file", new File(["Inhalt"], "Anlage.txt"));
  upload = (await (await world.as("anna").request("/uploads", { method: "POST", body: form })).json()).upload;
}, 600_000);
afterAll(() => world.close());

const inputOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;
const find = (ref: string): Schema => schemas[ref.split("/").at(-1) ?? ""] ?? {};
const oneOf = fc.constantFrom;

const kinds: Record<string, (things: Records) => string> = {
  users: ({ user }) => user,
  clients: ({ client }) => client,
  invitations: ({ invitation }) => invitation,
  teams: ({ team }) => team,
  memberships: ({ membership }) => membership,
  folders: ({ folder }) => folder,
  ownerships: ({ ownership }) => ownership,
  feeds: ({ feed }) => feed,
  follows: ({ follow }) => follow,
  sources: ({ source }) => source,
  subscribers: ({ subscriber }) => subscriber,
  newsletter_subscriptions: ({ folder }) => folder,
  api_keys: ({ apiKey }) => apiKey,
  exports: (things) => things.export,
  batches: ({ batch }) => batch,
  bookmark_imports: ({ bookmarkImport }) => bookmarkImport,
  trash: ({ trashed }) => trashed,
  mailings: ({ mailing }) => mailing,
  contents: ({ article }) => article,
  "comments/content": ({ article }) => article,
  comments: ({ comment }) => comment,
  notifications: ({ notification }) => notification,
  attachments: ({ attachment }) => attachment,
  tags: ({ tag }) => tag,
  sessions: ({ session }) => session,
};

/** Ids for a path: mostly the right one, sometimes another, a foreign or an invalid one. */
function idFor(path: string): fc.Arbitrary<string> {
  const kind = Object.keys(kinds).find((name) => path.startsWith(`/${name}/`));
  const meant = kind ? [kinds[kind]?.(own) ?? "", path.startsWith("/mailings") ? own.draft : (kinds[kind]?.(own) ?? "")] : [own.feedToken];
  return fc.oneof(
    { weight: 5, arbitrary: oneOf(...meant).map(encodeURIComponent) },
    { weight: 2, arbitrary: oneOf(...Object.values(foreign), ...Object.values(own)).map(encodeURIComponent) },
    { weight: 1, arbitrary: hostileText.map((text) => encodeURIComponent(wellFormed(text)) || "x") },
    { weight: 1, arbitrary: oneOf("%", "%00", "%ff", "..%2f..", "%E0%A4%A", "x".repeat(3000)) },
  );
}

/** Values for fields of these names, so that requests pass the first check. */
const known = (): Record<string, fc.Arbitrary<unknown>> => ({
  folder_id: oneOf(own.folder, own.folder, foreign.folder),
  folder_ids: oneOf(own.folder, foreign.folder),
  team_id: oneOf(own.team, foreign.team),
  user_id: oneOf(own.user, foreign.user),
  content_id: oneOf(own.article, foreign.article),
  content_ids: oneOf(own.article, `${own.article},${foreign.article}`),
  tag_id: oneOf(own.tag, own.otherTag, foreign.tag),
  into: oneOf(own.tag, own.otherTag, foreign.tag),
  tags: oneOf("Gleis", "signal", "neu"),
  countries: oneOf("DE", "FR", "XX"),
  subscriptions: oneOf(own.source, foreign.source),
  published_at: oneOf("2026-03-01", "0001-01-01", "9999-12-31"),
  language: oneOf("de", "en-GB"),
  email: oneOf("jana@demo.example", "neu@demo.example"),
  addresses: oneOf("neu@partner.example", "niemand"),
  consent: oneOf("Liste am Messestand"),
  email_addresses: oneOf("neu@partner.example", "a@b.example"),
  workspace: oneOf("demo", "nachbar", "niemand"),
  current_password: oneOf("falsch", "auch falsch"),
  password: oneOf("Stellwerk-Rot-7-Nordkreuz"),
  password_confirmation: oneOf("Stellwerk-Rot-7-Nordkreuz"),
  url: oneOf("https://zeitung.invalid/a", "http://127.0.0.1:1/", "http://localhost/"),
  remote_file_url: oneOf("http://127.0.0.1:1/a.png", "https://zeitung.invalid/a.png"),
  address: oneOf("http://127.0.0.1:1/feed", "https://zeitung.invalid/"),
  upload: oneOf(upload, `${upload}x`, own.attachment),
  expires: oneOf("1900000000", "1"),
});

const meant = (schema: Schema) => meantValue(schema, find, known());

function queryFor(parameters: Parameter[]): fc.Arbitrary<string> {
  const pairs = parameters.map(({ name, schema = {} }) => {
    const value = meantValue(schema, find, known(), name).map((one) =>
      [one].flat().map((item) => `${name}=${encodeURIComponent(wellFormed(String(item)))}`),
    );
    const bad = fc.oneof(
      hostileText.map((text) => `${name}=${encodeURIComponent(wellFormed(text))}`),
      oneOf(`${name}`, `${name}=%`, `${name}=%00`, `${name}[]=a`, `${name}[a]=b`, `${name}=1&${name}=2`, `${name}=${"9".repeat(400)}`),
    );
    return fc.oneof(
      { weight: 2, arbitrary: oneOf("") },
      { weight: 3, arbitrary: value.map((all) => all.join("&")) },
      { weight: 2, arbitrary: bad },
    );
  });
  return fc.tuple(...pairs).map((all) => all.filter(Boolean).join("&"));
}

interface Body {
  type?: string;
  body: BodyInit | null;
}

function bodyFor(content: Record<string, { schema: Schema }> | undefined): fc.Arbitrary<Body> {
  if (!content) return oneOf<Body>({ body: null }, { body: null }, { type: "application/json", body: "{" });
  const asJson = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Body> =>
    value.map((one) => ({ type: "application/json", body: JSON.stringify(one) ?? "" }));
  const value = meant(content["application/json"]?.schema ?? {});
  const odd = oneOf<Body>(
    { body: null },
    { type: "application/json", body: "" },
    { type: "application/json", body: "{" },
    { type: "application/json", body: '{"a":1,"a":{"__proto__":1}}' },
    { type: "application/json", body: "[".repeat(100_000) },
    { type: "application/json", body: new Uint8Array([0xff, 0xfe, 0x00, 0x7b]) },
    { type: "application/json; charset=utf-16", body: "{}" },
    { type: "text/plain", body: "{}" },
    { type: "application/x-www-form-urlencoded", body: "a=b" },
    { type: "multipart/form-data", body: "x" },
    { type: "multipart/form-data; boundary=x", body: "--x\r\nContent-Disposition: form-data\r\n\r\n\r\n--x--" },
    {
      type: "multipart/form-data; boundary=x",
      body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a\u0000/../b"\r\n\r\n',
    },
    { type: "\u00ff;;;", body: "x" },
  );
  const forms = content["multipart/form-data"] ? [{ weight: 6, arbitrary: multipart(content["multipart/form-data"].schema) }] : [];
  return fc.oneof(
    { weight: 5, arbitrary: asJson(value) },
    { weight: 9, arbitrary: asJson(spoilt(value)) },
    { weight: 1, arbitrary: asJson(hostileValue) },
    { weight: 1, arbitrary: odd },
    ...forms,
  );
}

const files = [
  "",
  "Inhalt",
  "<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>",
  "GIF89a",
  "\u0000",
  "%PDF-1.7",
  "\u0089PNG\r\n\u001a\n",
];

/** A form with a file and hostile names and fields. */
function multipart(schema: Schema): fc.Arbitrary<Body> {
  const names = ["file", "logo", "content_id", "settings", "client", "lock_version", "name", ...Object.keys(schema.properties ?? {})];
  const part = fc.tuple(
    oneOf(...names),
    fc.oneof(oneOf(own.article, foreign.article, "{}", "[]", "1"), hostileText),
    fc.boolean(),
    hostileText,
    oneOf(...files),
  );
  return fc.array(part, { maxLength: 6 }).map((parts) => {
    const form = new FormData();
    for (const [name, text, isFile, filename, bytes] of parts)
      if (isFile) form.append(name, new File([bytes], wellFormed(filename)));
      else form.append(name, wellFormed(text));
    return { body: form };
  });
}

const oddHeaders = fc.record(
  {
    "Accept-Language": hostileHeader,
    "X-Request-Id": hostileHeader,
    "Idempotency-Key": fc.oneof(fc.uuid(), oneOf("00000000-0000-4000-8000-000000000000"), hostileHeader),
    "X-Forwarded-For": hostileHeader,
    "User-Agent": hostileHeader,
    "If-None-Match": hostileHeader,
    Range: fc.oneof(oneOf("bytes=0-", "bytes=-1", "bytes=9-1", "bytes=0-0,1-1", "bytes=99999999999999999999-"), hostileHeader),
    "X-Device": hostileHeader,
    Origin: oneOf("null", "https://evil.example"),
    Authorization: oneOf("Bearer", "Bearer ", "Bearer a.b.c", "Basic eDp5", "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0."),
  },
  { requiredKeys: [] },
);

function requestFor(method: string, path: string, { parameters = [], requestBody }: Operation): fc.Arbitrary<Sent> {
  return fc
    .record({
      // Calls that end sessions use a person whom no other call needs.
      person: oneOf("anna", "anna", "anna", "anna", "clara", "olga", "visitor"),
      id: idFor(path),
      query: queryFor(parameters.filter((one) => one.in === "query")),
      body: bodyFor(requestBody?.content),
      headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: oddHeaders }),
    })
    .map(({ person, id, query, body, headers }) => ({
      person,
      method,
      path: path.replace(/\{\w+\}/, () => id) + (query ? `?${query}` : ""),
      headers: { ...(headers as Record<string, string>), ...(body.type ? { "Content-Type": body.type } : {}) },
      body: method === "GET" ? null : body.body,
    }));
}

async function send({ person, method, path, headers, body }: Sent): Promise<Response> {
  const caller = person === "visitor" ? world.visitor : world.as(person);
  return caller.request(path, { method, headers, body });
}

/** The response, with the log's lines if it is a bug. */
async function soundAnswer(sent: Sent, declared: Record<string, unknown>) {
  const begin = world.logLines.length;
  const answer = await send(sent);
  const text = await answer.text();
  const said = world.logLines.slice(begin).filter((line) => JSON.parse(line).level >= 50);
  expect(answer.status, [...said, text].join("\n")).toBeLessThan(500);
  expect(said).toEqual([]);
  expect(Object.keys(declared), `${sent.method} ${sent.path}: ${text.slice(0, 300)}`).toContain(String(answer.status));
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(answer.headers.has("Set-Cookie")).toBe(false);
  const type = answer.headers.get("Content-Type") ?? "";
  const values = type.includes("ndjson") ? text.split("\n").filter((line) => line !== "") : type.includes("json") ? [text] : [];
  for (const value of values) expect(() => JSON.parse(value)).not.toThrow();
}

/** Statuses that every call may return in addition: for an unexpected body, and for an unknown path. */
const everywhere = { 400: "", 404: "", 413: "" };

const destroysLast = ["GET", "POST", "PUT", "DELETE"];
/** Its session is needed for all others. */
const endsSession = (call: string) => /^DELETE \/(auth|sessions)/.test(call);

describe("Whatever a call is sent", () => {
  test("it answers as it says of itself, and never with a failure of its own", async () => {
    const ordered = operations
      .filter(([call]) => !endsSession(call))
      .sort(([, a], [, b]) => destroysLast.indexOf(a) - destroysLast.indexOf(b));
    const failures: string[] = [];
    for (const [call, method, path, operation] of ordered) {
      const declared = { ...operation.responses, ...everywhere };
      const property = fc.asyncProperty(requestFor(method, path, operation), async (sent) => soundAnswer(sent, declared));
      await world.services.database.pool.query("delete from rate_limits");
      await fc.assert(property, fuzzing(runs)).catch((error: Error) => failures.push(`${call}\n${error.message}`));
    }
    expect(failures).toEqual([]);
    expect(operations.length).toBeGreaterThan(80);
  }, 600_000);

  test("its own session ends only when it is asked to", async () => {
    for (const person of ["anna", "olga"]) expect((await world.as(person).get("/sessions")).status).toBe(200);
  });

  test("unknown paths and methods are refused as such", async () => {
    const paths = hostileTexts.map((text) => `/${encodeURIComponent(wellFormed(text))}`);
    for (const path of [...paths, "//evil.example", "/%", "/contents/%ff"])
      for (const method of ["GET", "POST", "PATCH", "OPTIONS"]) {
        const { status } = await world.as("anna").request(path, { method });
        expect(status, `${method} ${path}`).toBeLessThan(500);
      }
  });
});

describe("Whatever GraphQL is asked", () => {
  const fields = [...new Set([...typeDefs.matchAll(/^ {4}(\w+)[(:]/gm)].map(([, name = ""]) => name))];
  const args = () =>
    oneOf(
      "",
      `(id: "${own.mailing}")`,
      `(folderId: "${own.folder}")`,
      `(folderId: "${foreign.folder}")`,
      "(id: $id)",
      "(id: 5)",
      "(id: {a: [1]})",
      '(id: """\u202e""")',
    );
  const directives = oneOf("", "", "", "@skip(if: false)", "@include(if: $yes)", "@defer", "@nope");

  const selection: fc.Arbitrary<string> = fc.letrec<{ set: string }>((tie) => ({
    set: fc
      .array(
        fc.tuple(
          oneOf("", "", "a: ", "b: "),
          oneOf(...fields, "__typename", "__schema", "__type", "...F", "...on Query"),
          fc.constant(0).chain(args),
          directives,
          fc.option(tie("set"), { nil: "", depthSize: "small" }),
        ),
        { minLength: 1, maxLength: 4 },
      )
      .map(
        (all) =>
          `{ ${all.map(([alias, name, given, directive, inner]) => `${name.startsWith("...") ? "" : alias}${name}${name.startsWith("...") ? "" : given} ${directive} ${inner}`).join(" ")} }`,
      ),
  })).set;

  const document = fc
    .tuple(
      oneOf("query Q($id: ID!)", "query($id: ID = 1, $yes: Boolean)", "mutation", "subscription", "", "query"),
      selection,
      oneOf("", "fragment F on Query { ...F }", "fragment F on Query { ...G } fragment G on Query { ...F }", "fragment F on Nothing { a }"),
    )
    .map((parts) => parts.join(" "));

  const deep = (depth: number) => `${"{a".repeat(depth)}${"}".repeat(depth)}`;
  const floods = () => [
    deep(100),
    deep(20_000),
    `{ ${"ping ".repeat(2000)} }`,
    `{ ${Array.from({ length: 500 }, (_, index) => `a${index}: ping`).join(" ")} }`,
    `{ ping ${"@skip(if: false) ".repeat(200)} }`,
    `{ ping ${"#x\n".repeat(50_000)} }`,
    `query { mailing(id: ${"[".repeat(5000)}${"]".repeat(5000)}) { id } }`,
    "{ __schema { types { fields { type { ofType { ofType { ofType { name } } } } } } } }",
    '{ __type(name: "Query") { name } }',
    "query A { ping } query B { ping }",
    "fragment F on Query { ...F } { ...F }",
    `{ ${Array.from({ length: 30 }, (_, index) => `...F${index}`).join(" ")} } ${Array.from({ length: 30 }, (_, index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`).join(" ")}`,
    'mutation { a: copyContentToFolder(contentId: "x", folderId: "y") { errors } b: copyContentToFolder(contentId: "\u0000", folderId: "y") { errors } }',
    "",
    "{",
    "}",
    "\u0000",
    "\ufeff{ ping }",
    "{ ping }\u0000",
  ];

  const body = (): fc.Arbitrary<string> => {
    const one = fc.record(
      {
        query: fc.oneof(
          { weight: 6, arbitrary: document },
          { weight: 2, arbitrary: oneOf(...floods()) },
          { weight: 1, arbitrary: hostileValue },
        ),
        variables: fc.oneof(
          fc.record(
            { id: fc.oneof(oneOf(own.mailing, own.folder, foreign.folder), hostileValue), yes: hostileValue },
            { requiredKeys: [] },
          ),
          hostileValue,
        ),
        operationName: fc.oneof(oneOf("Q", "A"), hostileValue),
        extensions: hostileValue,
      },
      { requiredKeys: ["query"] },
    );
    return fc.oneof(
      { weight: 6, arbitrary: one.map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.array(one, { maxLength: 3 }).map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: hostileValue.map((value) => JSON.stringify(value)) },
    );
  };

  const post = (person: string, text: string, type = "application/json"): Sent => ({
    person,
    method: "POST",
    path: "/graphql",
    headers: { "Content-Type": type },
    body: text,
  });
  const sound = async (sent: Sent) => {
    const begin = world.logLines.length;
    const answer = await send(sent);
    const text = await answer.text();
    const said = world.logLines.slice(begin).filter((line) => JSON.parse(line).level >= 50);
    expect(answer.status, [...said, text].join("\n")).toBeLessThan(500);
    expect(said).toEqual([]);
    return { status: answer.status, text };
  };

  test("it answers, and never with a failure of its own", async () => {
    const sent = fc.record({
      person: oneOf("anna", "anna", "clara", "olga", "visitor"),
      text: fc.constant(0).chain(body),
      type: oneOf(
        "application/json",
        "application/json",
        "application/json",
        "application/graphql",
        "text/plain",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
      ),
    });
    await fc.assert(
      fc.asyncProperty(sent, async ({ person, text, type }) => void (await sound(post(person, text, type)))),
      fuzzing(runs * 20),
    );
  }, 600_000);

  test("what would cost much is refused before anything runs", async () => {
    for (const query of floods()) {
      const { text } = await sound(post("anna", JSON.stringify({ query })));
      expect(text, query.slice(0, 80)).not.toContain('"data":{"a0"');
      expect(text.length, query.slice(0, 80)).toBeLessThan(60_000);
    }
    const batch = await sound(post("anna", JSON.stringify([{ query: "{ ping }" }, { query: "{ ping }" }])));
    expect(batch.status).toBeGreaterThanOrEqual(400);
  });

  test("there is no other way in", async () => {
    for (const [method, path] of [
      ["GET", "/graphql?query={ping}"],
      ["PUT", "/graphql"],
      ["GET", "/graphiql"],
    ] as const) {
      const answer = await world.as("anna").request(path, { method });
      expect(answer.status, path).toBeGreaterThanOrEqual(400);
      expect(answer.status, path).toBeLessThan(500);
    }
  });
});

test("Nobody has come in by a password that was guessed here", () => {
  expect(world.logLines.join("\n")).not.toContain(password);
});
