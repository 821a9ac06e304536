import { describe, expect, test } from "vitest";
import { takenSegments } from "./config.server";
import { createProduct } from "./product.server";
import routes from "./routes";

describe("The product's path", () => {
  test.each(["stream", "de", "assets", "healthz"])("must not be /%s, which is taken", (slug) => {
    expect(() => createProduct({ PRODUCT_SLUG: slug, PORT: "abc" })).toThrow(
      /^PORT: .+\nPRODUCT_SLUG: is already the path of another page$/,
    );
  });

  test("must differ from all pages", () => {
    type Entries = { path?: string; children?: Entries }[];
    const pathsOf = (entries: Entries): string[] =>
      entries.flatMap(({ path, children = [] }) => (path === undefined ? pathsOf(children) : [path]));
    const segments = pathsOf(routes as Entries).map((path) => path.replace(/^\//, "").split("/")[0] ?? "");
    expect(segments.filter((segment) => /^\w/.test(segment) && !takenSegments.has(segment))).toEqual([]);
  });
});
