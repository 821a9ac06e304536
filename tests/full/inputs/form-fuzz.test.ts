import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieNames } from "../../../contract/cookies";
import { fuzzing, hostileHeader, hostileText, wellFormed } from "../../support/hostile";
import {
  addressOf,
  type CollectedForm,
  collectForms,
  destroys,
  endsSession,
  type Form,
  inLanes,
  type Mounted,
  mountedRoutes,
  queryNames,
  signsOut,
} from "../../support/page-forms";
import { type SeededProduct, startSeededProduct } from "../../support/seeded-product";

/** Posts to each form, and requests for each page. `FUZZ_FACTOR=50 FUZZ_SEED=7` tries more, and others. */
const runs = { forms: 2, pages: 2 };

let furnished: SeededProduct;
let routes: Mounted[];
let forms: Map<string, CollectedForm>;

beforeAll(async () => {
  furnished = await startSeededProduct(["anna", "clara"]);
  routes = await mountedRoutes();
  const { product, own: records } = furnished;
  forms = await collectForms((path, cookie) => product.ask(path, { cookie }), { records, cookie: furnished.cookieOf("anna") });
}, 600_000);
afterAll(() => furnished.close());

/** A field's text as no browser would send it. */
const oddlyEncoded = fc.constantFrom("%", "%zz", "%00", "%ff%fe", "%ED%A0%80", "%F0%9F%9A", "a=b", "+&&=&", "\u00ff", "%0d%0aX: y");

type Spoiling = { nth: number; how: string; text: string };
const spoiling: fc.Arbitrary<Spoiling> = fc.record({
  nth: fc.nat(50),
  how: fc.constantFrom("replace", "replace", "replace", "replace", "double", "drop", "brackets", "dots", "rename", "add"),
  text: hostileText,
});

function spoil(fields: Form["fields"], { nth, how, text }: Spoiling): Form["fields"] {
  const at = nth % Math.max(1, fields.length);
  const [name, value] = fields[at] ?? ["nothing", ""];
  const others = fields.filter((_, index) => index !== at);
  switch (how) {
    case "replace":
      return [...others, [name, text]];
    case "double":
      return [...fields, [name, text]];
    case "drop":
      return others;
    case "brackets":
      return [...others, [`${name}[]`, value], [`${name}[0][__proto__]`, text], [`${name}[3000000]`, text]];
    case "dots":
      return [...others, [`${name}.a.b`, text], ["__proto__.x", "1"], ["constructor", "1"]];
    case "rename":
      return [...others, [text, value]];
    default:
      return [
        ...fields,
        ...Array.from({ length: 1500 }, (_, index) => [`${name.slice(0, 20)}${index}`, value.slice(0, 20)] as [string, string]),
      ];
  }
}

const body = (fields: Form["fields"]) =>
  fc
    .record({
      spoilings: fc.array(spoiling, { minLength: 1, maxLength: 3 }),
      kind: fc.constantFrom("urlencoded", "urlencoded", "urlencoded", "multipart", "file", "odd", "wrong"),
      odd: oddlyEncoded,
      type: fc.constantFrom(
        "application/json",
        "text/plain",
        "multipart/form-data; boundary=",
        "application/x-www-form-urlencoded; charset=utf-16",
        "x/y;=;",
      ),
    })
    .map(({ spoilings, kind, odd, type }): { body: BodyInit; headers: Record<string, string> } => {
      const spoilt = spoilings.reduce(spoil, fields).map(([name, value]): [string, string] => [wellFormed(name), wellFormed(value)]);
      const urlencoded = new URLSearchParams(spoilt);
      if (kind === "urlencoded") return { body: urlencoded, headers: {} };
      if (kind === "wrong") return { body: urlencoded.toString(), headers: { "Content-Type": type } };
      if (kind === "odd") {
        const text = `${urlencoded}&${fields.map(([name]) => `${name}=${odd}`).join("&")}`;
        return { body: new TextEncoder().encode(text), headers: { "Content-Type": "application/x-www-form-urlencoded" } };
      }
      const form = new FormData();
      for (const [name, value] of spoilt) form.append(name, kind === "file" && name.length % 2 ? new File([value], value) : value);
      return { body: form, headers: {} };
    });

const headers = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Record<string, string>>({}) },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        Origin: fc.constantFrom("null", "https://evil.example", "self", "x"),
        Referer: fc.oneof(fc.constantFrom("https://evil.example/a", "//", "self/stream?x=%"), hostileHeader),
        "Accept-Language": hostileHeader,
        "X-Request-Id": hostileHeader,
        "X-Forwarded-For": hostileHeader,
        "X-Forwarded-Host": hostileHeader,
        "X-Forwarded-Proto": hostileHeader,
        "User-Agent": hostileHeader,
        Accept: hostileHeader,
        "Sec-Fetch-Site": fc.constantFrom("same-origin", "none", "same-site", "cross-site", "x"),
        "Sec-Fetch-Dest": fc.constantFrom("iframe", "document", "x"),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Record<string, string>>,
  },
);

const cookies = (own: string) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(own) },
    { weight: 1, arbitrary: fc.constant("") },
    {
      weight: 1,
      arbitrary: fc
        .record({
          name: fc.constantFrom(...Object.values(cookieNames).filter((name) => name !== cookieNames.session)),
          value: fc.constantFrom(
            "%",
            "x",
            "{}",
            "[]",
            "null",
            '{"key":"__proto__"}',
            encodeURIComponent('{"a":{"toString":1}}'),
            "%00",
            "a".repeat(3000),
            "j:{}",
            "frame",
          ),
        })
        .map(({ name, value }) => `${own}; ${name}=${value}; authToken2=x`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "authToken=",
        "authToken=x",
        "authToken=a.b.c",
        "authToken=eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.",
        "authToken=e30.e30.e30; authToken=x",
        "=; ;;",
      ),
    },
  );

/** Sends a request with a cookie and checks the rules for all responses; failures include the log. */
async function sound(path: string, cookie: string, init: RequestInit) {
  const { product } = furnished;
  const wholeHeaders = Object.fromEntries(
    Object.entries(init.headers ?? {}).map(([name, value]) => [name, value.replace("self", product.url)]),
  );
  const answer = await product.ask(path, { ...init, headers: wholeHeaders, cookie });
  const text = await answer.text();
  const id = answer.headers.get("X-Request-Id") ?? "";
  const said = () => product.lines.filter((line) => line.includes(id) && JSON.parse(line).level >= 50);
  expect(answer.status, [path, ...(answer.status < 500 ? [] : said()), text.slice(0, 300)].join("\n")).toBeLessThan(500);
  const location = answer.headers.get("Location");
  if (location) expect(new URL(location, product.url).origin).toBe(product.url);
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(answer.headers.has("X")).toBe(false);
}

describe("Whatever a form is sent with", () => {
  test("the answer is no failure, and leads nowhere else", async () => {
    const failures: string[] = [];
    const judge = async ([name, form]: [string, CollectedForm]) => {
      const cookie = endsSession(form) ? furnished.cookieOf("clara") : form.cookie;
      const sent = fc.record({ body: body(form.fields), headers, cookie: cookies(cookie), isData: fc.boolean() });
      const property = fc.asyncProperty(sent, async ({ body: { body, headers: own }, headers, cookie, isData }) => {
        const [path, query] = form.action.split("?");
        const target = isData && path !== "/" ? `${path}.data${query ? `?${query}` : ""}` : form.action;
        await sound(target, cookie, { method: "POST", body, headers: { ...headers, ...own } });
      });
      await fc.assert(property, fuzzing(runs.forms)).catch((error: Error) => failures.push(`${name}\n${reasonOf(error)}`));
    };
    const all = [...forms.entries()];
    await inLanes(
      all.filter(([, form]) => !destroys(form)),
      judge,
    );
    await inLanes(
      all.filter(([, form]) => destroys(form)),
      judge,
    );
    expect(failures).toEqual([]);
    expect(forms.size).toBeGreaterThan(60);
    expect((await furnished.product.ask("/stream", { cookie: furnished.cookieOf("anna") })).status).toBe(200);
  }, 600_000);
});

/** The message of fast-check about a failure and its cause, without most of the request. */
const reasonOf = ({ message, cause }: Error): string => `${cause instanceof Error ? cause.message : cause}\n${message.slice(0, 1500)}`;

const isFailure = (line: string) => (JSON.parse(line) as { level: number }).level >= 50;

describe("Whatever a page is asked for with", () => {
  test("the answer is no failure, and leads nowhere else", async () => {
    const failures: string[] = [];
    await inLanes(routes, async ({ pattern }) => {
      const good = addressOf(pattern, furnished.own);
      const segments = pattern.split("/");
      const path = fc.tuple(fc.nat(20), hostileText, oddlyEncoded, fc.integer({ min: 0, max: 5 })).map(([nth, text, odd, choice]) => {
        const places = segments.flatMap((segment, index) => (/^[:*]/.test(segment) ? [index] : []));
        const place = places[nth % Math.max(1, places.length)];
        if (place === undefined || choice < 3) return good;
        const bad = choice === 3 ? odd.replace(/[^\x21-\x7e]/g, "x") : encodeURIComponent(wellFormed(text));
        return good
          .split("/")
          .map((segment, index) => (index === place ? bad : segment))
          .join("/");
      });
      const query = fc.array(
        fc.tuple(
          fc.constantFrom(...queryNames),
          fc.oneof(
            hostileText.map((text) => encodeURIComponent(wellFormed(text)).slice(0, 8000)),
            oddlyEncoded.map((odd) => odd.replace(/[^\x21-\x7e]/g, "x")),
          ),
        ),
        { maxLength: 3 },
      );
      const sent = fc.record({
        path,
        query,
        headers,
        cookie: cookies(furnished.cookieOf(pattern === signsOut ? "clara" : "anna")),
        isData: fc.boolean(),
      });
      const property = fc.asyncProperty(sent, async ({ path, query, headers, cookie, isData }) => {
        const target = isData && path !== "/" ? `${path}.data` : path;
        await sound(`${target}?${query.map(([name, value]) => `${name}=${value}`).join("&")}`, cookie, { headers });
      });
      await fc.assert(property, fuzzing(runs.pages)).catch((error: Error) => failures.push(`${pattern}\n${reasonOf(error)}`));
    });
    expect(failures).toEqual([]);
  }, 600_000);
});

test("Nothing of all that is a failure to the log", () => {
  expect(furnished.product.lines.filter(isFailure)).toEqual([]);
});
