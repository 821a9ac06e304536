import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RouteHandle } from "../../contract/route-handle";
import { createRouteFinder } from "../../server/routes";
import { type CollectedForm, collectForms } from "../support/page-forms";
import { type OpenSeededProduct, openSeededProduct } from "../support/seeded-product";

let seeded: OpenSeededProduct;
let routes: ServerBuild["routes"];
let forms: CollectedForm[];

beforeAll(async () => {
  seeded = await openSeededProduct(["anna"]);
  ({ routes } = (await import(resolve("build/server/index.js"))) as ServerBuild);
  const { product, own: records, cookieOf } = seeded;
  const all = await collectForms((path, cookie) => product.handle(path, { cookie }), { records, cookie: cookieOf("anna") });
  forms = [...all.values()].filter(({ typed }) => typed.some((name) => !isSecret(name)));
});
afterAll(() => seeded.close());

const isSecret = (name: string) => /password/i.test(name);

const toPattern = (name: string) => name.replace(/-.*/, "-*");

test("Every field that people type into is declared by the route that its form is posted to", () => {
  const findRoute = createRouteFinder(routes);
  const missing = forms.flatMap(({ action, typed }) => {
    const route = findRoute(action.split("?")[0] ?? "");
    const declared = Object.keys(route?.handle.typed ?? {});
    const names = typed.filter((name) => !isSecret(name) && !declared.includes(name) && !declared.includes(toPattern(name)));
    return names.map((name) => `${route?.pattern}: ${name}`);
  });
  expect([...new Set(missing)]).toEqual([]);
  expect(forms.length).toBeGreaterThan(20);
});

test("Every text area is declared by the route that its form is posted to", () => {
  const findRoute = createRouteFinder(routes);
  const missing = forms.flatMap(({ action, textAreas }) => {
    const route = findRoute(action.split("?")[0] ?? "");
    return textAreas.filter((name) => !route?.handle.textAreas?.includes(toPattern(name))).map((name) => `${route?.pattern}: ${name}`);
  });
  expect([...new Set(missing)]).toEqual([]);
  expect(forms.some(({ textAreas }) => textAreas.length > 0)).toBe(true);
});

test.each(["de", "en"])("Every label of a declared field is a text in %s", (locale) => {
  const isText = (label: string) => {
    const [namespace, key = ""] = label.split(":");
    const texts: unknown = JSON.parse(readFileSync(`locales/${locale}/${namespace}.json`, "utf8"));
    return typeof key.split(".").reduce((part, name) => (part as Record<string, unknown> | undefined)?.[name], texts) === "string";
  };
  const handles = Object.values(routes).map((route) => (route?.module.handle ?? {}) as RouteHandle);
  const labels = new Set(handles.flatMap(({ typed = {} }) => Object.values(typed)));
  expect([...labels].filter((label) => !isText(label))).toEqual([]);
  expect(labels.size).toBeGreaterThan(20);
});
