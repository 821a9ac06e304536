import { matchRoutes } from "@remix-run/react";
import { expect, test } from "vitest";
import table from "../app/routes";
import { createRouteFinder, pathnameOf, type Routes } from "./routes";

interface Entry {
  id?: string | undefined;
  file: string;
  path?: string | undefined;
  children?: Entry[] | undefined;
}

const entries: Entry[] = table;
type Tree = Parameters<typeof matchRoutes>[0];
/** Routes as a tree; each id is the whole pattern, empty if only the parent has a path. */
const toTree = (below: Entry[], base = ""): Tree =>
  below.map(({ path, children = [] }) => {
    const id = path === undefined ? base : `${base}/${path}`.replace("//", "/");
    return { id, path, children: toTree(children, id) };
  });
const tree = toTree(entries);
const patternsOf = (nodes: Tree): string[] => nodes.flatMap(({ id = "", children = [] }) => [id, ...patternsOf(children)]);

const flatten = (below: Entry[], parentId: string): [string, object][] =>
  below.flatMap(({ id: given, file, path, children = [] }) => {
    const id = given ?? file;
    return [[id, { id, path, parentId, module: {} }] as [string, object], ...flatten(children, id)];
  });
const root = ["root", { id: "root", path: "", module: {} }];
const findRoute = createRouteFinder(Object.fromEntries([root, ...flatten(entries, "root")]) as Routes);

test("every path leads to the route that Remix finds", () => {
  const patterns = patternsOf(tree);
  const filled = patterns.map((pattern) => pattern.replace(/:\w+/g, "some-id").replace("*", "any/thing"));
  const words = ["x", "new", "stream", ...filled.map((path) => path.split("/")[1] || "x")];
  const paths = new Set([
    ...filled.flatMap((path) => [path, `${path}/`, `${path}/x`, path.toUpperCase(), path.slice(0, -1)]),
    ...words.flatMap((first) => ["x", "new", "stream"].map((second) => `/${first}/${second}`)),
  ]);
  // `request-target.ts` rewrites paths that begin with two slashes.
  const differing = [...paths].filter(
    (path) => !path.startsWith("//") && findRoute(path)?.pattern !== matchRoutes(tree, path)?.at(-1)?.route.id,
  );
  expect(new Set(patterns).size).toBeGreaterThan(100);
  expect(differing).toEqual([]);
});

test.each([
  ["/files/../stream?a=b", "/stream"],
  ["//u:p@h/", "//u:p@h/"],
  [undefined, "/"],
])("the path of %s is %s", (url, path) => {
  expect(pathnameOf(url)).toBe(path);
});
